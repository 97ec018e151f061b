import { assert, layer } from "@effect/vitest"
import {
  Computations,
  ContentEdits,
  Contents,
  type EditInput,
  Grants,
  JobControl,
  OpenApiSpecs,
  type Scope,
  Spaces,
  type UserId
} from "@quire/core"
import type { ComputedSource, SpecDependency } from "@quire/core/internal"
import { Effect } from "effect"
import { animals } from "../../contract/scenarios/computations.ts"
import { as, asSystem, engines } from "../../support/engine.ts"
import { installed } from "../../support/integrations.ts"
import { found } from "../../support/world.ts"

/** The tag of the refusal, or `done`. */
const outcome = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.match(self, { onFailure: ({ _tag }) => _tag, onSuccess: () => "done" })

type Value = SpecDependency.SpecValue | null

const dependencies = (spec: string, value?: Value) => ({
  spec: { ref: { kind: "openapi" as const, spec }, ...(value === undefined ? {} : { value }) }
})

const pagesOf = (spec: string, value?: Value): ComputedSource.RevisionSource => ({
  type: "builtin:openapi",
  props: { models: true },
  dependencies: dependencies(spec, value)
})

const textOf = (spec: string, page: string, value?: Value): ComputedSource.DocumentSource => ({
  type: "builtin:openapi",
  props: { doc: "operations", page },
  dependencies: dependencies(spec, value)
})

