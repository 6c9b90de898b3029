#include <dirent.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <memory>
#include <millrace/actors/connector/pending_files.hpp>
#include <millrace/core/error.hpp>
#include <utility>

namespace millrace {

namespace {

constexpr std::string_view infix = ".epoch-";
constexpr std::string_view suffix = ".pending";
constexpr std::size_t block = 256 * 1024;

bool is_pending_of(std::string_view prefix, std::string_view name) {
  if (!name.starts_with(prefix)) return false;
  name.remove_prefix(prefix.size());
  if (!name.starts_with(infix) || !name.ends_with(suffix)) return false;
  name.remove_prefix(infix.size());
  if (name.size() <= suffix.size()) return false;
  name.remove_suffix(suffix.size());
  return std::all_of(name.begin(), name.end(), [](char each) { return each >= '0' && each <= '9'; });
}

void copy_blocks(const durable_file& file, std::uint64_t from, std::uint64_t to,
                 const std::function<void(std::uint64_t, std::string_view)>& take) {
  std::string buffer;
  while (from < to) {
    buffer.resize(static_cast<std::size_t>(std::min<std::uint64_t>(block, to - from)));
    if (file.read(from, buffer.data(), buffer.size()) != buffer.size()) {
      throw failure(error_code::sink_unwritable, file.path() + ": this file has become shorter than the " +
                                                     std::to_string(to) + " bytes of its rows");
    }
    take(from, buffer);
    from += buffer.size();
  }
}

}  // namespace

pending_files::~pending_files() {
  if (finished_ && open_) ::unlink(open_->file.path().c_str());
}

std::string pending_files::path_of(epoch_number epoch) const {
  return prefix_ + std::string(infix) + std::to_string(epoch) + std::string(suffix);
}

void pending_files::append(std::string_view bytes) {
  if (bytes.empty()) return;
  if (!open_) {
    piece made{.number = next_, .file = {path_of(next_), file_role::pending, durable_file::opening::replaced}};
    if (made.file.size() > 0) made.file.cut(0);
    open_ = std::move(made);
  }
  open_->file.write(open_->length, bytes);
  open_->length += bytes.size();
}

std::optional<recorded_rows> pending_files::prepare(epoch_number epoch) {
  remove_dropped();
  if (open_ && prepared_) {
    join();
  } else if (open_) {
    open_->file.sync();
    open_->file.sync_folder();
    prepared_ = std::exchange(open_, std::nullopt);
  }
  prepared_up_to_ = epoch;
  next_ = epoch + 1;
  if (!prepared_) return std::nullopt;
  return recorded_rows{.file = prepared_->number, .length = prepared_->length};
}

/// The prepared file is not written to before its epoch has failed, and then only behind what that epoch says: it may
/// be on disk all the same.
void pending_files::join() {
  copy_blocks(open_->file, 0, open_->length, [this](std::uint64_t offset, std::string_view bytes) {
    prepared_->file.write(prepared_->length + offset, bytes);
  });
  prepared_->file.sync();
  prepared_->length += open_->length;
  drop(open_);
  remove_dropped();
}

void pending_files::for_each_block(std::uint64_t from,
                                   const std::function<void(std::uint64_t, std::string_view)>& take) const {
  if (prepared_) copy_blocks(prepared_->file, from, prepared_->length, take);
}

void pending_files::settle(epoch_number epoch) {
  if (settled_up_to_ == epoch) return;
  drop(settled_);
  settled_ = std::exchange(prepared_, std::nullopt);
  settled_up_to_ = epoch;
}

void pending_files::empty_settled() {
  if (!settled_ || settled_->length == 0) return;
  settled_->file.cut(0);
  settled_->length = 0;
}

std::optional<std::uint64_t> pending_files::recover(epoch_number epoch, const recorded_rows& recorded) {
  recover(epoch);
  const std::string path = path_of(recorded.file);
  if (!std::filesystem::exists(path)) return std::nullopt;
  piece found{.number = recorded.file, .file = {path, file_role::pending, durable_file::opening::as_it_is}};
  const std::uint64_t size = found.file.size();
  if (size == 0) {
    settled_ = std::move(found);
    settled_up_to_ = epoch;
  } else if (size >= recorded.length) {
    found.length = recorded.length;
    prepared_ = std::move(found);
  }
  return size;
}

void pending_files::recover(epoch_number epoch) noexcept {
  open_.reset();
  prepared_.reset();
  settled_.reset();
  prepared_up_to_ = epoch;
  settled_up_to_.reset();
  next_ = epoch + 1;
}

void pending_files::remove_strays() {
  const std::string folder = folder_of(prefix_);
  const std::string prefix = std::filesystem::path(prefix_).filename().string();
  const std::unique_ptr<DIR, int (*)(DIR*)> listed(::opendir(folder.c_str()), ::closedir);
  if (!listed) throw failure(error_code::sink_unwritable, folder + ": " + system_text(errno));
  while (const dirent* entry = ::readdir(listed.get())) {
    if (!is_pending_of(prefix, entry->d_name)) continue;
    const std::string path = std::string(prefix_, 0, prefix_.size() - prefix.size()) + entry->d_name;
    const auto uses = [&](const std::optional<piece>& used) { return used && used->file.path() == path; };
    if (!uses(open_) && !uses(prepared_) && !uses(settled_)) dropped_.push_back(path);
  }
  remove_dropped();
}

void pending_files::drop(std::optional<piece>& dropped) {
  if (!dropped) return;
  dropped_.push_back(dropped->file.path());
  dropped.reset();
}

void pending_files::remove_dropped() {
  while (!dropped_.empty()) {
    reached(crash_point::remove_pending);
    if (::unlink(dropped_.back().c_str()) != 0 && errno != ENOENT) {
      throw failure(
          error_code::sink_unwritable,
          dropped_.back() + ": this file of rows that are written already cannot be removed: " + system_text(errno));
    }
    dropped_.pop_back();
  }
}

}  // namespace millrace
