#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <millrace/actors/connector/committed_standard_output.hpp>
#include <utility>

namespace millrace {

result<std::unique_ptr<line_target>> committed_standard_output::open(std::string pending_folder,
                                                                     const std::string& pending_name) {
  if (pending_folder.empty()) {
    return error{error_code::option_missing,
                 "standard output: pending_folder is missing; where state is kept, a folder is needed in which rows "
                 "wait for their commit, such as that of the state"};
  }
  if (::faccessat(AT_FDCWD, pending_folder.c_str(), W_OK | X_OK, AT_EACCESS) != 0) {
    return error{error_code::sink_unwritable,
                 "standard output: rows cannot wait in the folder " + pending_folder + ": " + system_text(errno)};
  }
  return std::unique_ptr<line_target>(new committed_standard_output(std::move(pending_folder) + "/" + pending_name));
}

committed_standard_output::committed_standard_output(std::string prefix)
    : line_target("standard output"), pending_(std::move(prefix)) {}

void committed_standard_output::hand_on() {
  pending_.append(buffer_);
  buffer_.clear();
}

std::string committed_standard_output::prepare(epoch_number epoch) {
  hand_on();
  return recorded_output{.pending = pending_.prepare(epoch)}.write();
}

void committed_standard_output::commit(epoch_number epoch) {
  if (!pending_.is_next(epoch)) return;
  if (epoch == 0) pending_.remove_strays();
  write_out(epoch);
}

void committed_standard_output::write_out(epoch_number epoch) {
  pending_.for_each_block(written_, [this](std::uint64_t /*offset*/, std::string_view bytes) {
    reached(crash_point::write_standard_output);
    const std::uint64_t before = output_->bytes_written();
    try {
      output_->write(bytes);
    } catch (...) {
      written_ += output_->bytes_written() - before;
      throw;
    }
    written_ += bytes.size();
  });
  bytes_written_ = output_->bytes_written();
  pending_.settle(epoch);
  written_ = 0;
  pending_.remove_dropped();
  pending_.empty_settled();
}

bool committed_standard_output::recover(epoch_number epoch, std::string_view prepared) {
  const recorded_output recorded = recorded_output::read(prepared);
  buffer_.clear();
  if (recorded.pending) {
    const std::optional<std::uint64_t> found = pending_.recover(epoch, *recorded.pending);
    if (!found || (*found > 0 && *found < recorded.pending->length)) {
      throw failure(error_code::state_refused,
                    pending_.path_of(recorded.pending->file) + ": this file of rows " +
                        (found ? "has " + std::to_string(*found) + " bytes" : "is missing") + ", and epoch " +
                        std::to_string(epoch) + " of the state recorded " + std::to_string(recorded.pending->length) +
                        " bytes of it for standard output; put it back, or start without that state");
    }
    write_out(epoch);
  } else {
    pending_.recover(epoch);
  }
  pending_.remove_strays();
  return epoch == 0 && !recorded.pending;
}

}  // namespace millrace
