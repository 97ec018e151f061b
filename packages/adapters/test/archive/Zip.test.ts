import { syncBuiltinESMExports } from "node:module"
import zlib, { crc32 } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { Property, Rounds } from "@quire/testing"
import { Effect } from "effect"
import * as FastCheck from "fast-check"
import { strToU8, zipSync } from "fflate"
import * as ArchiveLimits from "../../src/archive/ArchiveLimits.ts"
import type { ArchiveRefused } from "../../src/archive/Zip.ts"
import * as Zip from "../../src/archive/Zip.ts"
import { type Entry, zip } from "./ZipBuilder.ts"

const reasonOf = (read: Effect.Effect<unknown, ArchiveRefused>) =>
  Effect.match(read, { onSuccess: () => "read" as const, onFailure: ({ reason }) => reason })

const readZip = (bytes: Uint8Array, limits?: ArchiveLimits.ArchiveLimits) =>
  Effect.flatMap(Zip.open(bytes, limits), ({ unpack }) => unpack(() => true))

const texts = (files: ReadonlyMap<string, Uint8Array>) =>
  Object.fromEntries(Array.from(files, ([name, bytes]) => [name, new TextDecoder().decode(bytes)]))

const zeros = (bytes: number) => new Uint8Array(bytes)
const loose = { ...ArchiveLimits.defaults, ratio: 2000 }

describe("a zip archive", () => {
  it.effect("returns its files by path", () =>
    Effect.gen(function* () {
      const files = {
        "README.md": strToU8("# Hi"),
        "a/b/c.md": strToU8("c"),
        "a/ü.md": strToU8("ü"),
        "a/empty": strToU8("")
      }
      assert.deepStrictEqual(texts(yield* readZip(zipSync(files))), {
        "README.md": "# Hi",
        "a/b/c.md": "c",
        "a/ü.md": "ü",
        "a/empty": ""
      })
      assert.deepStrictEqual(texts(yield* readZip(zipSync(files, { level: 0 }))), texts(yield* readZip(zipSync(files))))
    })
  )

  it.effect("allows folders, stored files, and names in every encoding", () =>
    Effect.gen(function* () {
      const files = yield* readZip(
        zip(
          [
            { name: "docs/", attributes: 0o040_755 << 16, method: 0 },
            { name: "docs/./stored.md", data: "stored", method: 0, attributes: (0o100_644 << 16) >>> 0 },
            { name: "docs//double.md", data: "double" },
            { name: "e\u0301.md", data: "decomposed", flags: 0x800 },
            { name: "unflagged-ü.md", data: "utf-8" },
            { name: Buffer.from("dos-\x81.md", "latin1"), data: "cp437", madeBy: 20 }
          ],
          { comment: "made by hand" }
        )
      )
      assert.deepStrictEqual(texts(files), {
        "docs/stored.md": "stored",
        "docs/double.md": "double",
        "\u00e9.md": "decomposed",
        "unflagged-ü.md": "utf-8",
        "dos-ü.md": "cp437"
      })
    })
  )

  it.effect("keeps a zip among other files packed", () =>
    Effect.gen(function* () {
      const inner = zip([{ name: "../evil", data: "x" }])
      const files = yield* readZip(zip([{ name: "inner.zip", data: inner, method: 0 }, { name: "a.md" }]))
      assert.deepStrictEqual(files.get("inner.zip"), inner)
    })
  )
})

const special = {
  "a symbolic link": (0o120_777 << 16) >>> 0,
  "a device": (0o020_666 << 16) >>> 0,
  "a pipe": (0o010_666 << 16) >>> 0
} as const

