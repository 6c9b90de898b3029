#include <millrace/core/protocol/round_cutter.hpp>
#include <utility>

namespace millrace {

round_cutter::round_cutter(options chosen)
    : limit_(chosen.limit),
      watch_grid_(chosen.watch_grid),
      grid_(std::move(chosen.grid)),
      combiner_(chosen.splits, chosen.all_idle),
      next_(grid_.next_after(combiner_.combined())) {}

void round_cutter::on_idle(split_id split) {
  catch_up();
  combiner_.on_idle(split);
  pass_grid();
}

void round_cutter::on_active(split_id split) {
  catch_up();
  combiner_.on_active(split);
  pass_grid();
}

void round_cutter::on_end(split_id split) {
  catch_up();
  combiner_.on_end(split);
  pass_grid();
}

bool round_cutter::on_watermark(split_id split, watermark mark) {
  catch_up();
  return take(split, mark);
}

watermark round_cutter::combined() {
  catch_up();
  return combiner_.combined();
}

round_cutter::state round_cutter::state_now() const {
  state now{.splits = combiner_, .caught_up = caught_up_};
  if (running_ != no_split) now.splits.on_watermark(running_, running_mark_);
  return now;
}

void round_cutter::resume(const state& from) {
  const std::size_t splits = combiner_.inputs();
  const std::size_t known = from.splits.inputs();
  if (splits > known && from.splits.ended()) {
    for (std::size_t split = 0; split < known; ++split) {
      if (const auto id = static_cast<split_id>(split); !combiner_.ended(id)) combiner_.on_end(id);
    }
  } else {
    combiner_ = from.splits;
    combiner_.grow(splits);
  }
  next_ = grid_.next_after(combiner_.combined());
  records_ = 0;
  caught_up_ = from.caught_up;
  running_ = no_split;
}

bool round_cutter::take(split_id split, watermark mark) {
  const bool counted = combiner_.counts(split);
  const bool rose = combiner_.on_watermark(split, mark);
  const bool caught_up = !counted && combiner_.counts(split);
  if (caught_up) caught_up_ = split;
  const bool passed = rose && pass_grid();
  return watch_grid_ && (passed || caught_up);
}

bool round_cutter::change_hands(split_id split, watermark mark) {
  if (running_ != split) catch_up();
  const bool cut = take(split, mark);
  running_ = combiner_.counts(split) ? split : no_split;
  running_mark_ = mark;
  quiet_below_ = combiner_.holds_minimum(split) ? next_ : watermark::final();
  return cut;
}

// The marks of one counted split in a row leave the combiner as the last of them alone does.
void round_cutter::catch_up() {
  if (running_ == no_split) return;
  combiner_.on_watermark(std::exchange(running_, no_split), running_mark_);
}

bool round_cutter::pass_grid() {
  if (grid_.empty() || combiner_.combined() < next_) return false;
  next_ = grid_.next_after(combiner_.combined());
  return true;
}

}  // namespace millrace
