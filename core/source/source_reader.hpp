// Readers: the concept that a source of records models, one reader a split.
#pragma once

#include <concepts>
#include <cstddef>
#include <millrace/core/error.hpp>
#include <millrace/core/time/event_time.hpp>
#include <span>
#include <vector>

namespace millrace {

/// What one call of `read` brought.
enum class read_status : unsigned char {
  record,     ///< `into` holds the next record.
  dry,        ///< Nothing now, perhaps later. Only live readers say it.
  end,        ///< Nothing more, ever. Said again on every further call.
  watermark,  ///< No record, but the reader's own watermark (with the strategy `manual`).
  idle,       ///< No record: the reader declares itself idle.
  active,     ///< No record: the reader declares itself active again.
};

/// The answer of `read`. `mark` is used with `read_status::watermark` only.
struct read_outcome {
  read_status status = read_status::end;
  watermark mark{};
};

/// Reads the records of one split, in order. Confined to its source actor, which may block in it if the source says
/// `blocking`. `into` may hold an earlier record: assign to it, so that its memory is used again. Bad input is skipped
/// and counted, or leaves as `failure` naming the place, as the reader's own options say.
template <class Reader>
concept source_reader = std::movable<Reader> && requires(Reader reader, typename Reader::value_type& into) {
  { reader.read(into) } -> std::same_as<read_outcome>;
};

/// A reader that can be set back: `mark()` says where the next record begins, and a reader of the same split that is
/// given it by `resume` reads on from there. A mark is a value of its own. A reader that cannot always do so says it
/// with `bool can_resume() const`.
template <class Reader>
concept resumable_reader = source_reader<Reader> && requires(Reader reader, const Reader readable) {
  { readable.mark() } -> std::copyable;
  reader.resume(readable.mark());
};

/// A reader whose next records lie side by side in memory, so that they need not be copied out one by one: `ahead(n)`
/// gives the next records, n at most, without reading them, valid until the reader is called again; empty, `read` says
/// why. `skip(n)` reads past the first n of them.
template <class Reader>
concept looks_ahead = source_reader<Reader> && requires(Reader reader, std::size_t records) {
  { reader.ahead(records) } -> std::same_as<std::span<const typename Reader::value_type>>;
  reader.skip(records);
};

/// A description of a source: cheap to copy, opened at start. `open` gives one reader a split (none is allowed) or says
/// what is missing. `blocking` says that `read` waits for a file or a socket, which keeps it off shared threads.
template <class Source>
concept split_source = std::copy_constructible<Source> && source_reader<typename Source::reader_type> &&
    requires(const Source source) {
  { source.open() } -> std::same_as<result<std::vector<typename Source::reader_type>>>;
  { Source::blocking } -> std::convertible_to<bool>;
};

}  // namespace millrace