describe("a zip archive of an ordinary program", () => {
  it.effect("unpacks without its links and devices, which it lists (rule import-archives)", () =>
    Effect.gen(function* () {
      for (const attributes of Object.values(special)) {
        for (const madeBy of [20, 0x0314]) {
          const bytes = zip([
            { name: "a.md", data: "a" },
            { name: "b", data: "/etc/passwd", attributes, madeBy }
          ])
          const archive = yield* Zip.open(bytes)
          assert.deepStrictEqual([archive.names, archive.special], [["a.md"], ["b"]])
          assert.deepStrictEqual(texts(yield* archive.unpack(() => true)), { "a.md": "a" })
        }
      }
    })
  )

  it.effect("allows names with the separators of Windows (rule import-encodings)", () =>
    Effect.gen(function* () {
      const files = yield* readZip(zip([{ name: "docs\\" }, { name: "docs\\a.md", data: "a" }, { name: "docs/b.md" }]))
      assert.deepStrictEqual(texts(files), { "docs/a.md": "a", "docs/b.md": "" })
    })
  )

  const encoded: ReadonlyArray<readonly [string, ReadonlyArray<string>, ReadonlyArray<string>]> = [
    ["Shift_JIS", ["835c815b8358"], ["ソース"]],
    ["Shift_JIS", ["90dd92e8", "95 5c 8e a6", "8367836c"], ["設定", "表示", "トネ"]],
    ["Shift_JIS", ["82c682e0", "417072695f8e67"], ["とも", "Apri_使"]],
    ["GBK", ["b0b2d7b0"], ["安装"]],
    ["GBK", ["b0b2d7b0d6b8c4cf", "4150492d ce c4 b5 b5", "b3a3bcfbcecacce2"], ["安装指南", "API-文档", "常见问题"]],
    ["DOS", ["72 82 73 75 6d 82"], ["résumé"]],
    ["DOS", ["4d816e6368656e", "8e726765 72", "947374"], ["München", "Ärger", "öst"]],
    ["DOS", ["63 68 83 74 65 61 75"], ["château"]]
  ]
  for (const [encoding, names, expected] of encoded) {
    it.effect(`decodes names in ${encoding}: ${expected.join(", ")}`, () =>
      Effect.gen(function* () {
        const raw = (name: string) => Buffer.concat([Buffer.from(name.replaceAll(" ", ""), "hex"), Buffer.from(".md")])
        const files = yield* readZip(zip(names.map((name) => ({ name: raw(name), madeBy: 20 }))))
        assert.deepStrictEqual(
          [...files.keys()],
          expected.map((name) => `${name}.md`)
        )
      })
    )
  }

  it.effect("unpacks as one with the archives in it, if it contains nothing else (rule import-archives)", () =>
    Effect.gen(function* () {
      const inner = (name: string) => zip([{ name, data: name }])
      const parts = [
        { name: "Export-1.zip", data: inner("a.md"), method: 0 },
        { name: "Export-2.ZIP", data: inner("b/c.md") }
      ]
      assert.deepStrictEqual(texts(yield* readZip(zip(parts))), { "a.md": "a.md", "b/c.md": "b/c.md" })
      assert.deepStrictEqual([...(yield* readZip(zip([...parts, { name: "x.md" }]))).keys()].toSorted(), [
        "Export-1.zip",
        "Export-2.ZIP",
        "x.md"
      ])
      const [first = assert.fail()] = parts
      const alike = zip([first, { name: "two/Export-3.zip", data: inner("a.md") }])
      assert.deepStrictEqual(texts(yield* readZip(alike)), { "Export-1/a.md": "a.md", "two/Export-3/a.md": "a.md" })
      const twice = zip([first, { name: "Export-1.ZIP", data: inner("a.md") }])
      assert.strictEqual(yield* reasonOf(readZip(twice)), "duplicate")
    })
  )
})

const encryptedStrongly = 0x41

