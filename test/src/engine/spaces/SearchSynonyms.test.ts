import { assert, it, layer } from "@effect/vitest"
import * as Memory from "@quire/adapters/memory"
import {
  Engine,
  Organizations,
  Outbox,
  Publications,
  PublishedSearch,
  RowStore,
  Searches,
  SearchIndex,
  SearchSynonyms,
  SiteSearches,
  type UserId
} from "@quire/core"
import { Context, Effect, Layer } from "effect"
import { prepared } from "../../support/docs.ts"
import { as, asSystem, capabilities, engines } from "../../support/engine.ts"
import { sited } from "../../support/sited.ts"
import { found } from "../../support/world.ts"

const groups = [
  ["sso", "single sign-on"],
  ["k8s", "Kubernetes"]
]

const page = { limit: 10 }

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`search synonyms on ${name}`, (it) => {
    it.effect("gets none at first, and what was set last", () =>
      Effect.gen(function* () {
        const { admin, guest, organization } = yield* found
        const { get, put } = yield* SearchSynonyms.SearchSynonyms
        const read = Effect.map(as(guest)(get(organization)), (view) => view.groups)
        assert.deepStrictEqual(yield* read, [])
        for (const next of [groups, [["a", "b"]], []]) {
          assert.deepStrictEqual((yield* as(admin)(put(organization, { groups: next }))).groups, next)
          assert.deepStrictEqual(yield* read, next)
        }
      })
    )

    it.effect("announces changes with the groups before and after", () =>
      Effect.gen(function* () {
        const { admin, organization } = yield* found
        const { put } = yield* SearchSynonyms.SearchSynonyms
        const outbox = yield* Outbox.Outbox
        const set = (next: typeof groups) => as(admin)(put(organization, { groups: next }))
        for (const next of [[], groups, groups, []]) yield* set(next)
        const events: Array<Outbox.Event> = []
        for (let offset = ""; ; ) {
          const read = yield* outbox.read(offset, 500)
          events.push(...read.map(({ event }) => event))
          const last = read.at(-1)
          if (last === undefined) break
          offset = last.offset
        }
        assert.deepStrictEqual(
          events
            .filter((event) => event.type === "searchSynonyms.update" && event.organization === organization)
            .map(({ actor, after, before, subjects }) => ({ actor, after, before, subjects })),
          [
            { actor: admin, subjects: [organization], before: { groups: [] }, after: { groups } },
            { actor: admin, subjects: [organization], before: { groups }, after: { groups: [] } }
          ]
        )
      })
    )

    it.effect("lets all members read them, and only administrators set them (rule search-synonyms-who)", () =>
      Effect.gen(function* () {
        const { creator, guest, organization, stranger } = yield* found
        const { get, put } = yield* SearchSynonyms.SearchSynonyms
        const asked = (who: UserId) =>
          Effect.all(
            [as(who)(get(organization)), as(who)(put(organization, { groups }))].map((call) =>
              Effect.match(call, { onFailure: ({ _tag }): string => _tag, onSuccess: () => "done" })
            )
          )
        assert.deepStrictEqual(yield* asked(creator), ["done", "Forbidden"])
        assert.deepStrictEqual(yield* asked(guest), ["done", "Forbidden"])
        assert.deepStrictEqual(yield* asked(stranger), ["OrganizationNotFound", "OrganizationNotFound"])
      })
    )

    it.effect("find pages with the other expressions of a group, all words of one (rule search-synonyms)", () =>
      Effect.gen(function* () {
        const { admin, organization, reader } = yield* prepared
        const { put } = yield* SearchSynonyms.SearchSynonyms
        const { inOrganization } = yield* Searches.Searches
        const find = (query: string) =>
          Effect.map(as(reader)(inOrganization(organization, query, page)), ({ items }) =>
            items.flatMap(({ pages }) => pages.map(({ title }) => title))
          )
        assert.deepStrictEqual(yield* find("tux "), [])
        yield* as(admin)(
          put(organization, {
            groups: [
              ["tux", "penguin package"],
              ["msi", "penguins"],
              ["bird", "penguin walrus"]
            ]
          })
        )
        for (const query of ["tux ", "tux", "msi "]) assert.deepStrictEqual(yield* find(query), ["Install it"], query)
        for (const query of ["bird ", '"tux"']) assert.deepStrictEqual(yield* find(query), [], query)
      })
    )

    it.effect("removes them with their organization (rule organization-remove)", () =>
      Effect.gen(function* () {
        const { organization } = yield* found
        const { get, put } = yield* SearchSynonyms.SearchSynonyms
        const { remove } = yield* Organizations.Organizations
        yield* asSystem(put(organization, { groups }))
        assert.isTrue(yield* asSystem(remove(organization)))
        assert.strictEqual((yield* Effect.flip(asSystem(get(organization))))._tag, "OrganizationNotFound")
      })
    )
  })
}

