#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <millrace/storage/directory_lock.hpp>
#include <millrace/storage/lmdb/handles.hpp>
#include <millrace/storage/lmdb/run_keys.hpp>
#include <millrace/storage/state_store.hpp>
#include <system_error>
#include <utility>
#include <vector>

namespace millrace {

namespace {

constexpr std::string_view format_key = "format";
constexpr std::string_view format_value = "millrace state 1";
constexpr std::string_view epoch_key = "epoch";
constexpr std::string_view record_key = "record";
constexpr unsigned tables = 3;

std::optional<std::string_view> get(const lmdb::transaction& within, MDB_dbi table, std::string_view key) {
  MDB_val wanted = lmdb::value_of(key);
  MDB_val found{};
  const int code = mdb_get(within.get(), table, &wanted, &found);
  if (code == MDB_NOTFOUND) return std::nullopt;
  lmdb::check(code, within.place(), "reading");
  return lmdb::bytes_of(found);
}

void put(const lmdb::transaction& within, MDB_dbi table, std::string_view key, std::string_view value,
         unsigned flags = 0) {
  MDB_val at = lmdb::value_of(key);
  MDB_val bytes = lmdb::value_of(value);
  lmdb::check(mdb_put(within.get(), table, &at, &bytes, flags), within.place(), "writing");
}

void remove(const lmdb::transaction& within, MDB_dbi table, std::string_view key) {
  MDB_val at = lmdb::value_of(key);
  const int code = mdb_del(within.get(), table, &at, nullptr);
  if (code != MDB_NOTFOUND) lmdb::check(code, within.place(), "removing");
}

std::string place_of(const std::string& directory) {
  return "state directory '" + directory + "'";
}

}  // namespace

struct state_store::implementation {
  std::optional<directory_lock> lock;
  lmdb::environment within;
  MDB_dbi facts = 0;  // format, epoch, record
  MDB_dbi base = 0;
  MDB_dbi runs = 0;
  std::string place;

  [[nodiscard]] lmdb::transaction begin(unsigned flags) const { return {within.get(), flags, place}; }

  void open_environment(const options& chosen) {
    MDB_env* made = nullptr;
    lmdb::check(mdb_env_create(&made), place, "making an environment");
    within.reset(made);
    lmdb::check(mdb_env_set_maxdbs(made, tables), place, "setting the number of tables");
    lmdb::check(mdb_env_set_maxreaders(made, chosen.readers), place, "setting the number of readers");
    lmdb::check(mdb_env_set_mapsize(made, chosen.map_size), place, "setting the map size");
    const std::string file = chosen.directory + "/state.mdb";
    const unsigned flags = MDB_NOSUBDIR | MDB_NOTLS | (chosen.read_only ? unsigned{MDB_RDONLY} : 0U);
    lmdb::check(mdb_env_open(made, file.c_str(), flags, 0644), place, "opening state.mdb");
  }

  void open_tables(bool read_only) {
    lmdb::transaction opening = begin(read_only ? unsigned{MDB_RDONLY} : 0U);
    const unsigned create = read_only ? 0U : unsigned{MDB_CREATE};
    const auto open = [&](const char* name, MDB_dbi& into) {
      const int code = mdb_dbi_open(opening.get(), name, create, &into);
      if (code == MDB_NOTFOUND) throw failure(error_code::state_malformed, place + " holds no state");
      lmdb::check(code, place, "opening a table");
    };
    open("facts", facts);
    open("base", base);
    open("runs", runs);
    const auto format = get(opening, facts, format_key);
    if (format && *format != format_value) {
      throw failure(error_code::state_refused, place + " has the format '" + std::string(*format) +
                                                   "'; this version reads '" + std::string(format_value) + "'");
    }
    if (!format && !read_only) put(opening, facts, format_key, format_value);
    opening.commit();
  }

