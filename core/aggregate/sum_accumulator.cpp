#include <algorithm>
#include <millrace/core/aggregate/sum_accumulator.hpp>
#include <millrace/core/error.hpp>
#include <string>

namespace millrace {

namespace {

std::string digits_of(integer_sum::wide number) {
  const bool negative = number < 0;
  std::string reversed;
  do {
    const int digit = static_cast<int>(number % 10);
    reversed += static_cast<char>('0' + (digit < 0 ? -digit : digit));
    number /= 10;
  } while (number != 0);
  if (negative) reversed += '-';
  std::reverse(reversed.begin(), reversed.end());
  return reversed;
}

}  // namespace

void integer_sum::refuse(std::string_view aggregate, wide least, wide greatest) const {
  throw failure(error_code::sum_overflow, std::string(aggregate) + ": the sum " + digits_of(total_) +
                                              " overflows; accepted are sums from " + digits_of(least) + " to " +
                                              digits_of(greatest));
}

}  // namespace millrace