const setup = Effect.gen(function* () {
  const world = yield* found
  const computations = yield* Computations.Computations
  const contents = yield* Contents.Contents
  const edits = yield* ContentEdits.ContentEdits
  const jobs = yield* JobControl.JobControl
  const specs = yield* OpenApiSpecs.OpenApiSpecs
  const spaces = yield* Spaces.Spaces
  const by = (who: UserId = world.creator) => as(who)
  const { id: space } = yield* by()(spaces.create(world.organization, { title: "API", editMode: "live" }))
  const put = Effect.fnUntraced(function* (slug: string, text: string) {
    yield* by()(specs.put(world.organization, slug, { source: { text } }))
    yield* asSystem(jobs.run())
    return yield* by()(specs.get(world.organization, slug))
  })
  return {
    ...world,
    by,
    space,
    put,
    specs,
    contents,
    document: (source: ComputedSource.DocumentSource, seed = "s") =>
      by()(computations.document(space, { source, seed })),
    revision: (source: ComputedSource.RevisionSource, seed = "s") =>
      by()(computations.revision(space, { source, seed })),
    computations,
    edit: (...changes: ReadonlyArray<EditInput.ContentChange>) => by()(edits.apply({ space }, { changes }))
  }
})

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`computed content on ${name}`, (it) => {
    it.effect("uses the newest version, or the one that is named (rule computed-source)", () =>
      Effect.gen(function* () {
        const { document, put, revision } = yield* setup
        const { id, lastVersion } = yield* put("zoo", animals)
        const before = yield* revision(pagesOf("zoo"))
        assert.deepStrictEqual(
          before.pages.map((page) => [page.title, page.type === "document" ? page.path : undefined]),
          [
            ["Cats", "cats"],
            ["Animals", "animals"],
            ["Models", "models"]
          ]
        )
        yield* put("zoo", animals.replaceAll("Cats", "Dogs"))
        const old: Value = {
          object: "openapi-spec",
          id,
          slug: "zoo",
          ...(lastVersion === undefined ? {} : { lastVersion })
        }
        assert.deepStrictEqual(yield* revision(pagesOf("zoo", old)), before)
        const after = yield* revision(pagesOf("zoo"))
        assert.strictEqual(after.pages[0]?.title, "Dogs")
        assert.lengthOf((yield* document(textOf("zoo", "Cats", old))).nodes, 6)
        assert.deepStrictEqual((yield* document(textOf("zoo", "Cats"))).nodes, [])
        assert.deepStrictEqual((yield* revision(pagesOf("zoo", null))).pages, [])
      })
    )

    it.effect("returns pages whose text comes from the source, as often as requested (rule computed-same)", () =>
      Effect.gen(function* () {
        const { document, put, revision } = yield* setup
        yield* put("zoo", animals)
        const { pages } = yield* revision(pagesOf("zoo"), "seed")
        const [cats] = pages
        assert.isTrue(cats?.type === "document" && cats.computedSeed === "seed" && cats.documentId === undefined)
        const source = cats?.type === "document" ? cats.computed : undefined
        const value = (yield* document(source as unknown as ComputedSource.DocumentSource, "seed")).nodes
        assert.deepStrictEqual((yield* document(textOf("zoo", "Cats"), "seed")).nodes, value)
        assert.deepStrictEqual((yield* revision(pagesOf("zoo"), "seed")).pages, pages)
      })
    )

    it.effect("returns nothing for a spec without a version, and refuses unknown ones (rule computed-source)", () =>
      Effect.gen(function* () {
        const { by, document, organization, put, revision, specs } = yield* setup
        yield* by()(specs.put(organization, "new", { source: { text: animals } }))
        assert.deepStrictEqual((yield* revision(pagesOf("new"))).pages, [])
        assert.strictEqual(yield* outcome(revision(pagesOf("none"))), "ReferenceNotFound")
        const { id, lastVersion } = yield* put("zoo", animals)
        const other = yield* put("other", animals)
        const value = (fields: Partial<SpecDependency.SpecValue>): Value => ({
          object: "openapi-spec",
          id,
          slug: "zoo",
          ...(lastVersion === undefined ? {} : { lastVersion }),
          ...fields
        })
        assert.strictEqual(yield* outcome(document(textOf("zoo", "Cats", value({})))), "done")
        assert.strictEqual(
          yield* outcome(document(textOf("zoo", "Cats", value({ id: other.id })))),
          "ReferenceNotFound"
        )
        const strange = other.lastVersion === undefined ? {} : { lastVersion: other.lastVersion }
        assert.strictEqual(yield* outcome(document(textOf("zoo", "Cats", value(strange)))), "ReferenceNotFound")
        yield* by()(specs.remove(organization, "zoo"))
        assert.strictEqual(yield* outcome(document(textOf("zoo", "Cats", value({})))), "ReferenceNotFound")
      })
    )

    it.effect("requires permission to view the space (rule computed-source)", () =>
      Effect.gen(function* () {
        const { computations, put, space, stranger } = yield* setup
        yield* put("zoo", animals)
        const asked = computations.revision(space, { source: pagesOf("zoo"), seed: "s" })
        assert.strictEqual(yield* outcome(as(stranger)(asked)), "SpaceNotFound")
      })
    )

    it.effect("hides descriptions that the caller may not view, and whether they exist (rule computed-access)", () =>
      Effect.gen(function* () {
        const { admin, by, computations, guest, organization, put, space } = yield* setup
        yield* put("zoo", animals)
        yield* by(admin)((yield* Grants.Grants).invite({ kind: "space", id: space }, { users: [guest], role: "edit" }))
        const integration = (scopes: ReadonlyArray<Scope.Scope>) =>
          Effect.map(installed(organization, admin, scopes), ({ asInstalled }) => asInstalled)
        const callers = {
          guest: as(guest),
          "an integration that reads content": yield* integration(["space:content:read"]),
          "an integration that reads descriptions": yield* integration(["space:content:read", "openapi:read"])
        }
        const answers: Record<string, ReadonlyArray<string>> = {}
        for (const [name, asCaller] of Object.entries(callers)) {
          const asked = ["zoo", "none"].flatMap((slug) => [
            outcome(asCaller(computations.revision(space, { source: pagesOf(slug), seed: "s" }))),
            outcome(asCaller(computations.document(space, { source: textOf(slug, "Cats"), seed: "s" })))
          ])
          answers[name] = yield* Effect.all(asked)
        }
        const nothing = Array(4).fill("ReferenceNotFound")
        assert.deepStrictEqual(answers, {
          guest: nothing,
          "an integration that reads content": nothing,
          "an integration that reads descriptions": ["done", "done", ...nothing.slice(2)]
        })
      })
    )

    it.effect("accepts in each page only a source of its kind (rule computed-source)", () =>
      Effect.gen(function* () {
        const { by, contents, edit, space } = yield* setup
        const insert = { operation: "insert_page", title: "API" } as const
        const { changes } = yield* edit(
          { ...insert, type: "computed", computed: pagesOf("zoo"), computedSeed: "a" },
          { ...insert, computed: textOf("zoo", "Cats"), computedSeed: "b" }
        )
        assert.lengthOf(changes, 2)
        const { pages } = yield* by()(contents.pages({ space, computed: false }))
        const shown = pages.flatMap((page) => (page.type === "document" || page.type === "computed" ? [page] : []))
        assert.deepStrictEqual(
          shown.map((page) => [page.type, page.computed, page.computedSeed]),
          [
            ["computed", pagesOf("zoo"), "a"],
            ["document", textOf("zoo", "Cats"), "b"]
          ]
        )
        const refused = {
          SourceNotOfPage: { ...insert, type: "computed", computed: textOf("zoo", "Cats") },
          ComputedWithoutSource: { ...insert, type: "computed" },
          TextOfComputed: { ...insert, computed: textOf("zoo", "Cats"), document: { markdown: "a" } },
          FieldNotOfPage: { ...insert, type: "group", computed: textOf("zoo", "Cats") }
        } as const
        for (const [tag, change] of Object.entries(refused)) assert.strictEqual(yield* outcome(edit(change)), tag)
        const page = shown[1]?.id ?? ""
        const update = { operation: "update_page", page } as const
        assert.strictEqual(yield* outcome(edit({ ...update, computed: pagesOf("zoo") })), "SourceNotOfPage")
        assert.strictEqual(yield* outcome(edit({ ...update, document: { markdown: "a" } })), "TextOfComputed")
        assert.strictEqual(
          yield* outcome(edit({ ...update, computed: textOf("zoo", "Dogs"), computedSeed: null })),
          "done"
        )
      })
    )
  })
}
