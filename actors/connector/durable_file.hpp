// A file whose bytes are meant to be there after a crash.
#pragma once

#include <cstddef>
#include <cstdint>
#include <millrace/actors/connector/crash_point.hpp>
#include <millrace/actors/connector/file_descriptor.hpp>
#include <millrace/actors/connector/files_in_use.hpp>
#include <string>
#include <string_view>

namespace millrace {

/// What a file is to its sink; tells its crash points apart.
enum class file_role : unsigned char { pending, output };

/// An open regular file that is written at offsets, so that a write that failed is simply made again. Claimed while it
/// is open. Confined to its owner. Failures, unless said otherwise: `sink_unwritable` with the path and the system's
/// reason.
class durable_file {
public:
  enum class opening : unsigned char {
    created,   ///< It must not exist yet. Failures: also `sink_exists`.
    replaced,  ///< Made if it is not there; its bytes stay until `cut`.
    as_it_is   ///< It must exist.
  };

  /// Nothing is open.
  durable_file() = default;

  /// Failures: also those of `file_claim::to_write`.
  durable_file(std::string path, file_role role, opening how);

  void write(std::uint64_t offset, std::string_view bytes);

  /// Reads up to `size` bytes and says how many; fewer only at the end of the file.
  [[nodiscard]] std::size_t read(std::uint64_t offset, char* into, std::size_t size) const;

  [[nodiscard]] std::uint64_t size() const;

  /// The file ends at `length` from now on.
  void cut(std::uint64_t length);

  /// What was written is on disk, and the length. Once it has failed it always fails: the system may have dropped what
  /// it could not write, and would not say so again.
  void sync();

  /// The file's name is on disk too.
  void sync_folder();

  [[nodiscard]] bool is_open() const noexcept { return file_.is_open(); }
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

private:
  void put(std::uint64_t offset, std::string_view bytes);
  [[noreturn]] void refuse(int error_number) const;
  [[nodiscard]] crash_point either(crash_point pending, crash_point output) const noexcept {
    return role_ == file_role::pending ? pending : output;
  }

  std::string path_;
  file_role role_ = file_role::pending;
  file_descriptor file_;
  file_claim claim_;
  int lost_ = 0;  // why a sync failed
};

/// The folder that a path lies in: "." when it names none.
[[nodiscard]] std::string folder_of(const std::string& path);

}  // namespace millrace
