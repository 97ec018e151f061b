/**
 * Search on 200 spaces of 500 pages, compared with equivalent plain SQL on a separate table:
 * `node test/dist/bench/search.js [address [kind...]]`. With the address of a database it is filled once, or further
 * where an earlier run has stopped, and asked again; without one, an embedded server is filled and emptied.
 */
import { tmpdir } from "node:os"
import { join } from "node:path"
import { EmbeddedPostgres, Postgres } from "@quire/adapters/postgres"
import { SearchIndex, Tokens } from "@quire/core"
import { SearchQueries } from "@quire/core/internal"
import { Effect, Redacted } from "effect"
import { Client } from "pg"
import { asked, type CorpusPage, corpusPage, entryOf } from "./searchCorpus.ts"

const spaces = Number(process.env["QUIRE_BENCH_SPACES"] ?? 200)
const pagesOfSpace = Number(process.env["QUIRE_BENCH_PAGES"] ?? 500)
const queries = Number(process.env["QUIRE_BENCH_QUERIES"] ?? 40)
const limit = 50
const organization = "o"
const [given, ...kinds] = process.argv.slice(2)

const spaceId = (index: number) => `s${String(index).padStart(26, "0")}`

const pages = (space: number) =>
  Array.from({ length: pagesOfSpace }, (_, index) => corpusPage(space * pagesOfSpace + index))

/** One table as one would write it by hand: a weighted tsvector of the whole page. */
const bareTable = `create table if not exists bare_pages (
    id text collate "C" primary key, space text collate "C" not null, tokens tsvector not null, body text not null
  );
  create index if not exists bare_pages_tokens_idx on bare_pages using gin (tokens);
  create index if not exists bare_pages_space_idx on bare_pages (space)`

const bareInsert = `insert into bare_pages select id, $1, setweight(to_tsvector('simple', title), 'A') ||
    setweight(to_tsvector('simple', heading), 'B') || setweight(to_tsvector('simple', body), 'C'), body
  from unnest($2::text[], $3::text[], $4::text[], $5::text[]) as p(id, title, heading, body)`

const placementInsert = `insert into quire.placements
  (id, doc, doc_version, version, created_at, created_by, updated_at, updated_by, kind, organization, parent, position,
    ancestors, readers, active, "deletedAt", deletion)
  select id, '{}', 1, 1, 1, 'system', 1, 'system', 'space', $1, '', id, '{}', '{}', true, null, ''
  from unnest($2::text[]) as s(id) on conflict do nothing`

/** Does something for each space and says how far it is; goes on where an earlier run has stopped. */
const eachSpace = (
  name: string,
  filled: number,
  put: (id: string, pages: ReadonlyArray<CorpusPage>) => Effect.Effect<void>
) =>
  Effect.gen(function* () {
    let spent = 0
    for (let space = filled; space < spaces; space++) {
      const made = pages(space)
      const began = performance.now()
      yield* put(spaceId(space), made)
      spent += performance.now() - began
      if ((space + 1) % 20 === 0) console.log(`${name}: ${space + 1} spaces in ${(spent / 1000).toFixed(1)} s`)
    }
  })

const fill = Effect.fnUntraced(function* (client: Client) {
  const index = yield* SearchIndex.SearchIndex
  const sql = (text: string, values?: Array<unknown>) => Effect.promise(() => client.query(text, values))
  const filled = (table: string) =>
    Effect.map(sql(`select count(distinct space)::int as count from ${table}`), ({ rows }) => Number(rows[0]?.count))
  yield* sql("set session_replication_role = replica")
  yield* sql(bareTable)
  yield* sql(placementInsert, [organization, Array.from({ length: spaces }, (_, at) => spaceId(at))])
  const indexed = yield* filled("quire.search_entries")
  yield* eachSpace("index", indexed, (id, made) => index.update(id, { put: made.map(entryOf), removed: [] }))
  yield* eachSpace("bare", yield* filled("bare_pages"), (id, made) => {
    const column = (of: (page: CorpusPage) => string) => made.map((page) => Tokens.tokenize(of(page)).join(" "))
    const title = column((page) => page.title)
    const heading = column(({ sections }) => sections.map((section) => section.heading).join("\n"))
    const body = column(({ sections }) => sections.map((section) => section.body).join("\n"))
    return Effect.asVoid(sql(bareInsert, [id, made.map((page) => page.id), title, heading, body]))
  })
  yield* sql("vacuum analyze")
})

const quoted = (token: string) => `'${token.replaceAll("'", "''")}'`

const nothing: SearchIndex.SearchQuery = { terms: [], phrases: [], excluded: [] }

const matchOf = (query: string) => {
  const { phrases, prefix, terms } = SearchQueries.parse(query) ?? nothing
  const all = prefix === undefined ? terms : [...terms, prefix]
  return [...all.map(({ word }) => quoted(word)), ...phrases.map((each) => each.map(quoted).join(" <-> "))].join(" & ")
}

/** Ranked by the weights of the fields, as far as the server's own ranking does that. */
const rank = "ts_rank('{0, 0.1, 0.2, 0.4}'::real[], tokens, $1::tsquery)"

