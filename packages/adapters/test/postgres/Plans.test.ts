import { assert, layer } from "@effect/vitest"
import {
  AccessFacts,
  ApiToken,
  ContentStore,
  Grant,
  Member,
  Placement,
  Repository,
  RowStore,
  SearchIndex
} from "@quire/core"
import { SearchPages, Suite } from "@quire/testing"
import { Effect, Layer } from "effect"
import { PgSession } from "../../src/postgres/PgSession.ts"
import * as Plan from "./support/Plan.ts"
import * as Recorder from "./support/Recorder.ts"

const size = 10_000
const limit = 51

const own = "doc, doc_version, version, created_at, created_by, updated_at, updated_by"
const ownValues = `'{"accessChain":[["s0001"],["c1"]]}', 1, 1, 1, 'system', 1, 'system'`

/** Two organizations of the same size, each with everything under one parent; half of `o` is for its members. */
const filled = Effect.gen(function* () {
  const { atomic, script } = yield* PgSession
  const each = (organization: string) => `
    insert into quire.users (id, ${own}, email, words)
      select '${organization}u' || n, ${ownValues}, '${organization}' || n, 'name ' || n from generate_series(1, ${size}) n;
    insert into quire.organizations (id, ${own}, hostname, "hasHostname", "emailDomains")
      values ('${organization}', ${ownValues}, '', false, '{}');
    insert into quire.members (id, ${own}, organization, "user", role, disabled, "joinedAt", teams, words)
      select '${organization}.${organization}u' || n, ${ownValues}, '${organization}', '${organization}u' || n, 'read',
        false, n, array['t' || n % 10], 'name ' || n from generate_series(1, ${size}) n;
    insert into quire.members_counters (id) select id from quire.members where organization = '${organization}';
    insert into quire.api_tokens (id, ${own}, "user", digest)
      select '${organization}t' || n, ${ownValues}, '${organization}u' || n, '${organization}d' || n
      from generate_series(1, ${size}) n;
    insert into quire.placements (id, ${own}, kind, organization, parent, position, ancestors, readers, active, "deletedAt", deletion)
      select '${organization}s' || lpad(n::text, 6, '0'), ${ownValues}, 'space', '${organization}', '',
        lpad((n * 7919 % ${size})::text, 6, '0'), '{}', array['member:${organization}'], n % 10 <> 0,
        case when n % 10 = 0 then n end, '' from generate_series(1, ${size}) n;
    insert into quire.placement_readers (organization, kind, key, placement)
      select organization, kind, case when id < '${organization}s005000' then 'member:' || organization else 'user:other' end, id
      from quire.placements where organization = '${organization}';
    insert into quire.grants (id, ${own}, organization, resource, reader)
      select 'g' || id, ${ownValues}, organization, id, 'team:t1' from quire.placements where organization = '${organization}';`
  const fill = script(`
    set local session_replication_role = replica;
    insert into quire.organizations (id, ${own}, hostname, "hasHostname", "emailDomains")
      select 'other' || n, ${ownValues}, '', false, '{}' from generate_series(1, ${size}) n;
    ${each("o")} ${each("p")}
    insert into quire.content_nodes select 's' || n % 100, 'h' || n, 'text' from generate_series(1, ${size}) n;
    insert into quire.search_entries (space, page, ordinal, section, conditions, heads, signature, words)
      select 's' || n % 200, 'p' || n, 0, '', '[]', '', '\\xff', E'\\t\\nword\\nw' || n || E'\\nmore\\n'
      from generate_series(1, ${size}) n;
    insert into quire.search_spaces (space, version) select distinct space, '' from quire.search_entries;
    insert into quire.search_terms (number, term, audience, sections)
      select n.number, t.term, ('x' || substr(md5('[]'), 1, 16))::bit(64)::bigint, count(*)
      from quire.search_entries s join quire.search_spaces n using (space)
      cross join lateral (select distinct unnest(string_to_array(E'\\n' || s.words, E'\\n')) as term) t
      where t.term <> E'\\t' group by n.number, t.term`)
  yield* atomic(fill)
  yield* script("analyze quire.placements, quire.placement_readers, quire.members, quire.grants, quire.api_tokens")
  yield* script("analyze quire.users, quire.organizations, quire.content_nodes")
  yield* script("vacuum analyze quire.search_entries")
})

