import { rm, truncate, writeFile } from "node:fs/promises"
import { assert, describe, it } from "@effect/vitest"
import {
  Backup,
  BackupManifest,
  Backups,
  BlobStore,
  CollectionRegistry,
  ContentEdits,
  Contents,
  Spaces
} from "@quire/core/internal"
import { Effect, Exit, Fiber, Option, type Scope, Stream } from "effect"
import { as, asSystem } from "../support/engine.ts"
import { found } from "../support/world.ts"
import { inPieces, opened, restored, stores } from "./installations.ts"
import { bucket, download, folder, hashOf, type Place, portsAt } from "./places.ts"

type Kind = keyof typeof stores

/** Different bytes for each number, some of them in several pieces. */
const bytesOf = (number: number) =>
  Uint8Array.from({ length: 10 + 40_000 * (number % 5) }, (_, at) => (at * 31 + number * 7 + (at >> 8)) & 255)

/** A space with files, and what puts the next one into it. */
const writer = Effect.gen(function* () {
  const world = yield* found
  const edits = yield* ContentEdits.ContentEdits
  const spaces = yield* Spaces.Spaces
  const { id: space } = yield* as(world.admin)(spaces.create(world.organization, { title: "Kept", editMode: "live" }))
  let next = 0
  const put = Effect.suspend(() => {
    const number = next++
    const files = [{ name: `${number}.bin`, base64: Buffer.from(bytesOf(number)).toString("base64") }]
    const changes = [{ operation: "insert_files", files }] as const
    return Effect.orDie(as(world.editor)(edits.apply({ space }, { changes })))
  })
  return { ...world, space, put, count: () => next }
})

/** The files of a space, each as its address gives it back. */
const readAll = Effect.fnUntraced(function* ({
  reader,
  space
}: Pick<Effect.Success<typeof writer>, "reader" | "space">) {
  const contents = yield* Contents.Contents
  const { items } = yield* as(reader)(contents.files({ space }, { limit: 1000 }))
  for (const { downloadURL, name } of items) {
    assert.deepStrictEqual(hashOf(yield* download(downloadURL)), hashOf(bytesOf(Number.parseInt(name, 10))), name)
  }
  return items.length
})

/** A backup that is taken while files go on being put, with how many there were before it and after. */
const backedUp = Effect.gen(function* () {
  const world = yield* writer
  const { write } = yield* Backups.Backups
  for (let at = 0; at < 12; at++) yield* world.put
  const before = world.count()
  const going = yield* Effect.forkChild(Effect.forever(world.put))
  const pieces: Array<Uint8Array> = []
  yield* asSystem(
    Stream.runForEach(write(), (piece) => {
      pieces.push(piece)
      return Effect.yieldNow
    })
  )
  yield* Effect.repeat(Effect.yieldNow, { until: () => Effect.sync(() => world.count() > before + 3) })
  yield* Fiber.interrupt(going)
  return { world, before, after: world.count(), bytes: new Uint8Array(Buffer.concat(pieces)) }
})

type Made = Effect.Effect<Place, never, Scope.Scope>

const inStore: Effect.Effect<undefined> = Effect.succeed(undefined)

describe("files stored outside the database (rules backup-files, backup-any and backup-moment)", () => {
  const ways: ReadonlyArray<readonly [string, Kind, Made | typeof inStore, string, Kind, Made | typeof inStore]> = [
    ["a folder", "Postgres", folder, "a bucket", "Postgres", bucket],
    ["a bucket", "Postgres", bucket, "a folder", "Postgres", folder],
    ["a folder", "Postgres", folder, "Postgres", "Postgres", inStore],
    ["a folder", "Postgres", folder, "memory", "memory", inStore],
    ["a bucket", "Postgres", bucket, "memory", "memory", inStore],
    ["memory", "memory", inStore, "a bucket", "Postgres", bucket]
  ]
  for (const [from, kind, place, to, otherKind, otherPlace] of ways) {
    it(`restores files from ${from} to ${to} while others are written`, () =>
      Effect.runPromise(
        Effect.gen(function* () {
          const [source, target] = [yield* place, yield* otherPlace]
          const { after, before, bytes, world } = yield* Effect.provide(backedUp, opened(portsAt(kind, source)))
          const told: Array<Effect.Success<ReturnType<typeof Backup.restore>>> = []
          const ports = portsAt(otherKind, target)
          const count = yield* Effect.provide(
            readAll(world),
            restored(ports, bytes, (done) => void told.push(done))
          )
          assert.isAtLeast(count, before)
          assert.isAtMost(count, after)
          assert.deepStrictEqual(told[0]?.missing, [])
          assert.isAtLeast(told[0]?.files.count ?? 0, count)
        }).pipe(Effect.orDie, Effect.scoped)
      ))
  }

  it("finds every collection whose rows reference files", () => {
    assert.sameMembers(
      BackupManifest.naming(CollectionRegistry.shapes).map(({ name }) => name),
      [
        "file_records",
        "uploads",
        "import_runs",
        "blob_locations",
        "pdfs",
        "site_pdfs",
        "openapi_specs",
        "openapi_versions",
        "computed_answers",
        "integrations",
        "integration_versions"
      ]
    )
  })
})

