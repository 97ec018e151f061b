import { assert, layer } from "@effect/vitest"
import {
  Actor,
  Computations,
  ContentEdits,
  Contents,
  Document,
  type EditInput,
  EventDispatcher,
  Inline,
  Installations,
  IntegrationEvents,
  type IntegrationInput,
  Integrations,
  JobControl,
  JobRunner,
  Links,
  OpenApiSpecs,
  Publications,
  type PublishedPage,
  PublishedPages,
  Repository,
  Searches,
  Sites,
  type SpaceId,
  Spaces
} from "@quire/core"
import { ComputedAnswers as Answers, IntegrationSource } from "@quire/core/internal"
import { Rounds } from "@quire/testing"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { animals } from "../../contract/scenarios/computations.ts"
import { outlineOf } from "../../support/computed.ts"
import { as, asSystem, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"
import { answers } from "./answers.ts"
import { scriptOf } from "./sourced.ts"

type Json = { readonly [name: string]: unknown }

let count = 0

/** An integration with a content source on a separate space, and the operations on it. */
const sourced = Effect.fnUntraced(function* (more: Partial<IntegrationInput.Publish> = {}) {
  const world = yield* found
  const { organization } = world
  const boss = as(world.admin)
  const integrations = yield* Integrations.Integrations
  const installations = yield* Installations.Installations
  const events = yield* IntegrationEvents.IntegrationEvents
  const edits = yield* ContentEdits.ContentEdits
  const contents = yield* Contents.Contents
  const eventDispatcher = yield* EventDispatcher.EventDispatcher
  const jobs = yield* JobControl.JobControl
  const spaces = yield* Spaces.Spaces
  const name = `sourced-${++count}-${organization.toLowerCase()}`
  const component = { componentId: "configure" }
  const publish = (word = "First", changes: Partial<IntegrationInput.Publish> = {}) =>
    boss(
      integrations.publish(name, {
        organization,
        title: "Sourced",
        description: "Computes",
        script: scriptOf(word),
        scopes: [],
        configurations: { account: component },
        contentSources: [{ id: "docs", title: "Docs", configuration: component }],
        ...more,
        ...changes
      })
    )
  yield* publish()
  const installation = (yield* boss(installations.create(name, { organization }))).id
  yield* boss(installations.update(name, installation, { space_selection: "all" }))
  const newSpace = (title: string) =>
    Effect.map(boss(spaces.create(organization, { title, editMode: "live" })), ({ id }) => id)
  const space = yield* newSpace("Docs")
  const run = Effect.orDie(Effect.asVoid(asSystem(jobs.run())))
  /** Hands out what happened and does what is due. */
  const settle = TestClock.adjust(1).pipe(
    Effect.andThen(asSystem(eventDispatcher.follow())),
    Effect.andThen(run),
    Effect.orDie
  )
  yield* settle
  const source = (props: Json = {}, dependencies?: Json): IntegrationSource.IntegrationSource =>
    IntegrationSource.IntegrationSource.make({
      type: `integration:${name}:docs`,
      props: { name, ...props },
      ...(dependencies === undefined ? {} : { dependencies })
    } as never)
  const insert = (
    computed: IntegrationSource.IntegrationSource,
    type: "computed" | "document" = "computed",
    at: SpaceId = space
  ) => boss(edits.apply({ space: at }, { changes: [{ operation: "insert_page", type, title: "Computed", computed }] }))
  const shown = (at: SpaceId = space) => boss(contents.pages({ space: at }))
  return {
    ...world,
    boss,
    contents,
    edits,
    events,
    insert,
    installation,
    installations,
    integrations,
    name,
    newSpace,
    publish,
    run,
    settle,
    shown,
    source,
    space,
    spaces,
    outline: (at: SpaceId = space) => Effect.map(shown(at), ({ pages }) => outlineOf(pages)),
    /** How the script was asked, the oldest first. */
    told: Effect.gen(function* () {
      const { items } = yield* boss(events.list(name, { limit: 1000 }))
      return yield* Effect.forEach(items.toReversed(), ({ id }) =>
        Effect.map(boss(events.get(name, id)), ({ event, trace }) => ({
          type: event.payload.type,
          status: event.status,
          lines: trace.logs.map(({ message }) => message)
        }))
      )
    })
  }
})

const first = [
  ["First plain at first-plain", ["Second at first-plain/second"]],
  "link Away",
  ["More at more", ["Last at more/last"]]
]

const reasonOf = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.match(self, { onFailure: ({ _tag }) => _tag, onSuccess: () => "done" })

const titlesOf = (entries: ReadonlyArray<PublishedPage.Entry>): ReadonlyArray<string> =>
  entries.flatMap(({ pages, title }) => [title, ...titlesOf(pages)])

const linkTo = (page: string) =>
  Document.make([
    {
      object: "block",
      type: "paragraph",
      nodes: [{ object: "inline", type: "link", data: { ref: { kind: "page", page } }, nodes: [Inline.text("here")] }]
    }
  ])

const asks = (told: ReadonlyArray<{ readonly type: string; readonly status: string }>) =>
  told.filter(({ type }) => type.startsWith("content_compute"))

for (const [store, engine] of engines(import.meta.url)) {
  layer(engine)(`sources of integrations on ${store}`, (it) => {
    it.effect("shows the result of the script once it has run (rule source-kept)", () =>
      Effect.gen(function* () {
        const at = yield* sourced()
        yield* at.insert(at.source())
        assert.deepStrictEqual(yield* at.outline(), [])
        yield* at.run
        assert.deepStrictEqual(yield* at.outline(), first)
        const before = yield* at.shown()
        const asked = asks(yield* at.told)
        assert.lengthOf(asked, 6)
        yield* at.settle
        assert.deepStrictEqual(yield* at.shown(), before)
        assert.lengthOf(asks(yield* at.told), 6)
        const page = yield* at.boss(at.contents.pageByPath({ space: at.space }, "first-plain", "markdown"))
        const second = yield* at.boss(at.contents.pageByPath({ space: at.space }, "first-plain/second"))
        const text = JSON.stringify(page)
        assert.include(text, "About first {}")
        assert.include(text, second.id)
        const searches = yield* Searches.Searches
        const { items } = yield* at.boss(searches.inSpace(at.space, '"About second"', { limit: 10 }))
        assert.deepStrictEqual(
          items.map(({ path }) => path),
          ["first-plain/second"]
        )
        const links = yield* Links.Links
        const linking: EditInput.ContentChange = {
          operation: "insert_page",
          title: "Links",
          document: { document: linkTo(second.id) }
        }
        yield* at.boss(at.edits.apply({ space: at.space }, { changes: [linking] }))
        const statuses = Effect.map(at.boss(links.list({ space: at.space }, {}, { limit: 10 })), ({ items }) =>
          items.map(({ status }) => status)
        )
        assert.deepStrictEqual(yield* statuses, ["ok"])
        yield* at.boss(at.integrations.unpublish(at.name))
        yield* at.settle
        assert.deepStrictEqual(yield* statuses, ["broken"])
      })
    )

    it.effect("refreshes the result when its inputs change (rules source-inputs and source-reach)", () =>
      Effect.gen(function* () {
        const at = yield* sourced({ scopes: ["openapi:read", "space:content:read"] })
        const specs = yield* OpenApiSpecs.OpenApiSpecs
        const { organization } = at
        const other = yield* at.newSpace("Other")
        yield* at.boss(specs.put(organization, "zoo", { source: { text: animals } }))
        yield* at.settle
        const dependencies = {
          spec: { ref: { kind: "openapi", spec: "zoo" } },
          space: { ref: { kind: "space", space: other } }
        }
        yield* at.insert(at.source({}, dependencies))
        yield* at.settle
        const title = Effect.map(at.shown(), ({ pages }) => pages[0]?.title)
        const text = Effect.map(
          at.boss(at.contents.pageByPath({ space: at.space }, "first-plain", "markdown")),
          (page) => JSON.stringify(page)
        )
        const { id, lastVersion = "" } = yield* at.boss(specs.get(organization, "zoo"))
        const before = yield* text
        for (const each of [id, lastVersion, other]) assert.include(before, each)
        yield* at.boss(specs.put(organization, "zoo", { source: { text: animals.replace("Cats", "Dogs") } }))
        yield* at.settle
        yield* at.settle
        const newer = (yield* at.boss(specs.get(organization, "zoo"))).lastVersion ?? ""
        assert.notStrictEqual(newer, lastVersion)
        assert.include(yield* text, newer)
        const beforeEdit = yield* text
        const insert: EditInput.ContentChange = { operation: "insert_page", title: "New" }
        yield* at.boss(at.edits.apply({ space: other }, { changes: [insert] }))
        yield* at.settle
        assert.notStrictEqual(yield* text, beforeEdit)
        const configured = at.installations.update(at.name, at.installation, { configuration: { word: "configured" } })
        yield* at.boss(configured)
        yield* at.settle
        assert.strictEqual(yield* title, "First configured")
        yield* at.publish("Later")
        yield* at.settle
        assert.strictEqual(yield* title, "Later configured")
        yield* at.boss(at.integrations.unpublish(at.name))
        yield* at.settle
        assert.deepStrictEqual(yield* at.outline(), [])
        yield* at.publish("Again")
        yield* at.settle
        assert.strictEqual(yield* title, "Again configured")
        yield* at.publish("Again", { contentSources: [] })
        yield* at.settle
        assert.deepStrictEqual(yield* at.outline(), [])
      })
    )

    it.effect("passes the dependencies to the script that the installation may read (rule source-dependencies)", () =>
      Effect.gen(function* () {
        const at = yield* sourced({ scopes: ["openapi:read"] })
        const abroad = yield* sourced()
        const computations = yield* Computations.Computations
        const specs = yield* OpenApiSpecs.OpenApiSpecs
        yield* at.boss(specs.put(at.organization, "zoo", { source: { text: animals } }))
        yield* at.settle
        const spec = { ref: { kind: "openapi", spec: "zoo" } }
        const none = { ref: { kind: "openapi", spec: "none" } }
        const space = { ref: { kind: "space", space: at.space } }
        const foreign = { ref: { kind: "space", space: abroad.space } }
        const dependencies = { spec, none, space, foreign, given: { ...spec, value: null } }
        const ask = Effect.map(
          at.boss(computations.document(at.space, { source: at.source({}, dependencies), seed: "s" })),
          (document) => JSON.stringify(document)
        )
        const told = (text: string) => {
          const [, json = "{}"] = /About nothing (.*?)","marks/u.exec(text) ?? []
          const found: Record<string, { readonly value: unknown }> = JSON.parse(JSON.parse(`"${json}"`))
          return Object.entries(found).flatMap(([name, { value }]) => (value === null ? [] : [name]))
        }
        assert.deepStrictEqual(told(yield* ask), ["spec"])
        const scopes = ["space:content:read"] as const
        yield* at.publish("First", { scopes })
        assert.deepStrictEqual(told(yield* ask), [])
        yield* at.boss(at.installations.update(at.name, at.installation, { scopes }))
        assert.deepStrictEqual(told(yield* ask), ["space"])
      })
    )

    it.effect("records a script that returns different results for the same input (rule source-same)", () =>
      Effect.gen(function* () {
        const at = yield* sourced()
        yield* at.insert(at.source({ random: true }))
        yield* at.run
        const before = yield* at.outline()
        assert.lengthOf(before, 3)
        const told = asks(yield* at.told)
        assert.deepStrictEqual(
          told.map(({ status }) => status),
          ["success", "failed", "success", "failed", "success", "failed"]
        )
        const [, pages, , text] = told
        assert.include(JSON.stringify(pages), "pages.2.pages.0.title")
        assert.include(JSON.stringify(text), "nodes.0.nodes.0.leaves.0.text")
        yield* at.settle
        assert.deepStrictEqual(yield* at.outline(), before)
      })
    )

    it.effect("keeps the last result while the script fails (rule source-failures)", () =>
      Effect.gen(function* () {
        const at = yield* sourced()
        const runner = yield* JobRunner.JobRunner
        yield* at.insert(at.source())
        yield* at.insert(at.source({ throws: true }), "document")
        yield* at.run
        const shown = [...first, "Computed at computed"]
        assert.deepStrictEqual(yield* at.outline(), shown)
        const configure = (configuration: Record<string, boolean>) =>
          at.boss(at.installations.update(at.name, at.installation, { configuration }))
        yield* configure({ broken: true })
        yield* at.settle
        assert.deepStrictEqual(yield* at.outline(), shown)
        const countFailed = Effect.map(at.told, (told) => asks(told).filter(({ status }) => status === "failed").length)
        const failed = yield* countFailed
        for (let hour = 0; hour < 6; hour++) {
          yield* TestClock.adjust("1 hour")
          yield* runner.drain
        }
        const tried = yield* countFailed
        assert.strictEqual(tried - failed, 8)
        yield* TestClock.adjust("1 hour")
        yield* runner.drain
        assert.strictEqual(yield* countFailed, tried)
        yield* configure({})
        yield* at.settle
        assert.deepStrictEqual(yield* at.outline(), shown)
      })
    )

    it.effect(
      "computes a source immediately for callers who may read the space (rules source-asked and source-reach)",
      () =>
        Effect.gen(function* () {
          const at = yield* sourced({ scopes: ["space:content:read"] })
          const computations = yield* Computations.Computations
          const { boss, space } = at
          const pages = (source = at.source(), seed = "s") => computations.revision(space, { source, seed })
          const text = (source = at.source()) => computations.document(space, { source, seed: "s" })
          const found = yield* as(at.reader)(pages())
          assert.deepStrictEqual(
            found.pages.map(({ title, type }) => [type, title]),
            [
              ["document", "First plain"],
              ["link", "Away"],
              ["group", "More"]
            ]
          )
          assert.deepStrictEqual(yield* boss(pages()), found)
          assert.notStrictEqual((yield* boss(pages(at.source(), "t"))).pages[0]?.id, found.pages[0]?.id)
          assert.lengthOf((yield* boss(text())).nodes, 2)
          const typed = (type: `integration:${string}:${string}`) => ({ ...at.source(), type })
          const told = Effect.all([
            reasonOf(as(at.stranger)(pages())),
            reasonOf(boss(pages(typed("integration:unknown:docs")))),
            reasonOf(boss(pages(typed(`integration:${at.name}:other`)))),
            reasonOf(boss(pages(at.source({ throws: true })))),
            reasonOf(boss(text(at.source({ answer: { document: {} } })))),
            reasonOf(boss(pages(at.source({ answer: { pages: [{ type: "computed" }] } }))))
          ])
          assert.deepStrictEqual(yield* told, [
            "SpaceNotFound",
            "ReferenceNotFound",
            "ReferenceNotFound",
            "ScriptFailed",
            "ScriptFailed",
            "ScriptFailed"
          ])
          const scopes = new Set(["space:content:read"])
          const acting = { integration: at.name, installation: at.installation, token: "t", scopes }
          const own = Effect.provideService(pages(), Actor.Actor, { _tag: "Integration", acting })
          assert.strictEqual(yield* reasonOf(own), "ScopesOnly")
          yield* boss(at.installations.update(at.name, at.installation, { space_selection: "selected" }))
          assert.strictEqual(yield* reasonOf(boss(pages())), "ReferenceNotFound")
        })
    )

    it.effect("appears on sites (rule computed-published)", () =>
      Effect.gen(function* () {
        const at = yield* sourced()
        const sites = yield* Sites.Sites
        const publications = yield* Publications.Publications
        const published = yield* PublishedPages.PublishedPages
        yield* at.insert(at.source())
        yield* at.boss(at.spaces.update(at.space, { editMode: "locked" }))
        const created = sites.create(at.organization, { title: "Docs", visibility: "public", spaces: [at.space] })
        const site = yield* at.boss(created)
        yield* at.boss(sites.publish(at.organization, site.id))
        const open = publications.open({ _tag: "Site", site: site.id }, {})
        const list = Effect.fnUntraced(function* (publication: Publications.Publication) {
          const siteSpace = publication.seen.structure.sections[0]?.first.id ?? ""
          return titlesOf(yield* published.contents(publication, siteSpace))
        })
        const before = yield* open
        assert.deepStrictEqual(yield* list(before), [])
        yield* at.run
        const after = yield* open
        assert.notStrictEqual(after.seen.version, before.seen.version)
        assert.deepStrictEqual(yield* list(after), ["First plain", "Second", "Away", "More", "Last"])
        const page = yield* published.find(after, "first-plain/second")
        assert.strictEqual(page.object === "published-page" ? page.title : "", "Second")
        assert.strictEqual((yield* open).seen.version, after.seen.version)
      })
    )

    it.effect("computes at most the allowed number for a space (rule source-limits)", () =>
      Effect.gen(function* () {
        const at = yield* sourced()
        const answer = { document: { object: "document", data: { schemaVersion: 1 }, nodes: [] } }
        const { sourcesPerSpace } = Answers.limits
        const change = (n: number): EditInput.ContentChange => ({
          operation: "insert_page",
          title: `Page ${n}`,
          computed: at.source({ answer, n })
        })
        const rows = yield* Repository.make(Answers.collection)
        const count = Effect.map(
          Effect.flatMap(rows.get(at.space), Effect.fromOption),
          ({ value }) => value.answers.length
        )
        const changes = Array.from({ length: sourcesPerSpace }, (_, n) => change(n))
        yield* at.boss(at.edits.apply({ space: at.space }, { changes }))
        yield* at.run
        assert.strictEqual(yield* count, sourcesPerSpace)
        yield* at.boss(at.edits.apply({ space: at.space }, { changes: [change(sourcesPerSpace)] }))
        yield* at.run
        assert.strictEqual(yield* count, sourcesPerSpace)
      })
    )

    it.effect("keeps content readable whatever a script returns (rule source-answer)", () =>
      Effect.gen(function* () {
        const at = yield* sourced()
        const rounds = store === "memory" ? Rounds.rounds(8, 400) : 20
        const parent: EditInput.ContentChange = { operation: "insert_page", title: "Parent", ref: "parent" }
        const changes = fc.sample(answers, rounds).map(
          (answer, n): EditInput.ContentChange => ({
            operation: "insert_page",
            type: "computed",
            title: "Any",
            computed: at.source({ answer }),
            ...(n % 2 === 0 ? {} : { into: "parent" })
          })
        )
        for (let from = 0; from < changes.length; from += 20) {
          const space = yield* at.newSpace("Any")
          yield* at.boss(at.edits.apply({ space }, { changes: [parent, ...changes.slice(from, from + 20)] }))
          yield* at.run
          const { pages } = yield* at.shown(space)
          for (const page of pages) {
            assert.isTrue("id" in (yield* at.boss(at.contents.page({ space }, page.id, "document"))))
          }
        }
      })
    )
  })
}
