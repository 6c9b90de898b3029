#include <millrace/actors/connector/quarantine_file.hpp>

namespace millrace {

result<std::shared_ptr<quarantine_file>> quarantine_file::open(std::string path, bool overwrite, std::size_t splits) {
  result<std::unique_ptr<line_output>> output = line_output::open(std::move(path), overwrite);
  if (!output) return output.error();
  return std::make_shared<quarantine_file>(std::move(output.value()), splits);
}

quarantine_file::~quarantine_file() {
  try {
    output_->flush();
  } catch (const failure&) {
    // A run that ended normally has flushed before; one that failed has said why already.
  }
}

void quarantine_file::split_started() {
  const std::lock_guard lock(guard_);
  output_->begin();
}

void quarantine_file::append(std::string_view line) {
  const std::lock_guard lock(guard_);
  output_->append(line);
}

void quarantine_file::flush() {
  const std::lock_guard lock(guard_);
  output_->flush();
}

void quarantine_file::split_ended() {
  const std::lock_guard lock(guard_);
  if (--splits_ == 0) {
    output_->finish();
  } else {
    output_->flush();
  }
}

}  // namespace millrace