const refused: ReadonlyArray<readonly [what: string, reason: string, bytes: () => Uint8Array]> = [
  ["nothing", "malformed", () => new Uint8Array()],
  ["text", "malformed", () => strToU8("PK, but not really a zip at all, whatever it says")],
  ["a cut archive", "malformed", () => zip([{ name: "a", data: "x".repeat(50) }]).subarray(0, -30)],
  ["a cut start", "malformed", () => zip([{ name: "a", data: "x".repeat(50) }]).subarray(30)],
  ["bytes after the end", "malformed", () => new Uint8Array([...zip([{ name: "a" }]), 1])],
  ["more entries announced than there are", "malformed", () => zip([{ name: "a" }], { entryCount: 2 })],
  ["an extra field that is too long", "malformed", () => zip([{ name: "a", extra: new Uint8Array([1, 0, 99, 0]) }])],
  ["a wrong checksum", "malformed", () => zip([{ name: "a", data: "abc", crc: 1 }])],
  ["a wrong checksum of a stored file", "malformed", () => zip([{ name: "a", data: "abc", method: 0, crc: 1 }])],
  ["a size that is too small", "malformed", () => zip([{ name: "a", data: zeros(1_000_000), size: 1000 }])],
  ["a size of zero", "malformed", () => zip([{ name: "a", data: zeros(1_000_000), size: 0 }])],
  ["a size that is too large", "malformed", () => zip([{ name: "a", data: "abc", size: 4 }])],
  ["data beyond the end", "malformed", () => zip([{ name: "a", data: "abc", packedSize: 100_000 }])],
  [
    "damaged data",
    "malformed",
    () => {
      const bytes = zip([{ name: "a", data: "abcdefgh".repeat(20) }])
      return bytes.fill(0xff, 32, 36)
    }
  ],
  ["a password", "encrypted", () => zip([{ name: "a", data: "x", flags: 1, method: 0, packedSize: 13 }])],
  ["strong encryption", "encrypted", () => zip([{ name: "a", data: "x", flags: encryptedStrongly }])],
  ["bzip2", "compression", () => zip([{ name: "a", data: "x", method: 12 }])],
  ["lzma", "compression", () => zip([{ name: "a", data: "x", method: 14 }])],
  ["deflate64", "compression", () => zip([{ name: "a", data: "x", method: 9 }])],
  ["one name twice", "duplicate", () => zip([{ name: "a/b" }, { name: "a/b" }])],
  ["one name twice in two forms", "duplicate", () => zip([{ name: "a/b" }, { name: "a/./b" }])],
  ["one name twice after normalization", "duplicate", () => zip([{ name: "\u00e9" }, { name: "e\u0301" }])],
  ["a file below a file", "duplicate", () => zip([{ name: "a" }, { name: "a/b" }])],
  ["a file above a file", "duplicate", () => zip([{ name: "a/b/c" }, { name: "a/b" }])],
  ["a folder with the name of a file", "duplicate", () => zip([{ name: "a" }, { name: "a/" }])],
  [
    "entries with the same data",
    "overlap",
    () =>
      zip([
        { name: "a", data: "x" },
        { name: "b", data: "x", sameDataAs: 0 }
      ])
  ],
  [
    "an entry over the next one",
    "overlap",
    () =>
      zip([
        { name: "a", data: "abc", packedSize: 20 },
        { name: "b", data: "abc" }
      ])
  ]
]

const names: ReadonlyArray<string | Uint8Array> = [
  "../evil.md",
  "..",
  "a/../../evil.md",
  "a/..",
  "a/../b",
  ".. /evil.md",
  "a/.. /b",
  "/etc/passwd",
  "//server/share",
  "C:/evil.md",
  "c:evil.md",
  "C:\\evil.md",
  "..\\evil.md",
  "\\\\server\\share\\x",
  "nul\u0000.md",
  "a\nb.md",
  "a\rb.md",
  "a\u001b[31m.md",
  "a\u007f.md",
  "a\u0085.md",
  "a\u2028b.md",
  "gpj.\u202eevil.md",
  "",
  ".",
  "./",
  "/",
  "x".repeat(1025),
  "a/".repeat(64) + "b"
]

