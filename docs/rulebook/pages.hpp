// The pages of docs/rules: one a family.
#pragma once

#include <rulebook/registry.hpp>

namespace shardwise::rulebook {

/// The page of a family, in Markdown: every op on every combination of states of one axis.
std::string page(const Family& family);
/// The page that lists the others.
std::string index_page();

}  // namespace shardwise::rulebook