const bareInSpace = (query: string, space: string) => ({
  text: `with matched as materialized (
      select id, ${rank} as score, body from bare_pages where tokens @@ $1::tsquery and space = $2
    ) select id, score, left(body, 200), (select count(*) from matched) as total
    from matched order by score desc, id limit ${limit}`,
  values: [matchOf(query), space]
})

const bareEverywhere = (query: string) => ({
  text: `with matched as materialized (
      select id, space, ${rank} as score from bare_pages where tokens @@ $1::tsquery
    ), placed as (
      select *, row_number() over (partition by space order by score desc, id) as place from matched
    ), best as (select space, score from placed where place = 1 order by score desc, space limit ${limit})
    select id, placed.score, left(body, 200), (select count(distinct space) from matched) as total
    from best join placed on placed.space = best.space and place <= 10 join bare_pages using (id)
    order by best.score desc, best.space, place`,
  values: [matchOf(query)]
})

const quantile = (times: ReadonlyArray<number>, share: number) =>
  times.toSorted((left, right) => left - right)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0

const figures = (times: ReadonlyArray<number>) =>
  `${quantile(times, 0.5).toFixed(1).padStart(8)} / ${quantile(times, 0.95).toFixed(1).padStart(8)}`

const timeEach = Effect.fnUntraced(function* (
  texts: ReadonlyArray<string>,
  run: (query: string, index: number) => Effect.Effect<number>
) {
  const times: Array<number> = []
  let hits = 0
  for (const [index, query] of texts.entries()) {
    const began = performance.now()
    hits += yield* run(query, index)
    times.push(performance.now() - began)
  }
  return { times, hits: Math.round(hits / texts.length) }
})

const measure = Effect.fnUntraced(function* (client: Client) {
  const index = yield* SearchIndex.SearchIndex
  const bare = ({ text, values }: { readonly text: string; readonly values: ReadonlyArray<unknown> }) =>
    Effect.map(
      Effect.promise(() => client.query(text, [...values])),
      ({ rows }) => Number(rows[0]?.total ?? 0)
    )
  const parsed = (query: string) => SearchQueries.parse(query) ?? nothing
  const spaceAt = (at: number) => spaceId((at * 37) % spaces)
  console.log("| scope | query | hits | median / p95 ms | bare median / p95 ms | ratio of medians |")
  console.log("|---|---|---|---|---|---|")
  for (const { name, queries: texts } of asked(queries)) {
    if (kinds.length > 0 && !kinds.includes(name)) continue
    const compare = Effect.fnUntraced(function* (
      scope: string,
      own: (query: string, at: number) => Effect.Effect<number>,
      other: (query: string, at: number) => Effect.Effect<number>
    ) {
      yield* timeEach(texts.slice(0, 5), own)
      const mine = yield* timeEach(texts, own)
      const theirs = yield* timeEach(texts, other)
      const ratio = quantile(mine.times, 0.5) / quantile(theirs.times, 0.5)
      console.log(
        `| ${scope} | ${name} | ${mine.hits} | ${figures(mine.times)} | ${figures(theirs.times)} | ${ratio.toFixed(2)} |`
      )
    })
    yield* compare(
      "one space",
      (query, at) => Effect.map(index.search([spaceAt(at)], parsed(query), { offset: 0, limit }), ({ total }) => total),
      (query, at) => bare(bareInSpace(query, spaceAt(at)))
    )
    yield* compare(
      "organization",
      (query) =>
        Effect.map(
          index.searchSpaces({ organization, keys: "all" }, parsed(query), { offset: 0, limit, pagesPerSpace: 10 }),
          ({ total }) => total
        ),
      (query) => bare(bareEverywhere(query))
    )
  }
})

const connected = (url: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const client = new Client({ connectionString: url })
      await client.connect()
      return client
    }),
    (client) => Effect.promise(() => client.end())
  )

const run = Effect.fnUntraced(function* (url: string) {
  const client = yield* connected(url)
  yield* Effect.gen(function* () {
    yield* fill(client)
    const sizes = yield* Effect.promise(() =>
      client.query(`select relname, pg_size_pretty(pg_total_relation_size(oid)) as size from pg_class
        where relname in ('bare_pages', 'search_entries')`)
    )
    console.log(sizes.rows.map(({ relname, size }) => `${relname} ${size}`).join(", "))
    yield* measure(client)
  }).pipe(Effect.provide(Postgres.layer({ url: Redacted.make(url), statementTimeout: 120_000 })))
})

/** An embedded server's database, dropped at the end. */
const embedded = Effect.gen(function* () {
  const { url } = yield* EmbeddedPostgres.start({ directory: join(tmpdir(), `quire-bench-${process.getuid?.() ?? 0}`) })
  const admin = yield* connected(Redacted.value(url))
  const drop = Effect.promise(() => admin.query("drop database if exists bench_search with (force)"))
  yield* drop
  yield* Effect.promise(() => admin.query("create database bench_search"))
  yield* Effect.addFinalizer(() => drop)
  return Redacted.value(url).replace(/\/[^/?]*(\?|$)/, "/bench_search$1")
})

await Effect.runPromise(
  Effect.scoped(Effect.flatMap(given === undefined ? embedded : Effect.succeed(given), (url) => run(url)))
)
