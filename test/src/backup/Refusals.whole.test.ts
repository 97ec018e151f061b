import { assert, describe, it } from "@effect/vitest"
import { GzipPacking } from "@quire/adapters"
import { Backup, BackupFile, BlobStore, type Engine, LinkInvites, Secrets, Spaces } from "@quire/core"
import { Rounds } from "@quire/testing"
import { Effect, Exit, Layer, Option, Redacted, Stream } from "effect"
import { as } from "../support/engine.ts"
import { found } from "../support/world.ts"
import { inPieces, opened, stores, written } from "./installations.ts"

type Kind = keyof typeof stores
const kinds: ReadonlyArray<Kind> = ["memory", "Postgres"]

/** A small installation with a file and a sealed value. */
const small = Effect.gen(function* () {
  const world = yield* found
  const spaces = yield* Spaces.Spaces
  const links = yield* LinkInvites.LinkInvites
  const { put } = yield* BlobStore.BlobStore
  yield* as(world.creator)(spaces.create(world.organization, { title: "Kept" }))
  yield* as(world.admin)(links.create(world.organization, { role: "read" }))
  yield* put(new TextEncoder().encode("a file of some bytes"))
}).pipe(Effect.orDie)

/** A store of a server with the operator's keys, or without. */
const keyed = (kind: Kind, present?: string, previous?: string): Layer.Layer<Engine.Ports> =>
  Layer.provideMerge(
    Layer.effect(
      Secrets.Secrets,
      Effect.map(Secrets.Secrets, (secrets) => ({
        ...secrets,
        master: Option.map(Option.fromNullishOr(present), (key) => Redacted.make(key)),
        previousMaster: Option.map(Option.fromNullishOr(previous), (key) => Redacted.make(key))
      }))
    ),
    stores[kind]
  )

const make = (present?: string) =>
  Effect.andThen(small, written).pipe(Effect.provide(opened(keyed("memory", present))), Effect.orDie, Effect.scoped)

const made = (present?: string) => Effect.runPromise(make(present))

/** Restores bytes that are refused, and then the whole backup: what was refused has left nothing. */
const refusalOf = (ports: Layer.Layer<Engine.Ports>, bytes: Uint8Array, whole: Uint8Array) =>
  Effect.runPromise(
    Effect.gen(function* () {
      const exit = yield* Effect.exit(Effect.asVoid(Backup.restore(inPieces(bytes))))
      const again = yield* Effect.exit(Effect.asVoid(Backup.restore(inPieces(whole))))
      assert.isTrue(Exit.isSuccess(again), String(again))
      const error = Exit.isFailure(exit) ? Option.getOrUndefined(Exit.findErrorOption(exit)) : undefined
      return { tag: error?._tag, message: error?.message ?? String(exit) }
    }).pipe(Effect.provide(ports), Effect.scoped)
  )

/** A backup of other text, with the digest of that. */
const rewritten = (bytes: Uint8Array, change: (text: string) => string) =>
  Effect.runPromise(
    Effect.gen(function* () {
      const { pack, unpack } = yield* BackupFile.BackupWriter
      const text = yield* Stream.mkString(unpack(Stream.succeed(bytes)))
      const changed = change(text)
      assert.notStrictEqual(changed, text)
      return yield* Stream.mkUint8Array(pack(Stream.succeed(changed)))
    }).pipe(Effect.provide(GzipPacking.layer), Effect.orDie)
  )

const flipped = (bytes: Uint8Array, at: number) => bytes.map((byte, index) => (index === at ? byte ^ 1 : byte))

const lastLine = /[^\n]*\n$/

