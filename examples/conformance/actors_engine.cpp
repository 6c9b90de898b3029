#include "actors_engine.hpp"

#include "actors_run.hpp"

namespace conformance {

observation actors_engine::run_case(const test_case& wanted) {
  return actors_run(wanted, shape_).run();
}

}  // namespace conformance