describe("a hostile zip archive", () => {
  for (const [what, reason, bytes] of refused) {
    it.effect(`fails with a typed error: ${what}`, () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* reasonOf(readZip(bytes())), reason)
      })
    )
  }

  it.effect(`fails as a whole for a hostile name, with invisible characters escaped (${names.length})`, () =>
    Effect.gen(function* () {
      for (const name of names) {
        const bytes = zip([
          { name: "good.md", data: "good" },
          { name, data: "evil" }
        ])
        const failed = yield* Effect.flip(readZip(bytes))
        assert.strictEqual(failed.reason, "name", String(name))
        assert.strictEqual(failed.kind, "unprocessable")
        assert.match(
          failed.message,
          /^the archive contains a name that is not a plain relative path: "[ -~\u00a1-\uffff]*"$/u
        )
        assert.notMatch(failed.message, /[\p{Cc}\p{Cf}\u2028\u2029]/u)
      }
    })
  )

  it.effect("cannot hide a name in the Unicode extra field", () =>
    Effect.gen(function* () {
      const name = Buffer.from("good.md")
      const field = Buffer.alloc(9)
      field.writeUInt16LE(0x7075)
      field.writeUInt8(1, 4)
      field.writeUInt32LE(crc32(name), 5)
      const path = Buffer.from("../evil.md")
      field.writeUInt16LE(5 + path.length, 2)
      const bytes = zip([{ name, data: "x", extra: Buffer.concat([field, path]) }])
      assert.strictEqual(yield* reasonOf(readZip(bytes)), "name")
    })
  )
})

/** The bytes that zlib was allowed to unpack while an effect ran. */
const inflatedDuring = (effect: Effect.Effect<unknown>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const { inflateRaw, inflateRawSync } = zlib
      const inflated = { bytes: 0 }
      const counted =
        (inflate: (...given: ReadonlyArray<never>) => unknown) =>
        (...given: ReadonlyArray<unknown>) => {
          inflated.bytes += (given[1] as zlib.ZlibOptions).maxOutputLength ?? Number.POSITIVE_INFINITY
          return inflate(...(given as ReadonlyArray<never>))
        }
      Object.assign(zlib, { inflateRaw: counted(inflateRaw), inflateRawSync: counted(inflateRawSync) })
      syncBuiltinESMExports()
      return { inflated, original: { inflateRaw, inflateRawSync } }
    }),
    ({ inflated }) => Effect.map(effect, () => inflated.bytes),
    ({ original }) =>
      Effect.sync(() => {
        Object.assign(zlib, original)
        syncBuiltinESMExports()
      })
  )

