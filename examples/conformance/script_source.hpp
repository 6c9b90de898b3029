// A source that reads the steps of a case: one split an input, each waits for its turn.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <millrace/core/source/source_reader.hpp>
#include <string>
#include <utility>
#include <vector>

#include "test_case.hpp"

namespace conformance {

/// The steps of a case and how far they were given out and read. Thread safety: the counters may be used from any
/// thread; the steps do not change.
struct script {
  explicit script(std::vector<script_step> all) : steps(std::move(all)) {}

  const std::vector<script_step> steps;
  std::atomic<std::size_t> published{0};  ///< Steps before this one may be read.
  std::atomic<std::size_t> consumed{0};   ///< Steps before this one were read.
};

/// Reads the steps of one input. Dry while the next step belongs to another or is not published. Confined to its
/// source actor.
class script_reader {
public:
  using value_type = event_step;

  script_reader(std::shared_ptr<script> steps, std::size_t source) : script_(std::move(steps)), source_(source) {}

  millrace::read_outcome read(event_step& into);
  [[nodiscard]] std::string position() const;

private:
  std::shared_ptr<script> script_;
  std::size_t source_;
  bool ended_ = false;
};

/// Opens one reader for each input of a script.
class script_source {
public:
  using value_type = event_step;
  using reader_type = script_reader;
  static constexpr bool blocking = false;

  script_source(std::shared_ptr<script> steps, std::size_t sources) : script_(std::move(steps)), sources_(sources) {}

  [[nodiscard]] millrace::result<std::vector<script_reader>> open() const;
  [[nodiscard]] std::string describe() const;

private:
  std::shared_ptr<script> script_;
  std::size_t sources_;
};

static_assert(millrace::split_source<script_source>);

}  // namespace conformance
