#include "script_source.hpp"

#include <variant>

namespace conformance {
namespace {

using millrace::read_outcome;
using millrace::read_status;

struct read_step {
  event_step& into;

  read_outcome operator()(const event_step& event) const {
    into = event;
    return {.status = read_status::record, .mark = {}};
  }
  read_outcome operator()(const watermark_step& mark) const {
    return {.status = read_status::watermark, .mark = millrace::watermark{mark.ts}};
  }
  read_outcome operator()(const idle_step&) const { return {.status = read_status::idle, .mark = {}}; }
  read_outcome operator()(const active_step&) const { return {.status = read_status::active, .mark = {}}; }
  read_outcome operator()(const end_step&) const { return {.status = read_status::end, .mark = {}}; }
  read_outcome operator()(const clock_step&) const { return {.status = read_status::dry, .mark = {}}; }
};

}  // namespace

read_outcome script_reader::read(event_step& into) {
  if (ended_) return {.status = read_status::end, .mark = {}};
  const std::size_t next = script_->consumed.load();
  if (next >= script_->published.load() || source_of(script_->steps[next]) != source_) {
    return {.status = read_status::dry, .mark = {}};
  }
  const auto outcome = std::visit(read_step{into}, script_->steps[next]);
  ended_ = outcome.status == read_status::end;
  script_->consumed.store(next + 1);
  return outcome;
}

std::string script_reader::position() const {
  return "input " + std::to_string(source_) + " before step " + std::to_string(script_->consumed.load());
}

millrace::result<std::vector<script_reader>> script_source::open() const {
  std::vector<script_reader> readers;
  for (std::size_t source = 0; source < sources_; ++source) readers.emplace_back(script_, source);
  return readers;
}

std::string script_source::describe() const {
  return "script of " + std::to_string(script_->steps.size()) + " steps over " + std::to_string(sources_) + " inputs";
}

}  // namespace conformance