  [[nodiscard]] std::optional<epoch_number> epoch_in(const lmdb::transaction& seen) const {
    const auto stored = get(seen, facts, epoch_key);
    return stored ? std::optional(lmdb::epoch_of(*stored)) : std::nullopt;
  }
};

struct state_snapshot::implementation {
  const state_store::implementation& store;
  lmdb::transaction seen;
  std::vector<epoch_number> runs;  // that are not merged, newest first
};

result<state_store> state_store::open(options chosen) {
  auto made = std::make_unique<implementation>();
  made->place = place_of(chosen.directory);
  std::error_code cannot;
  if (!chosen.read_only) std::filesystem::create_directories(chosen.directory, cannot);
  if (cannot) {
    return error{error_code::state_unwritable, made->place + " cannot be made: " + cannot.message()};
  }
  if (!chosen.read_only) {
    auto lock = directory_lock::take(chosen.directory);
    if (!lock) return lock.error();
    made->lock.emplace(std::move(lock).value());
  }
  try {
    made->open_environment(chosen);
    made->open_tables(chosen.read_only);
  } catch (const failure& refused) {
    return refused.reason();
  }
  return state_store{std::move(made)};
}

state_store::state_store(std::unique_ptr<implementation> made) : implementation_(std::move(made)) {}
state_store::state_store(state_store&&) noexcept = default;
state_store& state_store::operator=(state_store&&) noexcept = default;
state_store::~state_store() = default;

void state_store::commit(epoch_number epoch, std::span<const stored_change> changes, std::string_view record) {
  const auto& store = *implementation_;
  lmdb::transaction writing = store.begin(0);
  if (const auto last = store.epoch_in(writing); last && epoch <= *last) {
    throw failure(error_code::internal,
                  store.place + ": epoch " + std::to_string(epoch) + " does not follow epoch " + std::to_string(*last));
  }
  std::string value;
  for (const stored_change& change : changes) {
    if (change.key.empty() || change.key.size() > longest_key) {
      throw failure(error_code::internal, store.place + ": a key of " + std::to_string(change.key.size()) +
                                              " bytes; 1 to " + std::to_string(longest_key) + " are accepted");
    }
    lmdb::encode_run_value(change.value, value);
    put(writing, store.runs, lmdb::run_key(epoch, change.key), value, MDB_APPEND);
  }
  put(writing, store.facts, epoch_key, lmdb::run_key(epoch, {}));
  put(writing, store.facts, record_key, record);
  writing.commit();
}

bool state_store::merge(std::size_t entries) {
  const auto& store = *implementation_;
  lmdb::transaction writing = store.begin(0);
  bool is_left = true;
  for (std::size_t moved = 0; moved < entries; ++moved) {
    MDB_val at{};
    MDB_val held{};
    const lmdb::cursor first = lmdb::open_cursor(writing, store.runs);
    is_left = lmdb::move(first.get(), at, held, MDB_FIRST, store.place);
    if (!is_left) break;
    // What is read lies in pages that writing may move.
    const std::string key(lmdb::bytes_of(at));
    const std::string value(lmdb::bytes_of(held));
    if (const auto kept = lmdb::decode_run_value(value)) {
      put(writing, store.base, lmdb::entry_of(key), *kept);
    } else {
      remove(writing, store.base, lmdb::entry_of(key));
    }
    lmdb::check(mdb_cursor_del(first.get(), 0), store.place, "removing");
  }
  if (is_left) {
    MDB_stat counted{};
    lmdb::check(mdb_stat(writing.get(), store.runs, &counted), store.place, "counting");
    is_left = counted.ms_entries > 0;
  }
  writing.commit();
  return !is_left;
}

std::size_t state_store::unmerged() const {
  const auto& store = *implementation_;
  const lmdb::transaction reading = store.begin(MDB_RDONLY);
  MDB_stat counted{};
  lmdb::check(mdb_stat(reading.get(), store.runs, &counted), store.place, "counting");
  return counted.ms_entries;
}

state_snapshot state_store::snapshot() const {
  const auto& store = *implementation_;
  auto made = std::make_unique<state_snapshot::implementation>(
      state_snapshot::implementation{.store = store, .seen = store.begin(MDB_RDONLY), .runs = {}});
  const lmdb::cursor at = lmdb::open_cursor(made->seen, store.runs);
  MDB_val key{};
  MDB_val value{};
  for (bool found = lmdb::move(at.get(), key, value, MDB_FIRST, store.place); found;) {
    made->runs.insert(made->runs.begin(), lmdb::epoch_of(lmdb::bytes_of(key)));
    const std::string next = lmdb::run_key(made->runs.front() + 1, {});
    key = lmdb::value_of(next);
    found = lmdb::move(at.get(), key, value, MDB_SET_RANGE, store.place);
  }
  return state_snapshot{std::move(made)};
}

state_snapshot::state_snapshot(std::unique_ptr<implementation> made) : implementation_(std::move(made)) {}
state_snapshot::state_snapshot(state_snapshot&&) noexcept = default;
state_snapshot& state_snapshot::operator=(state_snapshot&&) noexcept = default;
state_snapshot::~state_snapshot() = default;

std::optional<epoch_number> state_snapshot::epoch() const {
  return implementation_->store.epoch_in(implementation_->seen);
}

std::string_view state_snapshot::record() const {
  return get(implementation_->seen, implementation_->store.facts, record_key).value_or(std::string_view{});
}

std::optional<std::string> state_snapshot::find(std::string_view key) const {
  const auto& [store, seen, runs] = *implementation_;
  for (const epoch_number run : runs) {
    const auto found = get(seen, store.runs, lmdb::run_key(run, key));
    if (!found) continue;
    const auto value = lmdb::decode_run_value(*found);
    return value ? std::optional<std::string>(*value) : std::nullopt;
  }
  const auto found = get(seen, store.base, key);
  return found ? std::optional<std::string>(*found) : std::nullopt;
}

namespace {

/// One run, or the base, from the first key of a prefix on.
class ordered_entries {
public:
  ordered_entries(const lmdb::transaction& seen, MDB_dbi table, std::string before_keys, std::string_view prefix)
      : place_(seen.place()), at_(lmdb::open_cursor(seen, table)), before_(std::move(before_keys)) {
    prefix_ = before_ + std::string(prefix);
    key_ = lmdb::value_of(prefix_);
    step(prefix_.empty() ? MDB_FIRST : MDB_SET_RANGE);
  }