/** The plan of the last statement that an effect sends, of one or of `count`. */
const planOf = <A, E, R>(effect: Effect.Effect<A, E, R>, count = 1) =>
  Effect.gen(function* () {
    const sent = yield* Recorder.during(effect)
    assert.lengthOf(sent, count)
    return yield* Plan.of(sent.at(-1) ?? { text: "", params: [] })
  })

layer(Layer.provideMerge(Layer.effectDiscard(filled), Recorder.layer), Suite.live)(`at ${size} rows`, (it) => {
  const siblings = { organization: "o", parent: "", active: true }
  const children = { ...siblings, kind: "space" }
  const inOrganization = { organization: "o", kind: "space", active: true }
  const from = { after: { order: ["005000"], id: "os000001" } }
  const lists: ReadonlyArray<readonly [index: keyof typeof Placement.collection.indexes, RowStore.RowQuery]> = [
    ["siblings", { equals: siblings, limit }],
    ["siblings", { equals: siblings, limit, ...from }],
    ["siblings", { equals: siblings, limit, direction: "desc" }],
    ["siblings", { equals: siblings, limit, direction: "desc", ...from }],
    ["children", { equals: children, limit }],
    ["children", { equals: children, limit, ...from }],
    ["children", { equals: { ...children, kind: { in: ["space", "collection"] } }, limit }],
    ["inOrganization", { equals: inOrganization, limit }],
    ["inOrganization", { equals: inOrganization, limit, after: { order: [], id: "os005000" } }],
    ["deletedIn", { equals: { ...inOrganization, active: false }, range: { from: 100 }, direction: "desc", limit }],
    ["deleted", { equals: { active: false, kind: "space" }, range: { to: 9000 }, limit }]
  ]
  for (const [index, query] of lists) {
    it.effect(`reads a page of ${index} from its part of the index: ${JSON.stringify(query)}`, () =>
      Effect.gen(function* () {
        const store = yield* RowStore.RowStore
        const shape = Repository.shapeOf(Placement.collection)
        const plan = yield* planOf(Effect.map(store.list(shape, index, query), (rows) => assert.lengthOf(rows, limit)))
        assert.deepStrictEqual(plan.scanned, [])
        assert.deepStrictEqual(plan.indexes, [`placements_${index}_idx`])
        assert.isAtMost(plan.rows, limit + 1)
      })
    )
  }

  it.effect("reads members by join, with their counters", () =>
    Effect.gen(function* () {
      const members = yield* Repository.make(Member.collection)
      const { rows, indexes } = yield* planOf(
        Effect.ignore(Effect.sandbox(members.list("inOrganization", { equals: { organization: "o" }, limit })))
      )
      assert.deepStrictEqual(indexes, ["members_counters_pkey", "members_inOrganization_idx"])
      assert.isAtMost(rows, 2 * limit + 1)
    })
  )

  const pages = ["", "os002500"].flatMap((after) =>
    (["asc", "desc"] as const).map((direction) => ({ after, direction }))
  )
  for (const page of pages) {
    it.effect(`reads what a caller may read by reader key, ${page.direction} after "${page.after}"`, () =>
      Effect.gen(function* () {
        const facts = yield* AccessFacts.AccessFacts
        const keys = ["member:o", "user:ou7", "team:t1", "team:t2"]
        const plan = yield* planOf(
          Effect.map(facts.readable("o", "space", keys, { ...page, limit }), (ids) => assert.lengthOf(ids, limit))
        )
        assert.deepStrictEqual(plan.indexes, ["placement_readers_pkey", "placements_pkey"])
        assert.isAtMost(plan.rows, (keys.length + 1) * limit)
      })
    )
  }

  it.effect("reads what a caller with few spaces in a large organization may read", () =>
    Effect.gen(function* () {
      const facts = yield* AccessFacts.AccessFacts
      const plan = yield* planOf(facts.readable("o", "space", ["user:nobody"], { after: "", limit }))
      assert.deepStrictEqual([plan.indexes, plan.rows], [["placement_readers_pkey", "placements_pkey"], 0])
    })
  )

  it.effect("reads the facts of a credential, each row by a key", () =>
    Effect.gen(function* () {
      const facts = yield* AccessFacts.AccessFacts
      const plan = yield* planOf(facts.ofCredential("od5", { _tag: "Placement", kind: "space", id: "os000007" }))
      assert.deepStrictEqual(plan.scanned, [])
      assert.isAtMost(plan.rows, 10)
    })
  )

  it.effect("reads grants of a page of resources", () =>
    Effect.gen(function* () {
      const facts = yield* AccessFacts.AccessFacts
      const resources = Array.from({ length: limit }, (_, index) => `os${String(1000 + index).padStart(6, "0")}`)
      const plan = yield* planOf(
        Effect.map(facts.grants("ou7", ["t1"], resources), (rows) => assert.lengthOf(rows, limit))
      )
      assert.deepStrictEqual([plan.scanned, plan.rows], [[], limit])
    })
  )

  it.effect("reads rows by id and by unique key", () =>
    Effect.gen(function* () {
      const store = yield* RowStore.RowStore
      const byId = yield* planOf(store.getMany(Repository.shapeOf(Grant.collection), ["gos000001", "gps000001"]))
      assert.deepStrictEqual([byId.indexes, byId.rows], [["grants_pkey"], 2])
      const byKey = yield* planOf(store.getBy(Repository.shapeOf(ApiToken.collection), "digest", { digest: "od77" }))
      assert.deepStrictEqual([byKey.indexes, byKey.rows], [["api_tokens_digest_key"], 1])
    })
  )

  it.effect("reads content by space and hash", () =>
    Effect.gen(function* () {
      const content = yield* ContentStore.ContentStore
      const plan = yield* planOf(content.getMany("s1", ["h1", "h101", "h2"]))
      assert.deepStrictEqual([plan.indexes, plan.rows], [["content_nodes_pkey"], 2])
    })
  )

  it.effect("prefetches content, each node by its key", () =>
    Effect.gen(function* () {
      const content = yield* ContentStore.ContentStore
      const wanted = ["s1", "s2"].map((space) => ({ space, root: "absent", path: "", entries: 10 }))
      const plan = yield* planOf(content.getAhead(wanted))
      assert.deepStrictEqual([plan.scanned, plan.indexes, plan.rows], [[], ["content_nodes_pkey"], 0])
    })
  )

  const page = { offset: 0, limit: 10 }
  const many = Array.from({ length: 100 }, (_, at) => `s${at}`)
  const searches: ReadonlyArray<
    readonly [string, (search: typeof SearchIndex.SearchIndex.Service) => Effect.Effect<{ readonly total: number }>]
  > = [
    ["a word", (search) => search.search(["s7"], SearchPages.query("w207"), page)],
    ["a phrase", (search) => search.search(["s7"], SearchPages.query('"w207 more"'), page)],
    ["a prefix", (search) => search.search(["s7"], SearchPages.query("w207*"), page)],
    ["a word in many spaces", (search) => search.search(many, SearchPages.query("w207"), page)],
    [
      "a word in a publication",
      (search) => search.searchPublished([{ space: "s7", passing: [["x"]] }], SearchPages.query("w207"), page)
    ],
    [
      "a word in all spaces",
      (search) => search.searchSpaces({ spaces: many }, SearchPages.query("w207"), { ...page, pagesPerSpace: 3 })
    ]
  ]
  for (const [name, searched] of searches) {
    it.effect(`finds ${name} in the index of words, and computes nothing for other sections`, () =>
      Effect.gen(function* () {
        const search = yield* SearchIndex.SearchIndex
        const plan = yield* planOf(
          Effect.map(searched(search), ({ total }) => assert.strictEqual(total, 1)),
          2
        )
        assert.notInclude(plan.scanned, "search_entries")
        assert.include(plan.indexes, "search_entries_tokens")
        assert.isAtMost(plan.rows, 5)
      })
    )
  }

  it.effect("searches only the sections of one space, and reads displayed ones again", () =>
    Effect.gen(function* () {
      const search = yield* SearchIndex.SearchIndex
      const query = SearchPages.query("word")
      const plan = yield* planOf(
        Effect.map(search.search(["s1"], query, { offset: 0, limit: 10 }), ({ total }) =>
          assert.strictEqual(total, 50)
        ),
        2
      )
      assert.deepStrictEqual(plan.scanned, [])
      assert.isAtMost(plan.rows, 110)
    })
  )
})