describe("the limit of an archive", () => {
  const many = (count: number) =>
    zip(Array.from({ length: count }, (_, index): Entry => ({ name: `${index}`, method: 0 })))

  it.effect("applies to entries, at the number and one above", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* readZip(many(10_000))).size, 10_000)
      const failed = yield* Effect.flip(readZip(many(10_001)))
      assert.deepStrictEqual([failed.reason, failed.kind], ["entries", "limit"])
    })
  )

  it.effect("applies to folders that are named only by their files", () =>
    Effect.gen(function* () {
      const bytes = zip([{ name: "a/b/c/d.md" }, { name: "a/b/e.md" }])
      assert.strictEqual(yield* reasonOf(readZip(bytes, { ...loose, entries: 3 })), "read")
      assert.strictEqual(yield* reasonOf(readZip(bytes, { ...loose, entries: 2 })), "entries")
    })
  )

  it.effect("counts folders as entries", () =>
    Effect.gen(function* () {
      const bytes = zip([{ name: "a/" }, { name: "a/b/" }, { name: "a/b/c" }])
      assert.strictEqual(yield* reasonOf(readZip(bytes, { ...loose, entries: 3 })), "read")
      assert.strictEqual(yield* reasonOf(readZip(bytes, { ...loose, entries: 2 })), "entries")
    })
  )

  it.effect("applies to unpacked bytes, at the number and one above", () =>
    Effect.gen(function* () {
      const bytes = zip([
        { name: "a", data: zeros(600) },
        { name: "b", data: zeros(400), method: 0 }
      ])
      assert.strictEqual(yield* reasonOf(readZip(bytes, { ...loose, unpackedBytes: 1000 })), "read")
      const failed = yield* Effect.flip(readZip(bytes, { ...loose, unpackedBytes: 999 }))
      assert.deepStrictEqual([failed.reason, failed.kind], ["unpacked", "limit"])
    })
  )

  it.effect("applies to the ratio, at the number and one above", () =>
    Effect.gen(function* () {
      const bytes = zip([{ name: "a", data: zeros(100_000) }])
      const ratio = 100_000 / bytes.length
      assert.strictEqual(yield* reasonOf(readZip(bytes, { ...loose, ratio })), "read")
      const failed = yield* Effect.flip(readZip(bytes, { ...loose, ratio: 99_999 / bytes.length }))
      assert.deepStrictEqual([failed.reason, failed.kind], ["ratio", "limit"])
    })
  )

  it.effect("stops zip bombs before they unpack", () =>
    Effect.gen(function* () {
      const kilobyte = zeros(1024)
      const flat = zip([{ name: "a", data: zeros(4 * 1024 * 1024) }])
      const manyFiles = zip(Array.from({ length: 101 }, (_, index): Entry => ({ name: `${index}`, data: kilobyte })))
      const shared = zip(
        Array.from(
          { length: 5000 },
          (_, index): Entry => ({
            name: `${index}`,
            data: index === 0 ? "kernel".repeat(1000) : "",
            ...(index === 0 ? {} : { sameDataAs: 0, size: 6000, packedSize: 50 })
          })
        )
      )
      const lying = zip(
        Array.from({ length: 100 }, (_, index): Entry => ({ name: `${index}`, data: kilobyte, size: 10 }))
      )
      const bombs = [
        [readZip(flat), "ratio", 0],
        [readZip(manyFiles, { ...loose, unpackedBytes: 100 * 1024 }), "unpacked", 0],
        [readZip(shared, loose), "overlap", 0],
        [readZip(lying), "malformed", 10]
      ] as const
      for (const [read, reason, unpacked] of bombs) {
        const inflated = yield* inflatedDuring(Effect.map(reasonOf(read), (found) => assert.strictEqual(found, reason)))
        assert.strictEqual(inflated, unpacked, reason)
      }
    })
  )

  it.effect("applies to numbers of the 64-bit format", () =>
    Effect.gen(function* () {
      const small = Buffer.from(zip([{ name: "a" }]))
      const record = Buffer.alloc(56)
      record.writeUInt32LE(0x06064b50)
      record.writeBigUInt64LE(44n, 4)
      record.writeBigUInt64LE(10n ** 12n, 24)
      record.writeBigUInt64LE(10n ** 12n, 32)
      const locator = Buffer.alloc(20)
      locator.writeUInt32LE(0x07064b50)
      locator.writeBigUInt64LE(BigInt(small.length - 22), 8)
      const bytes = Buffer.concat([small.subarray(0, -22), record, locator, small.subarray(-22)])
      assert.strictEqual(yield* reasonOf(readZip(bytes)), "entries")

      const sizes = Buffer.alloc(20)
      sizes.writeUInt16LE(1)
      sizes.writeUInt16LE(16, 2)
      sizes.writeBigUInt64LE(2n ** 60n, 4)
      sizes.writeBigUInt64LE(3n, 12)
      const huge = zip([{ name: "a", data: "abc", size: 0xffffffff, packedSize: 0xffffffff, extra: sizes }])
      assert.strictEqual(yield* reasonOf(readZip(huge)), "unpacked")
    })
  )
})

it.effect(
  "rejects or tolerates damage anywhere, without a defect",
  () =>
    Property.effect(
      [FastCheck.array(FastCheck.tuple(FastCheck.nat(10_000), FastCheck.nat(255)), { minLength: 1, maxLength: 8 })],
      ([changes]) =>
        Effect.gen(function* () {
          const bytes = zipSync({
            "a.md": strToU8("# A\n".repeat(20)),
            "b/c.md": strToU8("text"),
            "b/d.png": strToU8("")
          })
          for (const [at, value] of changes) bytes[at % bytes.length] = value
          const outcome = yield* Effect.result(readZip(bytes))
          if (outcome._tag === "Success") {
            for (const name of outcome.success.keys()) assert.notMatch(name, /^\/|\\|(^|\/)\.\.(\/|$)/)
          }
        }),
      { fastCheck: { numRuns: Rounds.rounds(80, 20_000, 200) } }
    ),
  Property.timeout({ fastCheck: { numRuns: Rounds.rounds(80, 20_000, 200) } })
)
