// The load driver: how fast the engine is, next to a plain loop over the same events.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <string>

#include "latency.hpp"
#include "options.hpp"
#include "throughput.hpp"

namespace {

using namespace millrace::load;

/// What the command line says where a text stands for more than a number.
struct texts {
  std::string span = "200s";
  std::string window = "tumbling:10s";
  std::string function = "sum,count";
  std::string disorder = "500ms";
  std::string checkpoint = "off";
};

int refuse(const std::string& why) {
  fmt::print(stderr, "millrace-load: {}\n", why);
  return status_bad_usage;
}

void add_options(CLI::App& command, throughput_options& chosen, texts& given) {
  command.add_option("--keys", chosen.keys, "Different keys")->type_name("K")->capture_default_str();
  command.add_option("--events", chosen.events, "Events")->type_name("N")->capture_default_str();
  command.add_option("--span", given.span, "Event time that they cover")->type_name("TIME")->capture_default_str();
  command.add_option("--window", given.window, "tumbling:SIZE, sliding:SIZE:SLIDE or session:GAP")
      ->type_name("WINDOW")
      ->capture_default_str();
  command.add_option("--function", given.function, "sum, count or sum,count (both in one pass)")
      ->type_name("NAMES")
      ->capture_default_str();
  command.add_option("--actors", chosen.actors, "Key-group actors")->type_name("A")->capture_default_str();
  command.add_option("--source-actors", chosen.source_actors, "Source actors, each with a split of its own")
      ->type_name("S")
      ->capture_default_str();
  command.add_option("--disorder", given.disorder, "How late an event may come")
      ->type_name("TIME")
      ->capture_default_str();
  command.add_option("--checkpoint", given.checkpoint, "off, or how far epochs are apart, such as 1s")
      ->type_name("off")
      ->capture_default_str();
  command.add_option("--repeat", chosen.repeat, "Turns of engine and reference loop")
      ->type_name("R")
      ->capture_default_str();
  command.add_option("--round", chosen.round, "Records in a round at most")->type_name("N")->capture_default_str();
  command.add_option("--batch", chosen.batch, "Events in a batch")->type_name("N")->capture_default_str();
}

millrace::result<void> read(const texts& given, throughput_options& chosen) {
  const auto take = [](auto parsed, auto& into) -> millrace::result<void> {
    if (!parsed) return parsed.error();
    into = parsed.value();
    return boost::outcome_v2::success();
  };
  if (auto read = take(parse_duration(given.span), chosen.span); !read) return read;
  if (auto read = take(parse_duration(given.disorder), chosen.disorder); !read) return read;
  if (auto read = take(parse_window(given.window), chosen.window); !read) return read;
  if (auto read = take(parse_function(given.function), chosen.function); !read) return read;
  if (given.checkpoint != "off") {
    const auto interval = parse_duration(given.checkpoint);
    if (!interval || interval.value() < millrace::duration{1}) {
      return millrace::error{
          millrace::error_code::option_out_of_range,
          "--checkpoint is \"" + given.checkpoint + "\"; accepted: off, or a time of 1ms at least, such as 1s"};
    }
    chosen.checkpoint = interval.value();
  }
  return check(chosen);
}

}  // namespace

int main(int argc, char** argv) {
  throughput_options chosen;
  texts given;
  CLI::App app("Measures the engine on events in memory, next to a plain loop.", "millrace-load");
  app.require_subcommand(1);
  app.footer(
      "Exit status: 0 done; 1 results differ; 2 bad usage; 5 a run-time failure.\n"
      "peak_anonymous_mib is the highest RssAnon of /proc/self/status, sampled every 5 ms while the engine ran, less\n"
      "the bytes of the input.\n"
      "latency prints the same way, in microseconds: from when an event is there to its row in a callback.\n"
      "Not there yet: recovery, nexmark, --budget and --order.");
  auto* throughput = app.add_subcommand("throughput", "Events per second, and their ratio to those of the loop");
  add_options(*throughput, chosen, given);
  latency_options lone;
  std::string interval = "5ms";
  auto* latency = app.add_subcommand("latency", "How long a lone event takes through an idle live pipeline");
  latency->add_option("--events", lone.events, "Events, one at a time")->type_name("N")->capture_default_str();
  latency->add_option("--interval", interval, "Idle time before each event")->type_name("TIME")->capture_default_str();
  latency->add_option("--actors", lone.actors, "Key-group actors")->type_name("A")->capture_default_str();
  std::string later;
  for (const char* name : {"recovery", "nexmark"}) {
    app.add_subcommand(name, "Not there yet")->allow_extras()->callback([&later, name] { later = name; });
  }
  for (const char* name : {"--budget", "--order"}) {
    throughput
        ->add_option_function<std::string>(
            name, [&later, name](const std::string&) { later = name; }, "Not there yet")
        ->expected(0, 1);
  }

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& wrong) {
    return app.exit(wrong) == 0 ? status_done : status_bad_usage;
  }
  if (!later.empty())
    return refuse(later + " is not there yet; accepted: latency; throughput, without --budget and --order");
  try {
    if (latency->parsed()) {
      const auto pause = parse_duration(interval);
      if (!pause) return refuse(pause.error().message);
      lone.interval = pause.value();
      if (auto wrong = check(lone); !wrong) return refuse(wrong.error().message);
      return run_latency(lone);
    }
    if (auto wrong = read(given, chosen); !wrong) return refuse(wrong.error().message);
    return run_throughput(chosen);
  } catch (const std::exception& thrown) {
    fmt::print(stderr, "millrace-load: {}\n", thrown.what());
    return status_run_failed;
  }
}
