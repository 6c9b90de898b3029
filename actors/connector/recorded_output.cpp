#include <millrace/actors/connector/recorded_output.hpp>
#include <millrace/core/codec/byte_reader.hpp>
#include <millrace/core/codec/byte_writer.hpp>
#include <millrace/core/error.hpp>

namespace millrace {

namespace {
constexpr std::uint8_t format = 1;
}

std::string recorded_output::write() const {
  std::string bytes;
  byte_writer into(bytes);
  into.fixed(format);
  into.count(length);
  into.fixed(static_cast<std::uint8_t>(pending.has_value()));
  if (pending) {
    into.count(pending->file);
    into.count(pending->length);
  }
  return bytes;
}

recorded_output recorded_output::read(std::string_view bytes) {
  byte_reader from(bytes);
  const auto found = from.fixed<std::uint8_t>();
  if (found != format) {
    throw failure(error_code::state_malformed, "an epoch describes an output in format " + std::to_string(found) +
                                                   "; format " + std::to_string(format) + " is accepted");
  }
  recorded_output output{.length = from.count(), .pending = {}};
  if (from.fixed<std::uint8_t>() != 0) {
    const epoch_number file = from.count();
    output.pending = recorded_rows{.file = file, .length = from.count()};
  }
  from.expect_end();
  return output;
}

}  // namespace millrace
