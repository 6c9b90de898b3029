#include <charconv>
#include <millrace/core/plan/logical_plan.hpp>
#include <millrace/core/plan/timing_words.hpp>

namespace millrace {

namespace {

std::string quoted(const std::string& name) {
  return "'" + name + "'";
}

std::string number(double value) {
  char text[64];
  const auto written = std::to_chars(text, text + sizeof text, value);
  return {text, written.ptr};
}

std::string timing(const source_node& source) {
  std::string line = source.idle_timeout ? "idle after " + in_milliseconds(*source.idle_timeout) : "never idle by time";
  line += ", when all are idle " + words_of(source.all_idle) + ", reports " + words_of(source.report);
  if (source.rate > 0) line += ", at most " + number(source.rate) + " records/s";
  return line;
}

template <class Nodes>
std::string names(const Nodes& nodes, const std::vector<std::size_t>& chosen) {
  std::string line;
  for (const std::size_t index : chosen) {
    if (!line.empty()) line += ", ";
    line += quoted(nodes[index].name);
  }
  return line;
}

}  // namespace

std::string logical_plan::explain() const {
  const auto receivers_of = [this](const output_node& output) -> std::string {
    if (output.next_stage) return " to stage " + quoted(stages[*output.next_stage].name);
    return output.sinks.empty() ? ": not connected" : " to " + names(sinks, output.sinks);
  };
  std::string text = "pipeline " + quoted(name) + "\n";
  for (const source_node& source : sources) {
    text += "source " + quoted(source.name) + ": " + source.kind + "\n";
    text += "  steps: " + source.steps + "\n";
    text += "  timing: " + timing(source) + "\n";
  }
  for (std::size_t i = 0; i < stages.size(); ++i) {
    const stage_node& stage = stages[i];
    const std::string from =
        stage.previous_stage ? "stage " + quoted(stages[*stage.previous_stage].name) : names(sources, stage.sources);
    text += "exchange " + std::to_string(i) + ": " + from + " to stage " + quoted(stage.name) + ", by key group\n";
    text += "stage " + quoted(stage.name) + ": " + stage.window + "\n";
    text += "  operator: " + stage.operator_name + "\n";
    for (const output_node& output : stage.outputs) {
      text += "  output " + quoted(output.name) + receivers_of(output) + "\n";
    }
  }
  for (const sink_node& sink : sinks) text += "sink " + quoted(sink.name) + ": " + sink.kind + "\n";
  return text;
}

}  // namespace millrace