describe("a backup that is not complete (rule backup-whole)", () => {
  it("gets refused if it is truncated or changed in any byte", async () => {
    const whole = await made()
    const last = whole.length - 1
    const near = [0, 1, 3, 4, 9, 10, last - 90, last - 82, last - 70, last - 8, last - 1, last]
    const inside = Array.from({ length: Rounds.rounds(20, 600, 60) }, (_, at) => 11 + ((at * 7919) % (last - 100)))
    for (const at of [...near, ...inside]) {
      for (const bytes of [flipped(whole, at), whole.subarray(0, at)]) {
        const { message, tag } = await refusalOf(stores.memory, bytes, whole)
        assert.strictEqual(tag, "BackupDamaged", `${at}: ${message}`)
      }
    }
  })

  it("gets refused if data follows its end", async () => {
    const whole = await made()
    const { tag } = await refusalOf(stores.memory, Buffer.concat([whole, Buffer.from([0])]), whole)
    assert.strictEqual(tag, "BackupDamaged")
    assert.strictEqual((await refusalOf(stores.memory, Buffer.concat([whole, whole]), whole)).tag, "BackupDamaged")
  })

  const changes: ReadonlyArray<readonly [string, (text: string) => string, RegExp]> = [
    [
      "another first line",
      (text) => text.replace('"quire":"backup"', '"quire":"beta"'),
      /its first line cannot be read/
    ],
    ["nothing in it", (text) => text.slice(0, 0) || "\n", /its first line cannot be read/],
    ["no moment", (text) => text.replace(/\{"moment".*\n/, ""), /its moment cannot be read/],
    ["no end", (text) => text.replace(lastLine, ""), /it ends before its end/],
    ["a line after the end", (text) => `${text}{}\n`, /it contains data after its end/],
    ["a last line without an end", (text) => text.slice(0, -1), /its last line is incomplete|cannot be read/],
    ["an entry less", (text) => text.replace(/\n\[[^\n]*"Kept"[^\n]*\]\n/, "\n"), /does not match its recorded digest/],
    ["another title", (text) => text.replace('"Kept"', '"Lost"'), /does not match its recorded digest/],
    [
      "a section less",
      (text) => text.replace('{"section":"jobs"}\n', ""),
      /does not match its recorded digest|cannot be read/
    ],
    ["a section twice", (text) => text.replace('{"section":"jobs"}', '{"section":"users"}'), /it contains users twice/],
    [
      "a section of nothing known",
      (text) => text.replaceAll('"jobs"', '"jests"'),
      /it contains the unknown section jests|lacks the section jobs/
    ],
    ["other bytes of a file", (text) => text.replace("YSBmaWxl", "YSBmaWxs"), /do not match its hash/],
    ["a file that is too short", (text) => text.replace(/("size":)20/, "$119"), /are corrupt/],
    [
      "a row that is none",
      (text) => text.replace(/"displayName":"creator"/, '"displayName":null'),
      /a row cannot be stored: decode users/
    ],
    [
      "a row twice",
      (text) => text.replace(/\n(\[[^\n]*"displayName":"creator"[^\n]*\]\n)/, "\n$1$1"),
      /a row cannot be stored|does not match its recorded digest/
    ],
    [
      "a text that no database has",
      (text) => text.replace('"Kept"', '"\\u0000"'),
      /a row cannot be stored|does not match its recorded digest/
    ],
    ["no file", (text) => text.replace(/\{"blob".*\n.*\n/, ""), /number or size of files does not match/]
  ]
  for (const [name, change, expected] of changes) {
    it(name, async () => {
      const whole = await made()
      const bytes = await rewritten(whole, change)
      for (const kind of kinds) {
        const { message, tag } = await refusalOf(stores[kind], bytes, whole)
        assert.strictEqual(tag, "BackupDamaged", message)
        assert.match(message, expected)
      }
    })
  }
})

describe("a complete backup that does not match the store", () => {
  it("gets refused by a store that is not empty, which stays unchanged (rule backup-empty)", async () => {
    const whole = await made()
    for (const kind of kinds) {
      const { first, second, third } = await Effect.runPromise(
        Effect.gen(function* () {
          const restore = Effect.suspend(() => Effect.exit(Effect.asVoid(Backup.restore(inPieces(whole)))))
          return { first: yield* restore, second: yield* restore, third: yield* restore }
        }).pipe(Effect.provide(stores[kind]), Effect.scoped)
      )
      assert.isTrue(Exit.isSuccess(first), String(first))
      for (const exit of [second, third]) {
        const error = Exit.isFailure(exit) ? Option.getOrUndefined(Exit.findErrorOption(exit)) : undefined
        assert.match(error?.message ?? "", /the store is not empty \(it contains installations\): choose a new folder/)
      }
    }
  })

  const schemas: ReadonlyArray<readonly [string, number, RegExp]> = [
    [
      "of a later schema",
      9_999,
      /after migration 9999 .*: restore it with the version that created it or a later version/
    ],
    ["of an earlier schema", 0, /after migration 0 .*created it, then start this version on the same store/]
  ]
  for (const [name, id, expected] of schemas) {
    it(`gets refused: ${name} (rule backup-schema)`, async () => {
      const whole = await made()
      const bytes = await rewritten(whole, (text) => text.replace(/("schema":\{"id":)\d+/, `$1${id}`))
      for (const kind of kinds) {
        const { message, tag } = await refusalOf(stores[kind], bytes, whole)
        assert.strictEqual(tag, "BackupRefused")
        assert.match(message, expected)
      }
    })
  }

  it("gets restored without collections that it was written before (rule backup-schema)", async () => {
    const whole = await made()
    const bytes = await rewritten(whole, (text) =>
      text
        .replace(/"schema":\{[^}]*\}/, '"schema":{"id":51,"name":"server addresses"}')
        .replace('{"section":"search_synonyms"}\n', "")
        .replace(/"search_synonyms":\{[^}]*\},/, "")
    )
    assert.notDeepEqual(bytes, whole)
    const sectionsOf = (kind: Kind, given: Uint8Array) =>
      Effect.runPromise(Backup.restore(inPieces(given)).pipe(Effect.provide(stores[kind]), Effect.scoped)).then(
        ({ sections }) => sections
      )
    const expected = await sectionsOf("memory", whole)
    for (const kind of kinds) assert.deepStrictEqual(await sectionsOf(kind, bytes), expected)
  })

  it("gets refused if it has another format", async () => {
    const whole = await made()
    const bytes = await rewritten(whole, (text) => text.replace('"format":1', '"format":2'))
    const { message, tag } = await refusalOf(stores.memory, bytes, whole)
    assert.strictEqual(tag, "BackupRefused")
    assert.match(message, /its format is 2, but this version reads 1/)
  })

  it("gets refused without the keys that sealed its values (rule backup-keys)", async () => {
    const [key, other] = ["k".repeat(32), "o".repeat(32)]
    const [sealed, plain] = [await made(key), await made()]
    assert.notInclude(JSON.stringify([...sealed]), key)
    const wrong: ReadonlyArray<readonly [string?, string?]> = [[], [other], [other, "p".repeat(32)]]
    for (const [present, previous] of wrong) {
      const { message, tag } = await refusalOf(keyed("memory", present, previous), sealed, plain)
      assert.strictEqual(tag, "BackupRefused", message)
      assert.match(message, /it contains values sealed with the secret key \w+: provide that key/)
    }
    const right: ReadonlyArray<readonly [Uint8Array, string?, string?]> = [
      [sealed, key],
      [sealed, other, key],
      [plain],
      [plain, key]
    ]
    for (const [bytes, present, previous] of right) {
      const exit = await Effect.runPromise(
        Effect.exit(Backup.restore(inPieces(bytes))).pipe(
          Effect.provide(keyed("memory", present, previous)),
          Effect.scoped
        )
      )
      assert.isTrue(Exit.isSuccess(exit), String(exit))
      const keys = Exit.isSuccess(exit) ? exit.value.keys : undefined
      assert.deepStrictEqual([keys?.operator.length, keys?.own], bytes === sealed ? [1, false] : [0, true])
    }
  })
})
