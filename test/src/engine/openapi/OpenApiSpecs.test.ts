import { assert, layer } from "@effect/vitest"
import {
  ContentEdits,
  Contents,
  JobControl,
  OpenApiSpecs,
  Organizations,
  Outbox,
  Purge,
  Spaces,
  SpecContents,
  type UserId
} from "@quire/core"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { as, asSystem, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

/** The tag of the refusal, or `done`. */
const outcome = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.match(self, { onFailure: ({ _tag }) => _tag, onSuccess: () => "done" })

const pets = (title = "Pets") =>
  JSON.stringify({
    openapi: "3.0.3",
    info: { title, version: "1" },
    paths: { "/pets": { get: { operationId: "listPets", responses: { 200: { description: "Pets" } } } } }
  })

const setup = Effect.gen(function* () {
  const world = yield* found
  const specs = yield* OpenApiSpecs.OpenApiSpecs
  const jobs = yield* JobControl.JobControl
  const contents = yield* SpecContents.SpecContents
  const { organization } = world
  yield* asSystem(jobs.run())
  const by = (who: UserId = world.creator) => as(who)
  return {
    ...world,
    specs,
    contents,
    by,
    put: (slug: string, text: string) => by()(specs.put(organization, slug, { source: { text } })),
    get: (slug: string) => by()(specs.get(organization, slug)),
    run: asSystem(jobs.run()),
    latest: (slug: string) => Effect.map(by()(contents.latest(organization, slug)), Option.getOrUndefined)
  }
})

const operation = (spec: string) => ({
  markdown: `{% openapi-operation spec="${spec}" path="/pets" method="get" %}\n[${spec}](https://pets.test)\n{% endopenapi-operation %}\n`
})

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`specs on ${name}`, (it) => {
    it.effect("changes from pending to complete, with the metadata of the description (rule spec-states)", () =>
      Effect.gen(function* () {
        const { by, contents, get, latest, organization, put, run } = yield* setup
        const { isNew, value: made } = yield* put("pets", pets())
        assert.isTrue(isNew)
        assert.deepStrictEqual(
          [made.object, made.slug, made.processingState, made.lastVersion, made.lastProcessedAt, made.sourceURL],
          ["openapi-spec", "pets", "pending", undefined, undefined, undefined]
        )
        assert.deepStrictEqual(made.permissions, { view: true, edit: true })
        assert.strictEqual(made.urls.location, `http://quire.test/v1/orgs/${organization}/openapi/pets`)
        assert.isUndefined(yield* latest("pets"))
        yield* run
        const done = yield* get("pets")
        const content = yield* latest("pets")
        assert.deepStrictEqual(
          [done.processingState, done.lastVersion, done.lastProcessErrorCode, content?.outline.info.title],
          ["complete", content?.version.id, undefined, "Pets"]
        )
        assert.isDefined(done.lastProcessedAt)
        assert.deepStrictEqual(
          content?.outline.operations.map(({ method, path }) => [method, path]),
          [["get", "/pets"]]
        )
        if (content === undefined) return assert.fail("there is a content")
        const part = yield* by()(contents.part(content.version, content.outline.operations[0]?.part ?? -1))
        assert.strictEqual(part.operations[0]?.responses[0]?.description, "Pets")
        assert.deepStrictEqual(yield* by()(contents.part(content.version, 7)), { operations: [], schemas: [] })
      })
    )

    it.effect("keeps the description byte for byte, and creates a version when it changes (rule spec-content)", () =>
      Effect.gen(function* () {
        const { by, contents, get, latest, put, run } = yield* setup
        const text = `\n\n${pets()}  `
        yield* put("pets", text)
        yield* run
        const first = yield* latest("pets")
        assert.isDefined(first)
        const source = yield* by()(contents.source(first.version))
        assert.strictEqual(new TextDecoder().decode(source), text)
        const before = yield* get("pets")
        yield* TestClock.adjust(1000)
        yield* put("pets", text)
        yield* run
        const again = yield* get("pets")
        assert.strictEqual(again.lastVersion, before.lastVersion)
        assert.notStrictEqual(again.lastProcessedAt, before.lastProcessedAt)
        yield* put("pets", pets("Cats"))
        yield* run
        assert.notStrictEqual((yield* get("pets")).lastVersion, before.lastVersion)
        assert.strictEqual((yield* latest("pets"))?.outline.info.title, "Cats")
      })
    )

    it.effect("keeps the previous state if a description cannot be read (rule spec-states)", () =>
      Effect.gen(function* () {
        const { get, latest, put, run } = yield* setup
        yield* put("pets", pets())
        yield* run
        const before = yield* get("pets")
        yield* TestClock.adjust(1000)
        yield* put("pets", `{"openapi":"3.2.0","info":{"title":"\u0001${"x".repeat(600)}"}}`)
        const changed = yield* get("pets")
        assert.deepStrictEqual([changed.processingState, changed.lastVersion], ["pending", before.lastVersion])
        yield* run
        const failed = yield* get("pets")
        assert.deepStrictEqual(
          [failed.processingState, failed.lastVersion, failed.lastProcessErrorCode, failed.updatedAt],
          ["complete", before.lastVersion, "PARSE_ERROR", changed.updatedAt]
        )
        assert.notStrictEqual(failed.lastProcessedAt, before.lastProcessedAt)
        assert.include(failed.lastProcessErrorMessage, "not valid JSON")
        assert.strictEqual((yield* latest("pets"))?.outline.info.title, "Pets")
        yield* put("pets", pets())
        yield* run
        assert.isUndefined((yield* get("pets")).lastProcessErrorCode)
        assert.isUndefined((yield* get("pets")).lastProcessErrorMessage)
      })
    )

    it.effect("lets members view and creators change them (rule spec-access)", () =>
      Effect.gen(function* () {
        const { admin, by, creator, editor, guest, organization, put, reader, specs, stranger } = yield* setup
        yield* put("pets", pets())
        const source = { text: pets() }
        const all = [admin, creator, editor, reader, guest, stranger]
        const each = Effect.fnUntraced(function* (
          act: (who: UserId) => Effect.Effect<unknown, { readonly _tag: string }>
        ) {
          return yield* Effect.forEach(all, (who) => outcome(act(who)))
        })
        const seen = ["done", "done", "done", "done", "Forbidden", "OrganizationNotFound"]
        const written = ["done", "done", "Forbidden", "Forbidden", "Forbidden", "OrganizationNotFound"]
        assert.deepStrictEqual(yield* each((who) => by(who)(specs.get(organization, "pets"))), seen)
        assert.deepStrictEqual(yield* each((who) => by(who)(specs.list(organization, { limit: 5 }))), seen)
        assert.deepStrictEqual(yield* each((who) => by(who)(specs.put(organization, "pets", { source }))), written)
        const names = new Map(all.map((who, at) => [who, `pets-${at}`]))
        const create = (who: UserId) => by(who)(specs.create(organization, { slug: names.get(who) ?? "", source }))
        assert.deepStrictEqual(yield* each(create), written)
        assert.deepStrictEqual(yield* each((who) => by(who)(specs.remove(organization, names.get(who) ?? ""))), written)
        const shown = yield* by(reader)(specs.get(organization, "pets"))
        assert.deepStrictEqual(shown.permissions, { view: true, edit: false })
        assert.strictEqual(yield* outcome(by(reader)(specs.get(organization, "none"))), "OpenApiSpecNotFound")
        assert.isFalse(yield* by()(specs.remove(organization, "none")))
      })
    )

    it.effect("requires one valid slug each (rule spec-slug)", () =>
      Effect.gen(function* () {
        const { by, organization, put, specs } = yield* setup
        const source = { text: pets() }
        const create = (slug: string) => outcome(by()(specs.create(organization, { slug, source })))
        assert.strictEqual(yield* create("a".repeat(100)), "done")
        for (const slug of ["", "a".repeat(101), "A", "a_b", "-a", "a-", "a--b", "a b", "é"]) {
          assert.strictEqual(yield* create(slug), "InputInvalid", slug)
          assert.strictEqual(yield* outcome(put(slug, pets())), "InputInvalid", slug)
        }
        assert.strictEqual(yield* create("a-1"), "done")
        assert.strictEqual(yield* create("a-1"), "OpenApiSpecSlugTaken")
        assert.isFalse((yield* put("a-1", pets())).isNew)
        const organizations = yield* Organizations.Organizations
        const { id: other } = yield* by()(organizations.create({ title: "Other" }))
        assert.strictEqual(yield* outcome(by()(specs.create(other, { slug: "a-1", source }))), "done")
      })
    )

    it.effect("allows at most a hundred, with a hundred versions each (rule spec-limits)", () =>
      Effect.gen(function* () {
        const { by, get, latest, organization, put, run, specs } = yield* setup
        for (let at = 0; at < 100; at++) yield* put(`pets-${at}`, pets())
        assert.strictEqual(yield* outcome(put("pets-100", pets())), "TooManyOpenApiSpecs")
        assert.strictEqual(
          yield* outcome(by()(specs.create(organization, { slug: "pets-100", source: { text: pets() } }))),
          "TooManyOpenApiSpecs"
        )
        assert.isFalse((yield* put("pets-99", pets())).isNew)
        assert.isTrue(yield* by()(specs.remove(organization, "pets-0")))
        assert.isTrue((yield* put("pets-100", pets())).isNew)
        const { count, items } = yield* by()(specs.list(organization, { limit: 1000 }))
        assert.deepStrictEqual([count, items.length, items[0]?.slug, items[99]?.slug], [100, 100, "pets-1", "pets-100"])
        yield* run
        const oldest = (yield* latest("pets-1"))?.version.id
        for (let at = 0; at < 100; at++) {
          yield* put("pets-1", pets(`Pets ${at}`))
          yield* run
        }
        assert.strictEqual((yield* latest("pets-1"))?.outline.info.title, "Pets 99")
        assert.notStrictEqual((yield* get("pets-1")).lastVersion, oldest)
        const long = (length: number) => outcome(put("pets-2", "x".repeat(length)))
        assert.deepStrictEqual(yield* Effect.forEach([0, 1_048_576, 1_048_577], long), [
          "InputInvalid",
          "done",
          "InputInvalid"
        ])
      })
    )

    it.effect("refuses deletion while pages reference them, except by force (rule spec-delete)", () =>
      Effect.gen(function* () {
        const { admin, by, creator, organization, put, specs } = yield* setup
        const spaces = yield* Spaces.Spaces
        const edits = yield* ContentEdits.ContentEdits
        const contentsOf = yield* Contents.Contents
        yield* put("pets", pets())
        yield* put("other", pets())
        const write = Effect.fnUntraced(function* (who: UserId, level: "inherit" | null) {
          const made = yield* by(who)(spaces.create(organization, { title: "Book", editMode: "live" }))
          if (level === null) yield* by(who)(spaces.update(made.id, { defaultLevel: null }))
          const changes = [{ operation: "insert_page" as const, title: "Pets", document: operation("pets") }]
          yield* by(who)(edits.apply({ space: made.id }, { changes }))
          const { pages } = yield* by(who)(contentsOf.pages({ space: made.id }))
          return { space: made.id, page: pages[0]?.id ?? "" }
        })
        const open = yield* write(creator, "inherit")
        yield* write(admin, null)
        const refused = yield* Effect.flip(by()(specs.remove(organization, "pets")))
        if (refused._tag !== "OpenApiSpecInUse") return assert.fail(refused._tag)
        assert.deepStrictEqual([refused.places, refused.total], [[`${open.space}/${open.page}`], 2])
        assert.strictEqual(
          refused.message,
          `OpenAPI spec pets is used by ${open.space}/${open.page} and 1 more: pass force=true to delete it anyway`
        )
        assert.isTrue(yield* by()(specs.remove(organization, "other")))
        assert.isTrue(yield* by()(specs.remove(organization, "pets", { force: true })))
        assert.strictEqual(yield* outcome(by()(specs.get(organization, "pets"))), "OpenApiSpecNotFound")
        yield* put("pets", pets())
        yield* by()(spaces.remove(open.space))
        const rest = yield* Effect.flip(by()(specs.remove(organization, "pets")))
        assert.strictEqual(rest.message, "OpenAPI spec pets is used by 1 page: pass force=true to delete it anyway")
      })
    )

    it.effect("keeps their bytes, and releases them on deletion (rule spec-content)", () =>
      Effect.gen(function* () {
        const { by, domain, latest, organization, put, run, specs } = yield* setup
        const purge = yield* Purge.Purge
        yield* put("pets", pets(domain))
        yield* run
        yield* put("waiting", pets("Waiting"))
        yield* TestClock.adjust("2 days")
        yield* asSystem(purge.unreferencedBlobs())
        assert.strictEqual((yield* latest("pets"))?.outline.info.title, domain)
        yield* run
        assert.strictEqual((yield* latest("waiting"))?.outline.info.title, "Waiting")
        yield* by()(specs.remove(organization, "pets"))
        yield* TestClock.adjust("2 days")
        assert.strictEqual(yield* asSystem(purge.unreferencedBlobs()), 2)
      })
    )

    it.effect("announces their changes (rule audit-one-event)", () =>
      Effect.gen(function* () {
        const { by, organization, put, run, specs } = yield* setup
        yield* put("pets", pets())
        yield* run
        yield* put("pets", pets("Cats"))
        yield* run
        yield* by()(specs.remove(organization, "pets"))
        const outbox = yield* Outbox.Outbox
        const events = (yield* outbox.read("", 10_000)).filter(
          ({ event }) => event.organization === organization && event.type.startsWith("openApi")
        )
        assert.deepStrictEqual(
          events.map(({ event }) => [event.type, event.subjects.at(-1), event.actor === "system"]),
          [
            ["openApiSpecs.create", "pets", false],
            ["openApiVersions.create", "pets", true],
            ["openApiSpecs.update", "pets", false],
            ["openApiVersions.create", "pets", true],
            ["openApiSpecs.delete", "pets", false]
          ]
        )
      })
    )
  })
}
