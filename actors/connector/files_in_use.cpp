#include <map>
#include <millrace/actors/connector/files_in_use.hpp>
#include <mutex>

namespace millrace {

namespace {

struct use {
  dev_t device;
  ino_t inode;
  bool writes;
};

struct table {
  std::mutex guard;
  std::map<std::uint64_t, use> uses;  // guarded by `guard`, as is `last`
  std::uint64_t last = 0;
};

table& all() {
  static table instance;
  return instance;
}

}  // namespace

file_claim file_claim::to_read(const struct stat& file) {
  if (!S_ISREG(file.st_mode)) return {};
  table& known = all();
  const std::lock_guard lock(known.guard);
  known.uses.emplace(++known.last, use{file.st_dev, file.st_ino, false});
  return file_claim(known.last);
}

result<file_claim> file_claim::to_write(const struct stat& file, const std::string& name) {
  if (!S_ISREG(file.st_mode)) return file_claim{};
  table& known = all();
  const std::lock_guard lock(known.guard);
  for (const auto& [number, other] : known.uses) {
    if (other.device != file.st_dev || other.inode != file.st_ino) continue;
    if (other.writes) {
      return error{error_code::option_conflict, name + ": another output is written to this file; give each its own"};
    }
    return error{error_code::sink_is_also_input, name + ": this file is also an input; write to another one"};
  }
  known.uses.emplace(++known.last, use{file.st_dev, file.st_ino, true});
  return file_claim(known.last);
}

void file_claim::release() noexcept {
  if (held_ == 0) return;
  table& known = all();
  const std::lock_guard lock(known.guard);
  known.uses.erase(std::exchange(held_, 0));
}

}  // namespace millrace
