#include "aggregate/column_aggregate.hpp"

namespace millrace::command {

column_aggregate::accumulator column_aggregate::create() const {
  accumulator made;
  for (const auto& column : *columns_) made.push_back(make_accumulator(column.function.kind));
  return made;
}

void column_aggregate::add(accumulator& into, const record_values& values, const element_context& context) const {
  for (std::size_t at = 0; at < columns_->size(); ++at) {
    const auto& column = (*columns_)[at];
    if (column.function.field.empty()) {
      command::add(column.function, into[at], json_value(), context.arrival);
    } else if (const auto& value = values.fields[column.field]; !value.is_null()) {
      command::add(column.function, into[at], value, context.arrival);
    }
  }
}

void column_aggregate::merge(accumulator& into, const accumulator& other) const {
  for (std::size_t at = 0; at < columns_->size(); ++at) command::merge((*columns_)[at].function, into[at], other[at]);
}

std::vector<column_value> column_aggregate::result(const accumulator& of) const {
  std::vector<column_value> values;
  values.reserve(columns_->size());
  for (std::size_t at = 0; at < columns_->size(); ++at) {
    const auto& column = (*columns_)[at];
    values.push_back(result_of(column.function, of[at], column.name));
  }
  return values;
}

}  // namespace millrace::command
