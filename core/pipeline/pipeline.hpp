// Everything to define a pipeline; no actors. Begins with `from`, ends with `build`.
#pragma once

#include <millrace/core/aggregate/aggregates.hpp>
#include <millrace/core/element/keyed_value.hpp>
#include <millrace/core/element/row.hpp>
#include <millrace/core/element/side_output.hpp>
#include <millrace/core/pipeline/stream.hpp>
#include <millrace/core/sink/callback_sink.hpp>
#include <millrace/core/source/collection_source.hpp>
#include <millrace/core/source/generator_source.hpp>
#include <millrace/core/watermark/bounded_disorder.hpp>
#include <millrace/core/watermark/manual_watermarks.hpp>
#include <millrace/core/watermark/monotonous.hpp>
#include <millrace/core/watermark/punctuated.hpp>
#include <millrace/core/window/session.hpp>
#include <millrace/core/window/sliding.hpp>
#include <millrace/core/window/tumbling.hpp>
