// The layout of keys, for what stores entries: it lies in core, where operators write their entries with it.
#pragma once

#include <millrace/core/codec/key_layout.hpp>
