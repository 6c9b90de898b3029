// A sink that keeps its rows in memory.
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <millrace/core/batch/batch.hpp>
#include <millrace/core/error.hpp>
#include <millrace/core/sink/sink_writer.hpp>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace millrace {

/// Keeps rows and closed steps, without a limit: for tests and small results. A handle: copies share what is kept, so
/// the copy that stays with the caller shows what the plan's copy was given. Thread safety: any function may be called
/// from any thread; what a run wrote is complete once `wait` or `run` has returned. A second run adds to the first.
template <class Row>
class collection_sink {
  struct content {
    std::mutex guard;  // of everything below
    std::vector<Row> rows;
    std::vector<step_number> row_steps;
    std::vector<step_mark> steps;
  };

  class writer final : public sink_writer {
  public:
    explicit writer(std::shared_ptr<content> kept) : kept_(std::move(kept)) {}

    void write(const batch& rows, std::size_t from, std::size_t to, step_number step, std::size_t /*input*/) override {
      const auto& typed = static_cast<const row_batch<Row>&>(rows);
      const std::scoped_lock lock(kept_->guard);
      kept_->rows.insert(kept_->rows.end(), typed.rows.begin() + static_cast<std::ptrdiff_t>(from),
                         typed.rows.begin() + static_cast<std::ptrdiff_t>(to));
      kept_->row_steps.resize(kept_->rows.size(), step);
    }
    void close_step(const step_mark& mark) override {
      const std::scoped_lock lock(kept_->guard);
      kept_->steps.push_back(mark);
    }
    void flush() override {}
    void finish() override {}

  private:
    std::shared_ptr<content> kept_;
  };

public:
  static constexpr bool blocking = false;

  collection_sink() : kept_(std::make_shared<content>()) {}

  /// Cannot fail. Accepts the one type of rows it keeps.
  template <std::same_as<Row> Given>
  [[nodiscard]] result<std::unique_ptr<sink_writer>> open() const {
    return std::unique_ptr<sink_writer>(std::make_unique<writer>(kept_));
  }

  /// The rows so far, in the order they came: that of a key is kept, that between keys of several actors is not fixed.
  [[nodiscard]] std::vector<Row> rows() const {
    const std::scoped_lock lock(kept_->guard);
    return kept_->rows;
  }
  /// The step of each row, by its index in `rows`.
  [[nodiscard]] std::vector<step_number> row_steps() const {
    const std::scoped_lock lock(kept_->guard);
    return kept_->row_steps;
  }
  /// The steps closed so far, in order.
  [[nodiscard]] std::vector<step_mark> steps() const {
    const std::scoped_lock lock(kept_->guard);
    return kept_->steps;
  }

  [[nodiscard]] std::string describe() const { return "collection"; }

private:
  std::shared_ptr<content> kept_;
};

static_assert(sink_for<collection_sink<int>, int>);

}  // namespace millrace
