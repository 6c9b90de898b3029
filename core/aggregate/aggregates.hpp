// Every built-in aggregate.
#pragma once

#include <millrace/core/aggregate/aggregate_function.hpp>
#include <millrace/core/aggregate/collect.hpp>
#include <millrace/core/aggregate/count.hpp>
#include <millrace/core/aggregate/first.hpp>
#include <millrace/core/aggregate/last.hpp>
#include <millrace/core/aggregate/max.hpp>
#include <millrace/core/aggregate/mean.hpp>
#include <millrace/core/aggregate/min.hpp>
#include <millrace/core/aggregate/reduce.hpp>
#include <millrace/core/aggregate/several.hpp>
#include <millrace/core/aggregate/sum.hpp>
#include <millrace/core/aggregate/top_n.hpp>
