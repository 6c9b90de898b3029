#include <algorithm>
#include <millrace/core/error.hpp>
#include <millrace/core/protocol/barrier_alignment.hpp>
#include <string>

namespace millrace {

barrier_alignment::outcome barrier_alignment::arrive(input_id input, epoch_number epoch) {
  if (epoch <= closed_ || epoch < open_) return outcome::dropped;
  if (epoch > open_) {
    close(open_);
    open_ = epoch;
    missing_ = sent_.size();
  }
  if (sent_[input]) {
    throw failure(error_code::internal,
                  "input " + std::to_string(input) + " sent barrier " + std::to_string(epoch) + " twice");
  }
  sent_[input] = true;
  if (--missing_ > 0) return outcome::waiting;
  close(epoch);
  return outcome::complete;
}

bool barrier_alignment::cancel(epoch_number epoch) {
  const bool ends = open_ != 0 && open_ <= epoch;
  if (ends) close(open_);
  closed_ = std::max(closed_, epoch);
  return ends;
}

void barrier_alignment::close(epoch_number epoch) {
  closed_ = std::max(closed_, epoch);
  open_ = 0;
  std::fill(sent_.begin(), sent_.end(), false);
}

}  // namespace millrace
