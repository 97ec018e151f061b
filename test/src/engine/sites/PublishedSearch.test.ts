import { assert, layer } from "@effect/vitest"
import {
  AdaptiveSchemas,
  Imports,
  Publications,
  PublishedSearch,
  PublishingAuths,
  Searches,
  type SearchFilter,
  SiteSections,
  SiteSpaces,
  Sites,
  Spaces,
  VisitorToken
} from "@quire/core"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { zip, zipped } from "../../support/docs.ts"
import { as, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

const now = 1_800_000_000

type Tree = { readonly [path: string]: string }

/** A published site for visitors, with a space for each tree. */
const publish = (...trees: ReadonlyArray<Tree>) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(now * 1_000)
    const world = yield* found
    const { admin, organization } = world
    const mine = as(admin)
    const spaces = yield* Spaces.Spaces
    const imports = yield* Imports.Imports
    const sites = yield* Sites.Sites
    const make = Effect.fnUntraced(function* (tree: Tree) {
      const { id } = yield* mine(spaces.create(organization, { title: "Docs", editMode: "live" }))
      yield* mine(imports.bytesIntoSpace(id, { ...zip, bytes: zipped(tree) }))
      yield* mine(spaces.update(id, { editMode: "locked" }))
      return id
    })
    const ids = yield* Effect.forEach(trees, make)
    const site = yield* mine(sites.create(organization, { title: "Docs", visibility: "visitor-auth", spaces: ids }))
    const schemas = yield* AdaptiveSchemas.AdaptiveSchemas
    yield* mine(
      schemas.update(organization, site.id, {
        jsonSchema: {
          type: "object",
          properties: { isBeta: { type: "boolean" }, name: { type: "string" } },
          additionalProperties: false
        }
      })
    )
    yield* mine(sites.update(organization, site.id, { adaptiveContent: { enabled: true } }))
    yield* mine(sites.publish(organization, site.id))
    const { privateKey } = yield* mine((yield* PublishingAuths.PublishingAuths).get(organization, site.id))
    const publications = yield* Publications.Publications
    const { search } = yield* PublishedSearch.PublishedSearch
    const open = (claims: Readonly<Record<string, unknown>>) =>
      publications.open(
        { _tag: "Site", site: site.id },
        { token: VisitorToken.sign({ exp: now + 60, ...claims }, privateKey) }
      )
    const asked = (
      claims: Readonly<Record<string, unknown>>,
      query: string,
      request: Partial<PublishedSearch.PublishedRequest> = {}
    ) =>
      Effect.gen(function* () {
        const page = { offset: 0, limit: 50 }
        return yield* search(yield* open(claims), query, { page, ...request })
      })
    /** What is shown, without ids. */
    const shown = (claims: Readonly<Record<string, unknown>>, query: string) =>
      Effect.map(asked(claims, query), ({ results, total }) => {
        assert.strictEqual(total, results.length)
        return results.map(({ page: { path, title }, sections, space }) => [
          ids.findIndex((id) => id === space),
          title,
          path,
          ...sections.map(({ anchor, excerpt, title }) => [anchor, title, excerpt])
        ])
      })
    return { ...world, mine, site, ids, asked, shown }
  })

