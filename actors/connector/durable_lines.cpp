#include <filesystem>
#include <millrace/actors/connector/durable_lines.hpp>
#include <utility>

namespace millrace {

namespace {

/// ".counts.jsonl" beside "counts.jsonl".
std::string hidden_beside(const std::string& path) {
  const std::size_t folder = path.size() - std::filesystem::path(path).filename().string().size();
  return path.substr(0, folder) + "." + path.substr(folder);
}

}  // namespace

result<std::unique_ptr<line_target>> durable_lines::open(std::string path, bool overwrite, visibility seen,
                                                         state_origin origin) {
  result<output_file> output = output_file::look_at(path, overwrite, origin);
  if (!output) return output.error();
  return std::unique_ptr<line_target>(new durable_lines(std::move(path), seen, std::move(output.value())));
}

durable_lines::durable_lines(std::string path, visibility seen, output_file output)
    : line_target(std::move(path)), seen_(seen), output_(std::move(output)), pending_(hidden_beside(name_)) {}

void durable_lines::hand_on() {
  if (buffer_.empty()) return;
  if (seen_ == visibility::committed) {
    pending_.append(buffer_);
  } else {
    if (!output_.is_taken()) return;
    output_.write(0, buffer_);
    output_.extend(buffer_.size());
    bytes_written_ += buffer_.size();
  }
  buffer_.clear();
}

void durable_lines::flush() {
  if (seen_ == visibility::immediate) hand_on();
}

std::string durable_lines::prepare(epoch_number epoch) {
  if (epoch > 0 && seen_ == visibility::immediate && !output_.is_taken()) {
    throw failure(error_code::internal, name_ + ": epoch " + std::to_string(epoch) + " before epoch 0 was committed");
  }
  hand_on();
  if (seen_ == visibility::immediate && output_.is_taken()) output_.sync();
  const std::optional<recorded_rows> rows = pending_.prepare(epoch);
  return recorded_output{.length = output_.length(), .pending = rows}.write();
}

void durable_lines::commit(epoch_number epoch) {
  if (!pending_.is_next(epoch)) return;
  if (!output_.is_taken()) {
    output_.take();
    pending_.remove_strays();
  }
  apply(epoch);
}

void durable_lines::apply(epoch_number epoch) {
  const std::uint64_t count = pending_.prepared_length();
  if (count > 0) {
    pending_.for_each_block(0, [this](std::uint64_t offset, std::string_view bytes) { output_.write(offset, bytes); });
    output_.keep(count);
    bytes_written_ += count;
  }
  pending_.settle(epoch);
  if (finished_) pending_.drop_settled();
  pending_.remove_dropped();
}

/// The last epoch's rows are in the output and on disk: the copy beside it is not left behind.
void durable_lines::finish() {
  flush();
  finished_ = true;
  pending_.finish();
  pending_.drop_settled();
  pending_.remove_dropped();
}

bool durable_lines::recover(epoch_number epoch, std::string_view prepared) {
  const recorded_output recorded = recorded_output::read(prepared);
  buffer_.clear();
  if (recorded.pending) {
    recover_rows(epoch, recorded.length, *recorded.pending);
  } else {
    output_.take_again(epoch, recorded.length);
    pending_.recover(epoch);
    output_.keep(0);
  }
  pending_.remove_strays();
  return output_.length() == 0;
}

void durable_lines::recover_rows(epoch_number epoch, std::uint64_t length, const recorded_rows& recorded) {
  const std::optional<std::uint64_t> found = pending_.recover(epoch, recorded);
  output_.take_again(epoch, length);
  if (found.value_or(0) >= recorded.length) {
    apply(epoch);
    return;
  }
  // A run that has finished drops the file once its rows are in the output.
  if (!found && output_.size() >= length + recorded.length) {
    output_.keep(recorded.length);
    return;
  }
  throw failure(error_code::state_refused, pending_.path_of(recorded.file) + ": this file of rows " +
                                               (found ? "has " + std::to_string(*found) + " bytes" : "is missing") +
                                               ", and epoch " + std::to_string(epoch) + " of the state recorded " +
                                               std::to_string(recorded.length) + " bytes of it for " + name_ +
                                               "; put it back, or start without that state");
}

}  // namespace millrace
