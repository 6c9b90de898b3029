#include <exception>
#include <millrace/core/error.hpp>
#include <millrace/core/operator/user_code.hpp>
#include <new>

namespace millrace::detail {

void throw_again(std::string_view place) {
  const std::string where = ": " + std::string(place);
  try {
    throw;
  } catch (const failure& known) {
    throw failure(known.reason().code, known.reason().message + where);
  } catch (const std::bad_alloc&) {
    throw failure(error_code::out_of_memory, "there is no memory left" + where);
  } catch (const std::exception& unknown) {
    throw failure(error_code::user_function_threw, "a user function threw: " + std::string(unknown.what()) + where);
  } catch (...) {
    throw failure(error_code::user_function_threw,
                  "a user function threw something that is not a std::exception" + where);
  }
}

}  // namespace millrace::detail
