#include <millrace/actors/connector/input_paths.hpp>
#include <millrace/actors/connector/line_record_reader.hpp>
#include <millrace/actors/connector/utf8.hpp>

namespace millrace {

namespace {

constexpr std::size_t greatest_max_line = std::size_t{1} << 30U;

result<std::vector<line_reader>> open_lines(const std::string& path, std::size_t max_line,
                                            unterminated_line last_line) {
  std::vector<line_reader> readers;
  if (path == "-") {
    readers.push_back(line_reader::standard_input(max_line, last_line));
    return readers;
  }
  result<std::vector<std::string>> files = expand_input_path(path);
  if (!files) return files.error();
  for (std::string& file : files.value()) {
    result<line_reader> reader = line_reader::open(std::move(file), max_line, last_line);
    if (!reader) return reader.error();
    readers.push_back(std::move(reader.value()));
  }
  return readers;
}

}  // namespace

result<std::vector<line_record_reader>> line_record_reader::open_all(const std::string& path, std::size_t max_line,
                                                                     const bad_record& on_error,
                                                                     std::shared_ptr<bad_record_report> report,
                                                                     unterminated_line last_line) {
  if (path.empty()) {
    return error{error_code::option_missing, "a line source without a path; a file, a glob or \"-\" is accepted"};
  }
  if (max_line == 0 || max_line > greatest_max_line) {
    return error{error_code::option_out_of_range, path + ": max_line is " + std::to_string(max_line) + " bytes; 1 to " +
                                                      std::to_string(greatest_max_line) + " is accepted"};
  }
  if (on_error.what == bad_record::kind::quarantine && on_error.path.empty()) {
    return error{error_code::option_missing, path + ": a quarantine without a path; a file is needed"};
  }
  result<std::vector<line_reader>> lines = open_lines(path, max_line, last_line);
  if (!lines) return lines.error();
  std::vector<line_record_reader> readers;
  readers.reserve(lines.value().size());
  for (line_reader& reader : lines.value()) {
    readers.push_back(line_record_reader(std::move(reader), max_line, on_error.what, report));
  }
  if (on_error.what == bad_record::kind::quarantine) {
    result<std::shared_ptr<quarantine_file>> quarantine =
        quarantine_file::open(on_error.path, on_error.overwrite, readers.size());
    if (!quarantine) return quarantine.error();
    for (line_record_reader& reader : readers) reader.quarantine_ = quarantine.value();
  }
  return readers;
}

read_status line_record_reader::next(std::string_view& line) {
  if (!started_) start();
  while (true) {
    switch (lines_.next(line)) {
      case line_status::line: {
        const std::size_t valid = valid_utf8_length(line);
        if (valid == line.size()) return read_status::record;
        refuse(error_code::record_malformed, "not UTF-8 at byte " + std::to_string(valid + 1) + " of the line", line);
        break;
      }
      case line_status::too_long:
        refuse(error_code::record_too_long,
               "the line is longer than " + std::to_string(max_line_) + " bytes (max_line)", line);
        break;
      case line_status::dry:
        if (quarantine_ != nullptr) quarantine_->flush();
        return read_status::dry;
      case line_status::end: end(); return read_status::end;
    }
  }
}

void line_record_reader::refuse(error_code code, const std::string& why, std::string_view raw) {
  const error bad{code, position() + ": " + why};
  if (on_error_ == bad_record::kind::fail) throw failure(bad);
  if (quarantine_ != nullptr) quarantine_->append(raw);
  report_->add(bad);
}

std::optional<error> line_record_reader::not_storable() const {
  if (on_error_ != bad_record::kind::quarantine) return std::nullopt;
  return error{error_code::option_conflict,
               lines_.name() +
                   ": bad records go to a quarantine file, where those behind an epoch would come twice after a "
                   "restore; with state, on_error fail or skip is accepted"};
}

void line_record_reader::start() {
  started_ = true;
  if (quarantine_ != nullptr) quarantine_->split_started();
}

void line_record_reader::end() {
  if (quarantine_ == nullptr) return;
  const std::shared_ptr<quarantine_file> ended = std::move(quarantine_);
  ended->split_ended();
}

}  // namespace millrace
