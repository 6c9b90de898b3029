// Calls a function of the user in a sink.
#pragma once

#include <exception>
#include <millrace/core/error.hpp>
#include <string>

namespace millrace::detail {

/// What `body` throws leaves as a `failure` with `user_function_threw` that says whose it is; a `failure` keeps its
/// code.
template <class Body>
void call_of_user(const char* whose, Body&& body) {
  try {
    body();
  } catch (const failure&) {
    throw;
  } catch (const std::exception& thrown) {
    throw failure(error_code::user_function_threw, std::string(whose) + " threw: " + thrown.what());
  } catch (...) {
    throw failure(error_code::user_function_threw,
                  std::string(whose) + " threw something that is not a std::exception");
  }
}

}  // namespace millrace::detail
