// From a job to a plan: the command as a client of the public API.
#pragma once

#include <memory>
#include <millrace/actors/connector/bad_record.hpp>
#include <millrace/actors/run.hpp>
#include <millrace/core/error.hpp>
#include <millrace/core/plan/logical_plan.hpp>
#include <vector>

#include "job/job.hpp"

namespace millrace::command {

/// A plan, and what its sources tell of bad records, one report a source.
struct built_job {
  logical_plan plan;
  run_options options;
  std::vector<std::shared_ptr<const bad_record_report>> bad_records;
};

/// Builds the plan of a job; nothing is opened. Errors: those of `build`.
result<built_job> build_plan(const job& of);

}  // namespace millrace::command
