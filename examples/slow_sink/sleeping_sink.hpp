// A sink that is slower than everything before it.
#pragma once

#include <atomic>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <millrace/core/batch/batch.hpp>
#include <millrace/core/element/row.hpp>
#include <millrace/core/sink/sink_writer.hpp>
#include <string>
#include <thread>
#include <utility>

/// What the sink has seen; read it from any thread.
struct seen_rows {
  std::atomic<std::uint64_t> rows{0};
  std::atomic<std::uint64_t> events{0};  ///< The rows' counts, added up.
};

/// Counts rows, and sleeps 50 ms after every 5,000 of them. `blocking` gives it a thread of its own.
class sleeping_sink {
public:
  using row_type = millrace::row<std::uint64_t, std::uint64_t>;
  static constexpr bool blocking = true;

  explicit sleeping_sink(std::shared_ptr<seen_rows> seen) : seen_(std::move(seen)) {}

  template <class Row>
    requires std::same_as<Row, row_type>
  [[nodiscard]] millrace::result<std::unique_ptr<millrace::sink_writer>> open() const {
    return std::unique_ptr<millrace::sink_writer>(std::make_unique<writer>(seen_));
  }

  [[nodiscard]] std::string describe() const { return "sleeps 50 ms after 5000 rows"; }

private:
  class writer final : public millrace::sink_writer {
  public:
    explicit writer(std::shared_ptr<seen_rows> seen) : seen_(std::move(seen)) {}

    void write(const millrace::batch& rows, std::size_t from, std::size_t to, millrace::step_number /*step*/,
               std::size_t /*input*/) override {
      const auto& typed = static_cast<const millrace::row_batch<row_type>&>(rows).rows;
      for (std::size_t i = from; i < to; ++i) {
        seen_->events += typed[i].value;
        if (++seen_->rows % 5000 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(50));
      }
    }
    void close_step(const millrace::step_mark& /*mark*/) override {}
    void flush() override {}
    void finish() override {}

  private:
    std::shared_ptr<seen_rows> seen_;
  };

  std::shared_ptr<seen_rows> seen_;
};
