// Splits that play scripts, and a bench on which a driver reads them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <millrace/core/error.hpp>
#include <millrace/core/source/source_driver.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace millrace {

struct entry {
  turn_end what = turn_end::used_up;  // used_up stands for a record
  std::int64_t mark = 0;
};

/// A split that plays a script: records that raise its watermark, then what the entries say; dry when it is empty.
class scripted_split final : public split_program {
public:
  explicit scripted_split(std::deque<entry> script, std::string name = "1")
      : name_(std::move(name)), script_(std::move(script)) {}

  turn_outcome read(std::size_t limit, std::size_t index, bool idle, round_cutter& cutter,
                    std::span<output_port* const> /*ports*/) override {
    turn_outcome done;
    while (done.records < limit) {
      if (script_.empty()) return done.end = turn_end::dry, done;
      const auto next = script_.front();
      if (idle && (next.what == turn_end::used_up || next.what == turn_end::wakes)) {
        if (next.what == turn_end::wakes) script_.pop_front();
        return done.end = turn_end::wakes, done;
      }
      script_.pop_front();
      if (next.what == turn_end::signal) {
        done.idle = next.mark == 0;
        if (!done.idle) current_ = std::max(current_, watermark{next.mark});
        return done.end = next.what, done;
      }
      if (next.what != turn_end::used_up) return done.end = next.what, done;
      ++done.records;
      current_ = std::max(current_, watermark{next.mark});
      if (cutter.on_record(static_cast<split_id>(index), current_)) return done.end = turn_end::round_cut, done;
    }
    return done;
  }
  [[nodiscard]] watermark current() const noexcept override { return current_; }
  [[nodiscard]] std::string position() const override { return "script"; }

  [[nodiscard]] std::shared_ptr<const split_position> place_to_resume() const override {
    return resumable ? std::make_shared<const place>(script_, current_) : nullptr;
  }
  void resume(const split_position& from) override {
    script_ = static_cast<const place&>(from).script;
    current_ = static_cast<const place&>(from).current;
  }
  [[nodiscard]] const std::string& name() const noexcept override { return name_; }
  [[nodiscard]] std::optional<error> not_storable() const override { return std::nullopt; }
  [[nodiscard]] std::shared_ptr<const split_position> read_place(byte_reader& from) const override {
    const std::uint64_t left = from.count();
    if (left > script_.size()) throw failure(error_code::state_malformed, "the script is shorter");
    const watermark current{static_cast<std::int64_t>(from.fixed<std::uint64_t>())};
    return std::make_shared<const place>(
        std::deque<entry>(script_.end() - static_cast<std::ptrdiff_t>(left), script_.end()), current);
  }

  std::deque<entry>& script() { return script_; }

  bool resumable = true;

private:
  struct place : split_position {
    place(std::deque<entry> left, watermark reached) : script(std::move(left)), current(reached) {}
    void write(byte_writer& into) const override {
      into.count(script.size());
      into.fixed(static_cast<std::uint64_t>(current.milliseconds));
    }
    std::deque<entry> script;
    watermark current;
  };

  std::string name_;
  std::deque<entry> script_;
  watermark current_;
};

inline std::deque<entry> records(std::int64_t first, std::size_t count, std::int64_t step = 1) {
  std::deque<entry> made;
  for (std::size_t index = 0; index < count; ++index) {
    made.push_back({turn_end::used_up, first + static_cast<std::int64_t>(index) * step});
  }
  return made;
}

inline const entry the_end{turn_end::ended, 0};

inline std::string text(const round_report& report) {
  std::string words = std::to_string(report.round) + ":";
  for (const auto& line : report.lines) {
    words += " " + std::to_string(line.split);
    switch (line.event) {
      case split_event::watermark: words += "=" + std::to_string(line.mark.milliseconds); break;
      case split_event::idle: words += " idle"; break;
      case split_event::active: words += " active"; break;
      case split_event::end: words += " end"; break;
    }
  }
  return words;
}

struct bench : source_host {
  std::vector<std::string> reports{};
  std::vector<scripted_split*> splits{};
  std::unique_ptr<source_driver> driver{};
  bool answering = true;
  std::size_t sources = 1;
  std::function<void(const round_report&)> on_report{};

  explicit bench(std::vector<std::deque<entry>> scripts, source_driver::options options = {.sources = {{}}}) {
    sources = options.sources.size();
    std::vector<driven_split> driven;
    for (auto& script : scripts) {
      auto split = std::make_unique<scripted_split>(std::move(script), std::to_string(driven.size() + 1));
      splits.push_back(split.get());
      driven.push_back({.id = static_cast<split_id>(driven.size()),
                        .source = driven.size() % options.sources.size(),
                        .program = std::move(split)});
    }
    driver = std::make_unique<source_driver>(std::move(options), std::move(driven), event_time{0});
  }

  void end_round(round_report report) override {
    reports.push_back(text(report));
    if (on_report) on_report(report);
    if (answering) driver->on_answered(report.round);
  }

  /// Steps until the driver wants to be called later, at one reading of the clock.
  source_driver::outcome settle(std::int64_t now = 0) {
    for (;;) {
      const auto outcome = driver->step(event_time{now}, {}, *this);
      if (outcome.what != source_driver::state::busy) return outcome;
    }
  }
};

}  // namespace millrace
