// All output columns of a job as one aggregate function.
#pragma once

#include <absl/container/inlined_vector.h>

#include <cstddef>
#include <memory>
#include <millrace/core/aggregate/aggregate_function.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "aggregate/column_accumulator.hpp"
#include "record/record.hpp"

namespace millrace::command {

/// One output column. `field` is the index into `record_values::fields`; unused by a count of rows.
struct output_column {
  std::string name;
  column_function function;
  std::size_t field = 0;
};

/// Computes every column in one pass over the events. Immutable; copies share the columns.
class column_aggregate {
public:
  using accumulator = absl::InlinedVector<column_accumulator, 2>;

  explicit column_aggregate(std::vector<output_column> columns)
      : columns_(std::make_shared<const std::vector<output_column>>(std::move(columns))) {}

  [[nodiscard]] accumulator create() const;
  /// Nulls are left out, but for a count of rows.
  void add(accumulator& into, const record_values& values, const element_context& context) const;
  void merge(accumulator& into, const accumulator& other) const;
  /// One value a column. Errors: as `result_of`.
  [[nodiscard]] std::vector<column_value> result(const accumulator& of) const;
  [[nodiscard]] std::string_view name() const noexcept { return "columns"; }

private:
  std::shared_ptr<const std::vector<output_column>> columns_;
};

static_assert(aggregate_function<column_aggregate, record_values>);

}  // namespace millrace::command
