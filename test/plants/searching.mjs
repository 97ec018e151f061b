/** The tests that find faults in the search index on Postgres. */
export const suites = {
  entries: ["packages/adapters/test/postgres/PgSearchIndex.", "-t", "out of date"],
  plans: ["packages/adapters/test/postgres/Plans.", "-t", "index of words"],
  prefixes: ["packages/adapters/test/postgres/PgSearchIndex.", "-t", "search through every section"],
  searchGrowth: ["packages/adapters/test/postgres/Plans.", "-t", "grow tenfold"],
  small: ["packages/adapters/test/postgres/Plans.", "-t", "long sections"],
  replaced: ["packages/adapters/test/postgres/AdditiveMigrations.", "-t", "replaced"]
}

export const plants = [
  {
    suite: "entries",
    bug: "a space with search entries of another version counts as up to date",
    package: "adapters",
    file: "postgres/PgSearchIndex.ts",
    from: "version <> $1 and",
    to: "version = left($1, 0) and"
  },
  {
    suite: "plans",
    bug: "search queries do not use the expression that the word index covers",
    package: "adapters",
    file: "postgres/SearchSql.ts",
    from: "(s.words, s.space)`",
    to: "(s.words || '', s.space)`"
  },
  {
    suite: "searchGrowth",
    bug: "a search of an organization reads the texts of all spaces if one has no better match",
    package: "adapters",
    file: "postgres/SearchSql.ts",
    from: "from scope except select",
    to: "from scope union select"
  },
  {
    suite: "small",
    bug: "search tokens are computed for every section of a small table because their cost is underestimated",
    package: "adapters",
    file: "postgres/migrations/initial-schema/Spaces.ts",
    from: "parallel restricted cost 1000",
    to: "parallel restricted cost 10"
  },
  {
    suite: "prefixes",
    bug: "a word in the title that begins with a prefix counts as a word of the text",
    package: "adapters",
    file: "postgres/SearchTokens.ts",
    from: "`split_part(${words}, ${tab}, 2)`",
    to: "`split_part(${words}, ${tab}, 1)`"
  },
  {
    suite: "replaced",
    bug: "replaced tables are emptied while servers of the previous version still use them",
    package: "adapters",
    file: "postgres/Migrations.ts",
    from: "at <= before ? [id] : []",
    to: "at >= before ? [id] : []"
  }
]
