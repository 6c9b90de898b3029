# Ends with 0 when a CMakeLists.txt has the word `name` or, for what is no test, takes it with all others by file(GLOB).
{
  sub(/#.*/, "")
  text = text " " $0 " "
}

END {
  gsub(/[()"|]/, " ", text)
  count = split(text, words, /[ \t\n]+/)
  for (i = 1; i <= count; i++) {
    if (words[i] == name) exit 0
    if (name ~ /_test\.cpp$/ || words[i + 2] != "CONFIGURE_DEPENDS" || words[i + 3] != "*.cpp") continue
    if (words[i] == "GLOB_RECURSE" || (words[i] == "GLOB" && name !~ /\//)) exit 0
  }
  exit 1
}
