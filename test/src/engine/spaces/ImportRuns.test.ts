import { assert, layer } from "@effect/vitest"
import * as Memory from "@quire/adapters/memory"
import {
  BlobStore,
  ChangeRequests,
  Contents,
  Engine,
  Fetcher,
  type ImportRun,
  ImportRuns,
  JobControl,
  Members,
  Purge,
  Spaces,
  Uploads,
  type UserId
} from "@quire/core"
import { Deferred, Effect, Fiber, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { zipped } from "../../support/docs.ts"
import { as, asSystem, capabilities, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** The tag of the refusal, or `done`. */
const outcome = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.match(self, { onFailure: ({ _tag }): string => _tag, onSuccess: () => "done" })

const setup = Effect.gen(function* () {
  const world = yield* found
  const spaces = yield* Spaces.Spaces
  const contents = yield* Contents.Contents
  const uploads = yield* Uploads.Uploads
  const runs = yield* ImportRuns.ImportRuns
  const jobs = yield* JobControl.JobControl
  const { id: space } = yield* as(world.admin)(spaces.create(world.organization, { editMode: "live" }))
  const mine = as(world.editor)
  const send = (name: string, bytes: Uint8Array | string) =>
    Effect.map(
      mine(uploads.create(space, { name }, { bytes: typeof bytes === "string" ? bytesOf(bytes) : bytes })),
      ({ id }) => id
    )
  const start = (given: ImportRun.ImportRunCreate, who: UserId = world.editor) => as(who)(runs.start(space, given))
  const get = (id: string) => mine(runs.get(space, id))
  /** Starts a run of files and performs it. */
  const importFiles = Effect.fnUntraced(function* (
    files: Readonly<Record<string, Uint8Array | string>>,
    rest: Omit<ImportRun.ImportRunCreate, "source"> = {}
  ) {
    const ids = yield* Effect.forEach(Object.entries(files), ([name, bytes]) => send(name, bytes))
    const { id } = yield* start({ source: { type: "file", files: ids }, ...rest })
    yield* asSystem(jobs.run())
    return yield* get(id)
  })
  const titles = (changeRequest?: string) =>
    Effect.map(mine(contents.pages({ space, changeRequest })), ({ pages }) => pages.map(({ title }) => title))
  return { ...world, contents, get, importFiles, jobs, mine, runs, send, space, spaces, start, titles, uploads }
})

const archive = zipped({ "README.md": "# Home\n\nHello.\n", "guide.md": "# Guide\n\nSee [home](README.md).\n" })

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`import runs on ${name}`, (it) => {
    it.effect("import an uploaded archive in the background (rule import-run)", () =>
      Effect.gen(function* () {
        const { get, jobs, mine, send, space, start, titles, uploads } = yield* setup
        const upload = yield* send("docs.zip", archive)
        const { id, urls, ...begun } = yield* start({ source: { type: "file", files: [upload] } })
        assert.deepInclude(begun, { status: "pending", mode: "append", target: { space } })
        assert.match(urls.location, new RegExp(`/v1/spaces/${space}/imports/${id}$`))
        assert.strictEqual(yield* outcome(mine(uploads.get(space, upload))), "UploadNotFound")
        assert.deepStrictEqual(yield* titles(), [])
        yield* asSystem(jobs.run())
        const ended = yield* get(id)
        assert.deepInclude(ended, { status: "completed", outcome: "imported" })
        assert.deepInclude(ended.result?.report, { pages: 2, links: { resolved: 1, unresolved: 0 } })
        assert.deepStrictEqual(yield* titles(), ["Home", "Guide"])
        yield* asSystem(jobs.run())
        assert.deepStrictEqual(yield* titles(), ["Home", "Guide"])
      })
    )

    it.effect("read one file by its extension or format, and several like an archive", () =>
      Effect.gen(function* () {
        const { importFiles, start, send, titles } = yield* setup
        assert.strictEqual((yield* importFiles({ "one.html": "<h1>One</h1><p>x</p>" })).status, "completed")
        yield* importFiles({ "two.md": "# Two\n", "three.md": "# Three\n\n[two](two.md)\n" })
        assert.sameMembers([...(yield* titles())], ["One", "Two", "Three"])
        const unnamed = yield* send("notes", "# Notes\n")
        const source = { type: "file", files: [unnamed] } as const
        const refusal = yield* Effect.flip(start({ source }))
        assert.include(refusal.message, "source.format")
        assert.strictEqual((yield* start({ source: { ...source, format: "markdown" } })).status, "pending")
      })
    )

    it.effect("append, replace, or propose what differs (rule import-run)", () =>
      Effect.gen(function* () {
        const { editor, importFiles, space, titles } = yield* setup
        const requests = yield* ChangeRequests.ChangeRequests
        const propose = { mode: "propose", subject: "New documentation" } as const
        assert.strictEqual((yield* importFiles({ "docs.zip": archive }, propose)).outcome, "imported")
        assert.strictEqual((yield* importFiles({ "docs.zip": archive }, propose)).outcome, "unchanged")
        const next = zipped({ "README.md": "# Home\n\nHello again.\n" })
        const proposed = yield* importFiles({ "docs.zip": next }, propose)
        assert.strictEqual(proposed.outcome, "proposed")
        const request = yield* as(editor)(requests.get(space, proposed.changeRequest ?? ""))
        assert.strictEqual(request.subject, "New documentation")
        assert.deepStrictEqual(yield* titles(request.id), ["Home"])
        assert.deepStrictEqual(yield* titles(), ["Home", "Guide"])
        const again = yield* importFiles({ "docs.zip": next }, propose)
        assert.deepInclude(again, { outcome: "already-proposed", changeRequest: request.id })
        const added = yield* importFiles({ "more.md": "# More\n" }, { changeRequest: String(request.number) })
        assert.deepInclude(added.target, { changeRequest: request.id })
        assert.deepStrictEqual(yield* titles(request.id), ["Home", "More"])
        yield* importFiles({ "docs.zip": next }, { mode: "replace" })
        assert.deepStrictEqual(yield* titles(), ["Home"])
      })
    )

    it.effect("refuse a wrong request and change nothing", () =>
      Effect.gen(function* () {
        const { mine, send, space, start, uploads } = yield* setup
        const website = { type: "website", url: "https://docs.example/" } as const
        const faults = [
          [{ source: website, page: "p", mode: "replace" }, "mode"],
          [{ source: website, changeRequest: "1", mode: "propose" }, "mode"],
          [{ source: website, subject: "S" }, "subject"],
          [{ source: { type: "file", files: [] } }, "source"],
          [{ source: { type: "file", files: Array.from({ length: 51 }, (_, at) => `u${at}`) } }, "source"],
          [{ source: { ...website, url: "ftp://docs.example" } }, "source"]
        ] as const
        for (const [given, field] of faults) {
          const refusal = yield* Effect.flip(start(given as unknown as ImportRun.ImportRunCreate))
          assert.include([refusal._tag, refusal.message].join(" "), `InputInvalid`)
          assert.include(refusal.message, field)
        }
        const begun = yield* mine(uploads.create(space, { name: "a.md", size: 4 }))
        const unfinished = yield* Effect.flip(start({ source: { type: "file", files: [begun.id] } }))
        assert.include(unfinished.message, "must be complete: it has 0 of 4 bytes")
        const [one, other] = [yield* send("same.md", "# A"), yield* send("same.md", "# B")]
        const same = yield* Effect.flip(start({ source: { type: "file", files: [one, other] } }))
        assert.include(same.message, "source.files.1")
        assert.strictEqual((yield* mine(uploads.get(space, one))).offset, 3)
        assert.strictEqual(yield* outcome(start({ source: website, page: "missing" })), "PageNotFound")
      })
    )

    it.effect("refuse one more than twenty imports of a space at the same time", () =>
      Effect.gen(function* () {
        const { importFiles, jobs, mine, runs, space, start } = yield* setup
        const source = { type: "website", url: "https://docs.example/" } as const
        const ids = yield* Effect.forEach(Array.from({ length: 20 }), () =>
          Effect.map(start({ source }), ({ id }) => id)
        )
        assert.strictEqual(yield* outcome(start({ source })), "TooManyImportRuns")
        const [first = "", ...others] = ids
        assert.strictEqual((yield* mine(runs.cancel(space, first))).status, "cancelled")
        assert.strictEqual(yield* outcome(mine(runs.cancel(space, first))), "ImportRunEnded")
        yield* start({ source })
        yield* Effect.forEach(others, (id) => mine(runs.cancel(space, id)))
        yield* asSystem(jobs.run())
        assert.strictEqual((yield* importFiles({ "a.md": "# A\n" })).status, "completed")
        const { items } = yield* mine(runs.list(space, { limit: 100 }))
        assert.strictEqual(items.length, 22)
        assert.isUndefined(items[0]?.result)
      })
    )

    it.effect("fail with a reason, and release their files", () =>
      Effect.gen(function* () {
        const { editor, get, importFiles, jobs, organization, send, space, start, titles } = yield* setup
        const members = yield* Members.Members
        const purge = yield* Purge.Purge
        const blobs = yield* BlobStore.BlobStore
        const broken = yield* importFiles({ "docs.zip": `no archive in ${space}` })
        assert.strictEqual(broken.status, "failed")
        assert.include(broken.reason, "nothing was imported")
        const { id } = yield* start({ source: { type: "file", files: [yield* send("a.md", "# A\n")] } })
        yield* asSystem(members.update(organization, editor, { role: "read" }))
        yield* asSystem(jobs.run())
        yield* asSystem(members.update(organization, editor, { role: "edit" }))
        assert.strictEqual((yield* get(id)).status, "failed")
        assert.deepStrictEqual(yield* titles(), [])
        const hash = Buffer.from(
          yield* Effect.promise(() => crypto.subtle.digest("SHA-256", bytesOf(`no archive in ${space}`)))
        ).toString("base64url")
        assert.isTrue(Option.isSome(yield* blobs.open(hash)))
        yield* TestClock.adjust(172_800_000)
        yield* asSystem(purge.unreferencedBlobs())
        assert.isTrue(Option.isNone(yield* blobs.open(hash)))
      })
    )

    it.effect("show an import to people who may edit the space, for thirty days", () =>
      Effect.gen(function* () {
        const { admin, get, importFiles, jobs, organization, reader, runs, space, spaces, stranger } = yield* setup
        const { id } = yield* importFiles({ "a.md": "# A\n" })
        assert.strictEqual(yield* outcome(as(reader)(runs.get(space, id))), "Forbidden")
        assert.strictEqual(yield* outcome(as(reader)(runs.list(space, { limit: 1 }))), "Forbidden")
        assert.strictEqual(yield* outcome(as(stranger)(runs.get(space, id))), "SpaceNotFound")
        const { id: other } = yield* as(admin)(spaces.create(organization, { editMode: "live" }))
        assert.strictEqual(yield* outcome(as(admin)(runs.get(other, id))), "ImportRunNotFound")
        yield* TestClock.adjust(2_592_000_000 - 1)
        yield* asSystem(jobs.run())
        assert.strictEqual((yield* get(id)).status, "completed")
        yield* TestClock.adjust(3_600_001)
        yield* asSystem(jobs.run())
        assert.strictEqual(yield* outcome(get(id)), "ImportRunNotFound")
      })
    )
  })
}