interface Watched {
  /** The queries of searches. */
  readonly queries: Array<SearchIndex.SearchQuery>
  /** How often synonyms were read. */
  reads: number
}

/** The ports with an index and a store that record what is asked of them. */
const watch = (ports: Context.Context<Engine.Ports>, watched: Watched): Context.Context<Engine.Ports> => {
  const index = Context.get(ports, SearchIndex.SearchIndex)
  const store = Context.get(ports, RowStore.RowStore)
  const record = (query: SearchIndex.SearchQuery) => Effect.sync(() => void watched.queries.push(query))
  return ports.pipe(
    Context.add(SearchIndex.SearchIndex, {
      ...index,
      search: (spaces, query, slice) => Effect.andThen(record(query), index.search(spaces, query, slice)),
      searchSpaces: (scope, query, slice) => Effect.andThen(record(query), index.searchSpaces(scope, query, slice)),
      searchPublished: (spaces, query, slice) =>
        Effect.andThen(record(query), index.searchPublished(spaces, query, slice))
    }),
    Context.add(RowStore.RowStore, {
      ...store,
      getMany: (shape, ids) =>
        Effect.suspend(() => {
          if (shape.name === "search_synonyms") watched.reads++
          return store.getMany(shape, ids)
        })
    })
  )
}

it.effect("reads them for searches only after they changed (rules search-synonyms and search-synonyms-who)", () =>
  Effect.gen(function* () {
    const ports = yield* Layer.build(Layer.merge(Memory.Memory.layer, capabilities))
    const watched: Watched = { queries: [], reads: 0 }
    const build = (given: Context.Context<Engine.Ports>) =>
      Layer.build(Engine.layer.pipe(Layer.provideMerge(Layer.succeedContext(given))))
    const other = yield* build(ports)
    const engine = yield* build(watch(ports, watched))
    const { admin, id, organization, reader, site } = yield* Effect.provide(sited, engine)
    const { inOrganization, inSpace } = Context.get(engine, Searches.Searches)
    const published = Context.get(engine, PublishedSearch.PublishedSearch)
    const open = Context.get(engine, Publications.Publications).open({ _tag: "Site", site }, {})
    const searches = (query: string) =>
      Effect.all([
        as(reader)(inSpace(id, query, page)),
        as(reader)(inOrganization(organization, query, page)),
        as(reader)(
          Context.get(engine, SiteSearches.SiteSearches).search(organization, site, { query, mode: "all" }, page)
        ),
        Effect.flatMap(open, (current) => published.search(current, query, { page: { offset: 0, limit: 10 } }))
      ])
    /** The synonyms that each search looked for, and how often they were read. */
    const look = Effect.fnUntraced(function* (query: string) {
      yield* searches(query)
      const words = watched.queries
        .splice(0)
        .map(({ prefix }) => (prefix?.synonyms ?? []).map((terms) => terms.map(({ word }) => word).join(" ")))
      const { reads } = watched
      watched.reads = 0
      return { words, reads }
    })
    const set = (next: typeof groups) =>
      as(admin)(Context.get(other, SearchSynonyms.SearchSynonyms).put(organization, { groups: next }))
    const four = <A>(each: A) => [each, each, each, each]
    assert.deepStrictEqual(yield* look("sso"), { words: four([]), reads: 0 })
    yield* set(groups)
    assert.deepStrictEqual(yield* look("sso"), { words: four(["single sign on"]), reads: 1 })
    assert.deepStrictEqual(yield* look("k8s"), { words: four(["kubernetes"]), reads: 0 })
    yield* set([["k8s", "cluster"]])
    assert.deepStrictEqual(yield* look("k8s"), { words: four(["cluster"]), reads: 1 })
    yield* set([])
    assert.deepStrictEqual(yield* look("k8s"), { words: four([]), reads: 0 })
  })
)
