// A sink that calls a function with each row once the row's epoch is on disk.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <millrace/core/batch/batch.hpp>
#include <millrace/core/codec/codec.hpp>
#include <millrace/core/error.hpp>
#include <millrace/core/sink/committed_rows.hpp>
#include <millrace/core/sink/sink_writer.hpp>
#include <millrace/core/sink/user_call.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace millrace {

/// Says nothing about commits.
struct ignore_commits {
  void operator()(epoch_number /*epoch*/) const noexcept {}
};

/// Calls `on_row(const Row&, epoch_number, std::uint64_t sequence)` with the rows of an epoch after its commit, then
/// `on_commit(epoch_number)`. `sequence` counts the rows of the epoch from 0.
///
/// The rows are part of the epoch on disk, so none is lost: a restore gives all rows of its epoch again, with the same
/// numbers. A receiver that keeps (epoch, sequence) of the last row it took, together with what it made of it, and
/// passes over what is not beyond, takes each row exactly once. Rows come by step, then by key-group actor.
///
/// Both are called in the sink's actor, one call at a time; what they throw is a `failure` with `user_function_threw`
/// (a `failure` keeps its code), and the same row comes again if the pipeline goes on. Each run works on copies of the
/// functions. Rows wait as bytes in memory; see `options::limit`.
///
/// Where no state is kept, rows come when their step closes, as those of epoch 0, and `on_commit` is never called.
template <class OnRow, std::invocable<epoch_number> OnCommit = ignore_commits>
class committed_callback_sink {
  template <class Row>
  class writer final : public sink_writer {
  public:
    writer(OnRow on_row, OnCommit on_commit, std::size_t limit, state_origin origin)
        : on_row_(std::move(on_row)), on_commit_(std::move(on_commit)), rows_(limit), origin_(origin) {}

    void write(const batch& rows, std::size_t from, std::size_t to, step_number step, std::size_t input) override {
      const auto& typed = static_cast<const row_batch<Row>&>(rows);
      for (std::size_t i = from; i < to; ++i) rows_.add(typed.rows[i], step, input);
    }

    void close_step(const step_mark& mark) override {
      rows_.close(mark.step);
      if (origin_ != state_origin::none) return;
      rows_.prepare(0);
      give(0, without_state_);
    }

    void flush() override {}
    void finish() override {}

    std::string prepare(epoch_number epoch) override {
      rows_.prepare(epoch);
      return rows_.bytes();
    }

    void commit(epoch_number epoch) override {
      if (rows_.is_next(epoch)) deliver(epoch);
    }

    void recover(epoch_number epoch, std::string_view prepared) override {
      rows_.recover(epoch, prepared);
      deliver(epoch);
    }

  private:
    void deliver(epoch_number epoch) {
      give(epoch, 0);
      detail::call_of_user(whose, [&] { std::invoke(on_commit_, epoch); });
    }

    void give(epoch_number epoch, std::uint64_t first) {
      rows_.give([&](const Row& row, std::uint64_t sequence) {
        detail::call_of_user(whose, [&] { std::invoke(on_row_, row, epoch, first + sequence); });
        if (origin_ == state_origin::none) ++without_state_;
      });
    }

    static constexpr const char* whose = "the function of a committed callback sink";

    OnRow on_row_;
    OnCommit on_commit_;
    committed_rows<Row> rows_;
    state_origin origin_;
    std::uint64_t without_state_ = 0;  // rows given
  };

public:
  struct options {
    std::size_t limit = 64 * 1024 * 1024;  ///< Bytes of rows that wait; more is a failure. They go into the epoch.
  };

  static constexpr bool blocking = false;

  explicit committed_callback_sink(OnRow on_row, OnCommit on_commit = {}, options chosen = {64 * 1024 * 1024})
      : on_row_(std::move(on_row)), on_commit_(std::move(on_commit)), chosen_(chosen) {}

  /// Cannot fail.
  template <storable Row>
    requires std::invocable<OnRow&, const Row&, epoch_number, std::uint64_t>
  [[nodiscard]] result<std::unique_ptr<sink_writer>> open(state_origin origin = state_origin::none) const {
    return std::unique_ptr<sink_writer>(std::make_unique<writer<Row>>(on_row_, on_commit_, chosen_.limit, origin));
  }

  [[nodiscard]] std::string describe() const { return "committed callback"; }

private:
  OnRow on_row_;
  OnCommit on_commit_;
  options chosen_;
};

}  // namespace millrace