const harms: ReadonlyArray<readonly [string, (path: string) => Promise<void>]> = [
  ["gone", (path) => rm(path)],
  ["cut off", (path) => truncate(path, 3)],
  ["empty", (path) => truncate(path, 0)],
  [
    "another one of the same size",
    (path) =>
      writeFile(
        path,
        bytesOf(1).map((byte) => byte ^ 1)
      )
  ]
]

/** Ten files, of which two are harmed. */
const harmed = Effect.fnUntraced(function* (place: Place, harm: (path: string) => Promise<void>) {
  const world = yield* writer
  for (let at = 0; at < 10; at++) yield* world.put
  const hashes = [hashOf(bytesOf(1)), hashOf(bytesOf(6))]
  for (const hash of hashes) yield* Effect.promise(() => harm(place.fileOf(hash)))
  return { world, hashes }
})

describe("a file that is missing or damaged in its storage (rule backup-missing)", () => {
  for (const [where, make, all] of [
    ["a folder", folder, harms],
    ["a bucket", bucket, harms.filter(([name]) => name === "gone" || name === "cut off")]
  ] as const) {
    for (const [name, harm] of all) {
      it(`refuses a complete backup and marks an incomplete one: ${name}, in ${where}`, () =>
        Effect.runPromise(
          Effect.gen(function* () {
            const place = yield* make
            const { bytes, hashes, space } = yield* Effect.gen(function* () {
              const { hashes, world } = yield* harmed(place, harm)
              const { write } = yield* Backups.Backups
              const exit = yield* Effect.exit(asSystem(Stream.runDrain(write())))
              const error = Exit.isFailure(exit) ? Option.getOrUndefined(Exit.findErrorOption(exit)) : undefined
              assert(error?._tag === "BackupIncomplete", String(exit))
              assert.sameMembers(
                error.missing.map(({ file }) => file),
                hashes
              )
              for (const { file, namedBy } of error.missing) {
                assert.match(namedBy ?? "", new RegExp(`^file_records ${world.space}\\..*\\.${file}$`))
                assert.include(error.message, file)
              }
              const bytes = yield* asSystem(Stream.mkUint8Array(write({ incomplete: true })))
              return { bytes, hashes, space: world.space }
            }).pipe(Effect.provide(opened(portsAt("memory", place))))
            for (const kind of name === "gone" ? (["memory", "Postgres"] as const) : (["memory"] as const)) {
              yield* Effect.gen(function* () {
                const told = yield* Backup.restore(inPieces(bytes))
                assert.sameMembers(
                  told.missing.map(({ file }) => file),
                  hashes
                )
                assert.isTrue(told.missing.every(({ namedBy }) => namedBy?.startsWith(`file_records ${space}.`)))
                const { get } = yield* BlobStore.BlobStore
                for (const number of Array.from({ length: 10 }, (_, at) => at)) {
                  const kept = Option.getOrUndefined(yield* get(hashOf(bytesOf(number))))
                  const expected = number === 1 || number === 6 ? undefined : hashOf(bytesOf(number))
                  assert.strictEqual(kept && hashOf(kept), expected)
                }
              }).pipe(Effect.provide(stores[kind]), Effect.scoped)
            }
          }).pipe(Effect.orDie, Effect.scoped)
        ))
    }
  }

  it("reports unreferenced files only if they are damaged", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        const place = yield* folder
        yield* Effect.gen(function* () {
          yield* writer
          const { put } = yield* BlobStore.BlobStore
          const { write } = yield* Backups.Backups
          const [gone, damaged] = [yield* put(bytesOf(1)), yield* put(bytesOf(2))]
          yield* Effect.promise(() => rm(place.fileOf(gone)))
          yield* asSystem(Stream.runDrain(write()))
          yield* Effect.promise(() => truncate(place.fileOf(damaged), 1))
          const error = yield* Effect.flip(asSystem(Stream.runDrain(write())))
          assert.deepStrictEqual(error._tag === "BackupIncomplete" && error.missing, [{ file: damaged, namedBy: null }])
        }).pipe(Effect.provide(opened(portsAt("memory", place))))
      }).pipe(Effect.orDie, Effect.scoped)
    ))

  it("reports on restore a file that another file has replaced (rule backup-same)", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        const place = yield* folder
        const bytes = yield* Effect.gen(function* () {
          const { put } = yield* writer
          yield* put
          yield* put
          return yield* asSystem(Stream.mkUint8Array((yield* Backups.Backups).write()))
        }).pipe(Effect.provide(opened(stores.memory)))
        const hash = hashOf(bytesOf(1))
        yield* Effect.provide(
          Effect.flatMap(BlobStore.BlobStore, ({ put }) => put(bytesOf(1))),
          place.blobs
        )
        yield* Effect.promise(() => writeFile(place.fileOf(hash), bytesOf(1).fill(0)))
        const error = yield* Effect.flip(
          Effect.provide(Effect.asVoid(Backup.restore(inPieces(bytes))), portsAt("memory", place))
        )
        assert.strictEqual(
          error.message,
          `the backup is incomplete or damaged: file ${hash} was different after it was restored`
        )
      }).pipe(Effect.orDie, Effect.scoped)
    ))
})