const few = 50

layer(Recorder.layer, Suite.live)(`with ${few} long sections`, (it) => {
  it.effect("computes nothing for sections that a search does not find, and reads the ids of each once", () =>
    Effect.gen(function* () {
      const { script } = yield* PgSession
      const search = yield* SearchIndex.SearchIndex
      const sectionOf = (at: number) => ({
        page: `p${at}`,
        isListed: true,
        updatedAt: 0,
        sections: [
          {
            section: "",
            conditions: [],
            title: SearchPages.tokens("cat"),
            heading: SearchPages.tokens(""),
            body: { words: Array.from({ length: 500 }, (_, word) => `w${at * word}`), forms: [] }
          }
        ]
      })
      yield* search.update("s", { put: Array.from({ length: few }, (_, at) => sectionOf(at)), removed: [] })
      yield* script("vacuum analyze quire.search_entries")
      const plan = yield* planOf(search.search(["s"], SearchPages.query('"cat w6"'), { offset: 0, limit: 10 }), 2)
      assert.include(plan.indexes, "search_entries_tokens")
      assert.isAtMost(plan.rows, 2 * few)
    })
  )
})

const spacesOf = (pages: number) => Array.from({ length: 10 }, (_, at) => `${pages}-${at}`)

/** Every page has the word in its text. In all spaces but the last, which is small, ten pages have it in their titles. */
const filledSpaces = (pages: number) =>
  Effect.gen(function* () {
    const search = yield* SearchIndex.SearchIndex
    const pageOf = (isTitled: boolean, at: number) =>
      SearchPages.page(`p${at}`, isTitled ? "word" : "", { body: "word" })
    for (const [at, space] of spacesOf(pages).entries()) {
      const isLast = at === 9
      const put = Array.from({ length: isLast ? 5 : pages }, (_, page) => pageOf(!isLast && page < 10, page))
      yield* search.update(space, { put, removed: [] })
    }
  })

layer(Recorder.layer, Suite.live)("in spaces that grow tenfold", (it) => {
  it.effect("reads texts with a common word only in spaces that do not have it in enough titles", () =>
    Effect.gen(function* () {
      const { script } = yield* PgSession
      const search = yield* SearchIndex.SearchIndex
      yield* Effect.forEach([20, 200], filledSpaces)
      yield* script("vacuum analyze quire.search_entries")
      const rowsOf = (pages: number) =>
        Effect.map(
          planOf(
            Effect.map(
              search.searchSpaces({ spaces: spacesOf(pages) }, SearchPages.query("word"), {
                offset: 0,
                limit: 10,
                pagesPerSpace: 10
              }),
              ({ spaces, total }) => {
                assert.deepStrictEqual([total, spaces.flatMap((each) => each.pages).length], [10, 95])
              }
            ),
            2
          ),
          ({ rows }) => rows
        )
      const [before, after] = [yield* rowsOf(20), yield* rowsOf(200)]
      assert.isAtMost(before, 200)
      assert.isAtMost(after, before)
    })
  )
})
