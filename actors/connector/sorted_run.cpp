#include <algorithm>
#include <cstring>
#include <millrace/actors/connector/sorted_run.hpp>

namespace millrace {

namespace {

struct row_header {
  std::uint64_t text_size;
  std::uint32_t order_size;
  std::uint32_t input;
};

constexpr std::size_t block = 256 * 1024;

}  // namespace

sorted_run write_run(const waiting_rows& rows, spill_file& file) {
  const std::uint64_t offset = file.end();
  std::string bytes;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const waiting_row row = rows[i];
    const row_header header{
        .text_size = row.text.size(), .order_size = static_cast<std::uint32_t>(row.order.size()), .input = row.input};
    bytes.append(reinterpret_cast<const char*>(&header), sizeof header);
    bytes.append(row.order);
    bytes.append(row.text);
    if (bytes.size() >= block) {
      file.append(bytes);
      bytes.clear();
    }
  }
  file.append(bytes);
  return {.offset = offset, .size = file.end() - offset};
}

bool run_reader::next(waiting_row& into) {
  if (begin_ == buffer_.size() && next_ == end_) return false;
  need(sizeof(row_header));
  row_header header{};
  std::memcpy(&header, buffer_.data() + begin_, sizeof header);
  need(sizeof header + header.order_size + header.text_size);
  const std::string_view bytes = buffer_;
  begin_ += sizeof header;
  into = {.order = bytes.substr(begin_, header.order_size),
          .text = bytes.substr(begin_ + header.order_size, header.text_size),
          .input = header.input};
  begin_ += header.order_size + header.text_size;
  return true;
}

/// Sees to it that this many bytes are in the buffer behind `begin_`.
void run_reader::need(std::size_t bytes) {
  const std::size_t held = buffer_.size() - begin_;
  if (held >= bytes) return;
  buffer_.erase(0, begin_);
  begin_ = 0;
  const std::uint64_t wanted = std::max(buffer_size_, bytes) - held;
  const std::size_t more = static_cast<std::size_t>(std::min(wanted, end_ - next_));
  buffer_.resize(held + more);
  file_->read(next_, buffer_.data() + held, more);
  next_ += more;
}

}  // namespace millrace
