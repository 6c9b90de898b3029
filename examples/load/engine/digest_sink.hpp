// A sink that keeps of its rows no more than a hash.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <millrace/core/batch/batch.hpp>
#include <millrace/core/element/row.hpp>
#include <millrace/core/sink/sink_writer.hpp>
#include <string>
#include <tuple>
#include <utility>

#include "report/result_digest.hpp"

namespace millrace::load {

/// Adds every row to a digest, a batch at a time. The digest is complete once the run has been waited for.
class digest_sink {
  template <class Value>
  class writer final : public sink_writer {
  public:
    explicit writer(std::shared_ptr<result_digest> into) : into_(std::move(into)) {}

    void write(const batch& rows, std::size_t from, std::size_t to, step_number /*step*/,
               std::size_t /*input*/) override {
      const auto& typed = static_cast<const row_batch<row<std::uint64_t, Value>>&>(rows).rows;
      for (std::size_t i = from; i < to; ++i) add(typed[i].key, typed[i].window, typed[i].value);
    }
    void close_step(const step_mark& /*mark*/) override {}
    void flush() override {}
    void finish() override { into_->add(digest_); }

  private:
    template <class... Values>
    void add(std::uint64_t key, time_window window, const std::tuple<Values...>& values) {
      std::apply([&](Values... each) { digest_.add(key, window, each...); }, values);
    }
    template <class Single>
    void add(std::uint64_t key, time_window window, Single value) {
      digest_.add(key, window, value);
    }

    std::shared_ptr<result_digest> into_;
    result_digest digest_;
  };

  template <class Row>
  struct value_of;
  template <class Value>
  struct value_of<row<std::uint64_t, Value>> {
    using type = Value;
  };

public:
  static constexpr bool blocking = false;

  explicit digest_sink(std::shared_ptr<result_digest> into) : into_(std::move(into)) {}

  /// Cannot fail.
  template <class Row>
    requires requires {
      typename value_of<Row>::type;
    }
  [[nodiscard]] result<std::unique_ptr<sink_writer>> open() const {
    return std::unique_ptr<sink_writer>(std::make_unique<writer<typename value_of<Row>::type>>(into_));
  }

  [[nodiscard]] std::string describe() const { return "order-free hash"; }

private:
  std::shared_ptr<result_digest> into_;
};

}  // namespace millrace::load