const guide = (hidden: string, more = "") =>
  [
    "# Guide",
    "Walk the okapi.",
    "{% if visitor.claims.isBeta %}",
    hidden,
    "{% endif %}",
    "## Setup",
    "Feed the zebra.",
    more
  ].join("\n\n")

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`searches of publications on ${name}`, (it) => {
    it.effect(
      "finds what the audience sees, and words by their prefix (rules search-conditions and search-prefix)",
      () =>
        Effect.gen(function* () {
          const { shown } = yield* publish({
            "README.md": guide("## Setup\n\nSecret penguin, okapi."),
            "other.md": "# Okapi\n\nOther.\n"
          })
          const beta = { isBeta: true }
          assert.deepStrictEqual(yield* shown({}, "penguin"), [])
          assert.deepStrictEqual(yield* shown({}, "peng"), [])
          assert.deepStrictEqual(yield* shown(beta, "peng"), [
            [0, "Guide", "", ["setup", "Setup", "Secret penguin, okapi."]]
          ])
          assert.deepStrictEqual(yield* shown({}, "oka"), [
            [0, "Okapi", "other"],
            [0, "Guide", "", ["", "", "Walk the okapi."]]
          ])
          assert.deepStrictEqual(yield* shown({}, "zebra"), [[0, "Guide", "", ["setup", "Setup", "Feed the zebra."]]])
          assert.deepStrictEqual(yield* shown(beta, "zebra"), [
            [0, "Guide", "", ["setup-2", "Setup", "Feed the zebra."]]
          ])
          assert.deepStrictEqual(yield* shown({}, "guide penguin"), [[0, "Guide", ""]])
          assert.deepStrictEqual(yield* shown({}, "!"), [])
        })
    )

    it.effect("returns the same whatever hidden text says (rule search-conditions)", () =>
      Effect.gen(function* () {
        const pages = Array.from({ length: 12 }, (_, at) => [`p${at}.md`, `# Page ${at}\n\nokapi ${at}\n`] as const)
        const treeOf = (hidden: string): Tree => ({
          ...Object.fromEntries(pages),
          "guide.md": guide(hidden, "## Last\n\nokapi")
        })
        const hidden = [
          "",
          "penguin",
          "## Setup\n\nokapi penguin",
          "## Last\n\n## Last\n\nWalk the zebra {% if visitor.claims.isBeta %}okapi{% endif %}",
          "## Setup 2\n\n## Guide\n\npage okapi {{ visitor.claims.name }} zebra"
        ]
        const queries = [
          "okapi",
          "oka",
          "zebra",
          "guide",
          "gui",
          "setup",
          "last",
          "penguin",
          "page 1",
          "okapi ze",
          '"walk the"',
          "ok"
        ]
        const answers = yield* Effect.forEach(hidden, (text) =>
          Effect.gen(function* () {
            const { asked, shown } = yield* publish(treeOf(text))
            const page = { offset: 3, limit: 4 }
            return yield* Effect.forEach(queries, (query) =>
              Effect.gen(function* () {
                const { results, total } = yield* asked({}, query, { page })
                return [query, yield* shown({}, query), total, results.map((each) => each.page.title)] as const
              })
            )
          })
        )
        for (const answer of answers.slice(1)) assert.deepStrictEqual(answer, answers[0])
        assert.deepStrictEqual(
          answers[0]?.map(([query, found]) => [query, found.length]),
          [
            ["okapi", 13],
            ["oka", 13],
            ["zebra", 1],
            ["guide", 1],
            ["gui", 1],
            ["setup", 1],
            ["last", 1],
            ["penguin", 0],
            ["page 1", 12],
            ["okapi ze", 13],
            ['"walk the"', 1],
            ["ok", 13]
          ]
        )
      })
    )

    it.effect("finds no hidden pages or pages below them, except for members (rule search-listed)", () =>
      Effect.gen(function* () {
        const { ids, mine, shown } = yield* publish({
          "README.md": "# Home\n\nokapi\n",
          "guide/README.md": "---\nhidden: true\n---\n# Guide\n\nokapi\n",
          "guide/install.md": "# Install\n\nokapi\n"
        })
        assert.deepStrictEqual(
          (yield* shown({}, "okapi")).map(([, title]) => title),
          ["Home"]
        )
        const { inSpace } = yield* Searches.Searches
        const { items } = yield* mine(inSpace(ids[0] ?? "", "okapi", { limit: 10 }))
        assert.sameMembers(
          items.map(({ title }) => title),
          ["Home", "Guide", "Install"]
        )
      })
    )

    it.effect("searches the site-spaces that the audience sees, or selected ones of them", () =>
      Effect.gen(function* () {
        const text = { "a.md": "# Okapi\n\nokapi\n" }
        const { asked, ids, mine, organization, site } = yield* publish(text, text, text)
        const siteSpaces = yield* SiteSpaces.SiteSpaces
        const { items } = yield* mine(siteSpaces.list(organization, site.id, { limit: 10 }))
        const [one, two, three] = items.map(({ id }) => id)
        yield* mine(siteSpaces.update(organization, site.id, two ?? "", { condition: "visitor.claims.isBeta" }))
        const found = (claims: Readonly<Record<string, unknown>>, chosen?: ReadonlyArray<string | undefined>) =>
          Effect.map(
            asked(claims, "okapi", chosen === undefined ? {} : { siteSpaces: chosen.map((id) => id ?? "") }),
            ({ results, total }) => [
              total,
              ...results.map(({ siteSpace }) => items.findIndex(({ id }) => id === siteSpace))
            ]
          )
        assert.sameOrderedMembers(
          (yield* asked({}, "okapi")).results.map(({ space }) => space),
          [ids[0], ids[2]].toSorted()
        )
        assert.sameMembers(yield* found({ isBeta: true }), [3, 0, 1, 2])
        assert.deepStrictEqual(yield* found({}, [one]), [1, 0])
        assert.deepStrictEqual(yield* found({}, [two]), [0])
        assert.deepStrictEqual(yield* found({ isBeta: true }, [two, "unknown"]), [1, 1])
        assert.sameMembers(yield* found({}, [three, one, two]), [2, 0, 2])
        assert.deepStrictEqual(yield* found({}, []), [0])
      })
    )

    it.effect("finds pages of a kind, whatever hidden blocks show (rules search-kind and search-conditions)", () =>
      Effect.gen(function* () {
        const block = '{% openapi-operation spec="shop" path="/pets" method="get" %}\n{% endopenapi-operation %}'
        const hidden = `{% if visitor.claims.isBeta %}\n\n${block}\n\n{% endif %}`
        const { asked } = yield* publish({
          "a.md": `# Shown\n\nokapi\n\n${block}\n`,
          "b.md": `# Hidden\n\nokapi\n\n${hidden}\n`
        })
        const found = (claims: Readonly<Record<string, unknown>>, kind: SearchFilter.SearchKind) =>
          Effect.map(asked(claims, "okapi", { kind }), ({ results, total }) => [
            total,
            ...results.map(({ page: { title } }) => title)
          ])
        for (const claims of [{}, { isBeta: true }]) {
          assert.deepStrictEqual(yield* found(claims, "api"), [1, "Shown"])
          assert.deepStrictEqual(yield* found(claims, "page"), [1, "Hidden"])
        }
      })
    )

    it.effect(
      "marks corrected words, and suggests the corrected query (rules search-matched and search-suggestion)",
      () =>
        Effect.gen(function* () {
          const { asked } = yield* publish({ "a.md": `# Zoo\n\n${"filler ".repeat(60)} an ostrich walks a path\n` })
          const { matched, results, suggestion } = yield* asked({}, "a ostirch")
          assert.deepStrictEqual([matched, suggestion], [["ostrich"], "a ostrich"])
          assert.include(results[0]?.sections[0]?.excerpt ?? "", "an ostrich walks")
        })
    )

    it.effect("finds a space that is shown twice at its first place", () =>
      Effect.gen(function* () {
        const { asked, ids, mine, organization, site } = yield* publish({ "a.md": "# Okapi\n" })
        const sections = yield* SiteSections.SiteSections
        const siteSpaces = yield* SiteSpaces.SiteSpaces
        for (const spaceId of ids) yield* mine(sections.create(organization, site.id, { spaceId }))
        const { items } = yield* mine(siteSpaces.list(organization, site.id, { limit: 10 }))
        const shownIn = Effect.fnUntraced(function* (chosen?: ReadonlyArray<string>) {
          const { results, total } = yield* asked({}, "okapi", chosen === undefined ? {} : { siteSpaces: chosen })
          return [total, ...results.map(({ siteSpace }) => items.findIndex(({ id }) => id === siteSpace))]
        })
        assert.lengthOf(items, 2)
        assert.deepStrictEqual(yield* shownIn(), [1, 0])
        assert.deepStrictEqual(yield* shownIn([items[1]?.id ?? ""]), [1, 1])
      })
    )

    it.effect("refuses queries that member search refuses (rule search-query)", () =>
      Effect.gen(function* () {
        const { asked } = yield* publish({ "a.md": "# A\n" })
        for (const query of [" ", "a".repeat(513)]) {
          assert.strictEqual((yield* Effect.flip(asked({}, query)))._tag, "QueryInvalid")
        }
      })
    )
  })
}
