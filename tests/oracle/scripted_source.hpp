// A source whose splits play one script together: a split whose turn it is not says dry.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <millrace/core/error.hpp>
#include <millrace/core/source/source_reader.hpp>
#include <millrace/core/time/event_time.hpp>
#include <string>
#include <utility>
#include <vector>

#include "script.hpp"

namespace millrace::oracle {

struct scripted_event {
  event_time time;
  std::int64_t key = 0;
  std::int64_t value = 0;
};

/// Where all splits of one source stand in their script. Confined to the one source actor that reads them.
struct script_cursor {
  script steps;
  std::size_t next = 0;
};

class scripted_reader {
public:
  using value_type = scripted_event;

  scripted_reader(std::shared_ptr<script_cursor> cursor, std::uint32_t split)
      : cursor_(std::move(cursor)), split_(split) {}

  read_outcome read(scripted_event& into) {
    if (ended_ || cursor_->next == cursor_->steps.size()) return {.status = read_status::end};
    const step& now = cursor_->steps[cursor_->next];
    if (now.split != split_) return {.status = read_status::dry};
    ++cursor_->next;
    switch (now.kind) {
      case step_kind::event: into = {now.time, now.key, now.value}; return {.status = read_status::record};
      case step_kind::watermark: return {.status = read_status::watermark, .mark = now.mark};
      case step_kind::idle: return {.status = read_status::idle};
      case step_kind::active: return {.status = read_status::active};
      case step_kind::end: ended_ = true; break;
    }
    return {.status = read_status::end};
  }

private:
  std::shared_ptr<script_cursor> cursor_;
  std::uint32_t split_;
  bool ended_ = false;
};

/// Requires that its splits are read by one source actor.
class scripted_source {
public:
  using reader_type = scripted_reader;
  static constexpr bool blocking = false;

  scripted_source(script steps, std::uint32_t splits) : steps_(std::move(steps)), splits_(splits) {}

  [[nodiscard]] result<std::vector<scripted_reader>> open() const {
    const auto cursor = std::make_shared<script_cursor>(script_cursor{steps_});
    std::vector<scripted_reader> readers;
    for (std::uint32_t split = 0; split < splits_; ++split) readers.emplace_back(cursor, split);
    return readers;
  }
  [[nodiscard]] std::string describe() const { return "script of " + std::to_string(steps_.size()) + " steps"; }

private:
  script steps_;
  std::uint32_t splits_;
};

static_assert(split_source<scripted_source>);

}  // namespace millrace::oracle