/** Released to let a fetch respond. */
const fetches: Array<Deferred.Deferred<void>> = []

const heldFetcher = Layer.succeed(Fetcher.Fetcher, {
  get: Effect.fnUntraced(function* (url: string) {
    const response = yield* Deferred.make<void>()
    fetches.push(response)
    yield* Deferred.await(response)
    return { url, status: 200, contentType: "text/markdown", bytes: bytesOf("# One\n\nTwo\n") }
  }),
  postForm: () => Effect.die("nothing is sent"),
  exchange: () => Effect.die("nothing is sent"),
  isListed: () => false
})

const heldEngine = Engine.layer.pipe(
  Layer.provideMerge(heldFetcher),
  Layer.provideMerge(Memory.Memory.layer),
  Layer.provideMerge(capabilities)
)

/** Lets the fetches respond that are waiting. */
const respond = Effect.gen(function* () {
  for (const response of fetches.splice(0)) yield* Deferred.succeed(response, undefined)
})

/** Starts a run and a worker, and waits until the worker fetches the source. */
const fetching = Effect.gen(function* () {
  const world = yield* setup
  const source = { type: "website", url: "https://docs.example/one.md", format: "markdown" } as const
  const { id } = yield* world.start({ source })
  const worker = yield* Effect.forkChild(asSystem(world.jobs.run()))
  while (fetches.length === 0) yield* Effect.yieldNow
  return { ...world, id, worker }
})

layer(heldEngine)("an import run in progress", (it) => {
  it.effect("changes nothing once it is cancelled (rule import-run)", () =>
    Effect.gen(function* () {
      const { get, id, mine, runs, space, titles, worker } = yield* fetching
      assert.strictEqual((yield* get(id)).status, "in-progress")
      yield* mine(runs.cancel(space, id))
      yield* respond
      yield* Fiber.join(worker)
      assert.strictEqual((yield* get(id)).status, "cancelled")
      assert.deepStrictEqual(yield* titles(), [])
    })
  )

  it.effect("continues in another worker if the first one stops (rule import-run)", () =>
    Effect.gen(function* () {
      const { get, id, jobs, titles, worker } = yield* fetching
      yield* Fiber.interrupt(worker)
      fetches.splice(0)
      assert.strictEqual((yield* get(id)).status, "in-progress")
      yield* TestClock.adjust(3_600_000)
      const other = yield* Effect.forkChild(asSystem(jobs.run()))
      while (fetches.length === 0) yield* Effect.yieldNow
      yield* respond
      yield* Fiber.join(other)
      assert.strictEqual((yield* get(id)).status, "completed")
      assert.deepStrictEqual(yield* titles(), ["One"])
    })
  )
})
