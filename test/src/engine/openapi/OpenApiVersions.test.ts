import { assert, layer } from "@effect/vitest"
import { JobControl, OpenApiSpecs, OpenApiVersions } from "@quire/core"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { as, asSystem, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

const pets = (title: string) => JSON.stringify({ openapi: "3.1.0", info: { title, version: "1" }, paths: {} })
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

const setup = Effect.gen(function* () {
  const { creator, organization, reader } = yield* found
  const jobs = yield* JobControl.JobControl
  const specs = yield* OpenApiSpecs.OpenApiSpecs
  const versions = yield* OpenApiVersions.OpenApiVersions
  const by = as(reader)
  const put = (text: string, slug = "pets") =>
    Effect.gen(function* () {
      yield* TestClock.adjust(1000)
      const { value } = yield* as(creator)(specs.put(organization, slug, { source: { text } }))
      yield* asSystem(jobs.run())
      return value
    })
  return {
    organization,
    versions,
    put,
    get: (version: string, slug = "pets") => by(versions.get(organization, slug, version)),
    content: (version: string) => by(versions.content(organization, "pets", version)),
    list: (limit = 100) => by(versions.list(organization, "pets", { limit })),
    spec: by(specs.get(organization, "pets")),
    show: (visibility: "private" | "public") => as(creator)(specs.update(organization, "pets", { visibility })),
    remove: as(creator)(specs.remove(organization, "pets"))
  }
})

const partsOf = (url: string) => new URL(url).pathname.split("/").slice(1)

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`versions of specs on ${name}`, (it) => {
    it.effect("lists the newest first and finds each by its id (rule spec-content)", () =>
      Effect.gen(function* () {
        const { get, list, organization, put, spec } = yield* setup
        for (const title of ["One", "Two", "Three"]) yield* put(pets(title))
        yield* put(pets("Three"))
        const { count, items } = yield* list()
        assert.deepStrictEqual([count, items.length], [3, 3])
        assert.strictEqual(items[0]?.id, (yield* spec).lastVersion)
        assert.deepStrictEqual(yield* get("latest"), items[0])
        for (const item of items) assert.deepStrictEqual(yield* get(item.id), item)
        const [newest] = items
        assert.strictEqual(
          newest?.urls.location,
          `http://quire.test/v1/orgs/${organization}/openapi/pets/versions/${newest?.id}`
        )
        assert.deepStrictEqual(
          items.map(({ createdAt }) => createdAt),
          items.map(({ createdAt }) => createdAt).sort((a, b) => (a < b ? 1 : -1))
        )
      })
    )

    it.effect("finds a version under its own spec only", () =>
      Effect.gen(function* () {
        const { get, put } = yield* setup
        yield* put(pets("One"))
        const { lastVersion } = yield* put(pets("Cats"), "cats")
        assert.isUndefined(lastVersion)
        const other = yield* get("latest", "cats")
        const told = yield* Effect.flip(get(other.id))
        assert.strictEqual(told._tag, "OpenApiVersionNotFound")
        assert.strictEqual((yield* Effect.flip(get("x".repeat(300))))._tag, "OpenApiVersionNotFound")
        yield* put("nothing", "none")
        const never = yield* Effect.flip(get("latest", "none"))
        assert.strictEqual(never.message, "OpenAPI spec none has no version that could be processed")
      })
    )

    it.effect("names what could not be read in the description (rule description-versions)", () =>
      Effect.gen(function* () {
        const { content, put } = yield* setup
        const paths = Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`/p${at}`, { get: "no operation" }]))
        yield* put(JSON.stringify({ openapi: "3.1.0", info: { title: "Broken", version: "1" }, paths }))
        const { warningCount, warnings } = yield* content("latest")
        assert.deepStrictEqual([warnings.length, warningCount], [100, 120])
        assert.deepStrictEqual(warnings[0], { at: "paths./p0.get", problem: "is not an operation" })
      })
    )

    it.effect("returns the description byte for byte to callers with the address (rule spec-address)", () =>
      Effect.gen(function* () {
        const { content, get, put, remove, versions } = yield* setup
        const texts = [`\n ${pets("One")}\n`, "# Two\nopenapi: 3.0.3\ninfo: {title: Two, version: '1'}\npaths: {}\n"]
        const types = ["application/json", "application/yaml"]
        let former = "x"
        for (const [at, text] of texts.entries()) {
          yield* put(text)
          const version = yield* get("latest")
          const shown = yield* content("latest")
          const file = at === 0 ? "pets.json" : "pets.yaml"
          const entry = { contentType: types[at] ?? "", size: text.length, url: version.url }
          const files = { filesystem: { [file]: entry }, url: version.url }
          assert.deepStrictEqual(shown, { ...files, warnings: [], warningCount: 0 })
          assert.deepStrictEqual(yield* content(version.id), shown)
          const [folder, id = "", key = "", named] = partsOf(version.url)
          assert.deepStrictEqual([folder, id, named], ["specs", version.id, file])
          const opened = yield* versions.open(id, key)
          assert.deepStrictEqual([decode(opened.bytes), opened.contentType], [text, types[at]])
          for (const bad of ["", former, `${key}x`, key.slice(1)]) {
            assert.strictEqual((yield* Effect.flip(versions.open(id, bad)))._tag, "OpenApiVersionNotFound")
          }
          former = key
        }
        const [, id = "", key = ""] = partsOf((yield* get("latest")).url)
        assert.isTrue(yield* remove)
        assert.strictEqual((yield* Effect.flip(versions.open(id, key)))._tag, "OpenApiVersionNotFound")
      })
    )

    it.effect("makes the newest one readable by everyone while the spec is public (rule spec-visibility)", () =>
      Effect.gen(function* () {
        const { put, show, spec, versions } = yield* setup
        const made = yield* put(pets("One"))
        assert.deepStrictEqual([made.visibility, made.urls.published], [undefined, undefined])
        const refused = Effect.map(Effect.flip(versions.openPublic(made.id)), ({ _tag }) => _tag)
        assert.strictEqual(yield* refused, "OpenApiSpecNotFound")
        const shown = yield* show("public")
        assert.deepStrictEqual(
          [shown.visibility, shown.urls.published],
          ["public", `http://quire.test/specs/${made.id}/pets`]
        )
        assert.strictEqual(decode((yield* versions.openPublic(made.id)).bytes), pets("One"))
        yield* put(pets("Two"))
        assert.strictEqual(decode((yield* versions.openPublic(made.id)).bytes), pets("Two"))
        const { updatedAt } = yield* spec
        yield* TestClock.adjust(1000)
        assert.strictEqual((yield* show("public")).updatedAt, updatedAt)
        assert.strictEqual((yield* show("private")).visibility, "private")
        assert.strictEqual(yield* refused, "OpenApiSpecNotFound")
        assert.isUndefined((yield* spec).urls.published)
      })
    )
  })
}
