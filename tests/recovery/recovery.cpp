// recovery: kills `millrace run` at random moments and compares what it leaves with an undisturbed run.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>

#include "kill_campaign.hpp"

int main(int argc, char** argv) {
  millrace::recovery::campaign_settings settings;
  std::string program = "build/release/bin/millrace";
  std::string data = "examples/data/flights-20k.jsonl";
  std::string folder;
  CLI::App app{"Kills a job again and again (SIGKILL) and compares its output with that of an undisturbed run."};
  app.add_option("--kills", settings.kills, "How often")->check(CLI::Range(1, 1'000'000));
  app.add_option("--seed", settings.seed, "Of the moments");
  app.add_option("--program", program, "The millrace command")->check(CLI::ExistingFile);
  app.add_option("--data", data, "Flights as JSON lines")->check(CLI::ExistingFile);
  app.add_option("--rate", settings.rate, "Records a second");
  app.add_option("--interval", settings.interval, "From one epoch to the next");
  app.add_option("--folder", folder, "An empty folder to work in, which is kept");
  CLI11_PARSE(app, argc, argv);
  settings.program = std::filesystem::absolute(program);
  settings.data = std::filesystem::absolute(data);
  std::string made = (std::filesystem::temp_directory_path() / "millrace-recovery-XXXXXX").string();
  if (folder.empty()) {
    if (mkdtemp(made.data()) == nullptr) {
      std::cerr << "recovery: cannot make a folder in " << std::filesystem::temp_directory_path() << "\n";
      return 2;
    }
    settings.folder = made;
  } else {
    settings.folder = std::filesystem::absolute(folder);
  }
  const auto found = millrace::recovery::kill_again_and_again(settings);
  std::cout << found.kills << " kills, " << found.runs << " jobs ended; restarts from an epoch within the job "
            << found.restored_inside << ", from its end " << found.restored_at_end << "; late lines undisturbed "
            << found.late_lines << "\n";
  for (const auto& difference : found.differences) std::cout << difference << "\n";
  std::cout << found.differences.size() << " differences\n";
  if (folder.empty() && found.differences.empty()) std::filesystem::remove_all(settings.folder);
  return found.differences.empty() ? 0 : 1;
}
