#include "chosen_function.hpp"

#include <concepts>
#include <type_traits>

namespace conformance {
namespace {

answer as_answer(std::integral auto number) {
  return static_cast<std::int64_t>(number);
}
answer as_answer(std::vector<std::int64_t> list) {
  return list;
}

}  // namespace

chosen_function::chosen_function(function_name name) : function_(collected({})), values_({}) {
  switch (name) {
    case function_name::sum:
    case function_name::sum_with_window: function_ = over_values<millrace::sum_aggregate>({}); return;
    case function_name::count: function_ = millrace::count(); return;
    case function_name::min: function_ = over_values<millrace::min_aggregate>({}); return;
    case function_name::max: function_ = over_values<millrace::max_aggregate>({}); return;
    case function_name::first: function_ = over_values<millrace::first_aggregate>({}); return;
    case function_name::last: function_ = over_values<millrace::last_aggregate>({}); return;
    case function_name::collect: return;
  }
}

chosen_function::accumulator chosen_function::create() const {
  return std::visit([&](const auto& function) { return accumulator{function.create(), values_.create()}; }, function_);
}

void chosen_function::add(accumulator& sofar, std::int64_t value, const millrace::element_context& context) const {
  std::visit(
      [&](const auto& function) {
        auto& own = std::get<millrace::accumulator_of<std::decay_t<decltype(function)>>>(sofar.chosen);
        millrace::add_element(function, own, value, context);
      },
      function_);
  values_.add(sofar.values, value, context);
}

void chosen_function::merge(accumulator& sofar, const accumulator& other) const {
  std::visit(
      [&](const auto& function) {
        using own = millrace::accumulator_of<std::decay_t<decltype(function)>>;
        function.merge(std::get<own>(sofar.chosen), std::get<own>(other.chosen));
      },
      function_);
  values_.merge(sofar.values, other.values);
}

outcome chosen_function::result(const accumulator& all) const {
  return std::visit(
      [&](const auto& function) {
        using own = millrace::accumulator_of<std::decay_t<decltype(function)>>;
        return outcome{as_answer(function.result(std::get<own>(all.chosen))), values_.result(all.values)};
      },
      function_);
}

std::string_view chosen_function::name() const {
  return std::visit([](const auto& function) { return std::string_view(function.name()); }, function_);
}

}  // namespace conformance