  [[nodiscard]] bool has() const noexcept { return has_; }
  [[nodiscard]] std::string_view key() const noexcept { return lmdb::bytes_of(key_).substr(before_.size()); }
  [[nodiscard]] std::string_view value() const noexcept { return lmdb::bytes_of(value_); }
  void next() { step(MDB_NEXT); }

private:
  void step(MDB_cursor_op how) {
    has_ = lmdb::move(at_.get(), key_, value_, how, place_) && lmdb::bytes_of(key_).starts_with(prefix_);
  }

  const std::string& place_;
  lmdb::cursor at_;
  std::string before_;
  std::string prefix_;
  MDB_val key_{};
  MDB_val value_{};
  bool has_ = false;
};

}  // namespace

void state_snapshot::scan(std::string_view prefix,
                          const std::function<bool(std::string_view, std::string_view)>& visit) const {
  const auto& [store, seen, runs] = *implementation_;
  std::vector<ordered_entries> newest_first;
  for (const epoch_number run : runs) newest_first.emplace_back(seen, store.runs, lmdb::run_key(run, {}), prefix);
  newest_first.emplace_back(seen, store.base, std::string{}, prefix);
  for (;;) {
    std::optional<std::string_view> least;
    for (const auto& each : newest_first) {
      if (each.has() && (!least || each.key() < *least)) least = each.key();
    }
    if (!least) return;
    bool is_newest = true;
    bool goes_on = true;
    for (std::size_t index = 0; index < newest_first.size(); ++index) {
      auto& each = newest_first[index];
      if (!each.has() || each.key() != *least) continue;
      if (is_newest) {
        const bool is_base = index + 1 == newest_first.size();
        const auto value = is_base ? each.value() : lmdb::decode_run_value(each.value());
        if (value) goes_on = visit(*least, *value);
      }
      is_newest = false;
      each.next();
    }
    if (!goes_on) return;
  }
}

}  // namespace millrace
