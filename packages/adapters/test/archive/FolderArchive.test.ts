import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { strToU8 } from "fflate"
import * as FolderArchive from "../../src/archive/FolderArchive.ts"

const limits = { entries: 4, unpackedBytes: 10, ratio: 100 }

/** A folder with files of the given sizes, and the paths that were read of it. */
const folderOf = (sizes: Readonly<Record<string, number>>) => {
  const reads: Array<string> = []
  const folder = {
    files: Object.entries(sizes).map(([path, size]) => ({ path, size })),
    special: ["link"],
    read: (path: string) =>
      Effect.sync(() => {
        reads.push(path)
        return strToU8("x".repeat(sizes[path] ?? 0))
      })
  }
  return { folder, reads }
}

describe("a folder of the host as an archive", () => {
  it.effect("reads only the files that are unpacked, under their composed names", () =>
    Effect.gen(function* () {
      const { folder, reads } = folderOf({ "a.md": 1, "cafe\u0301.md": 2, "large.png": 1_000_000 })
      const archive = yield* FolderArchive.open(folder, limits)
      assert.deepStrictEqual([archive.names, archive.special], [["a.md", "caf\u00e9.md", "large.png"], ["link"]])
      const texts = yield* archive.unpack((name) => name.endsWith(".md"))
      assert.deepStrictEqual(
        Array.from(texts, ([name, bytes]) => [name, bytes.length]),
        [
          ["a.md", 1],
          ["caf\u00e9.md", 2]
        ]
      )
      assert.deepStrictEqual(reads, ["a.md", "cafe\u0301.md"])
    })
  )

  it.effect("refuses what exceeds a limit before it is read, and names the largest folder (rule import-limits)", () =>
    Effect.gen(function* () {
      const many = folderOf({ "a.md": 0, "x/1.md": 0, "x/2.md": 0, "x/3.md": 0 })
      yield* FolderArchive.open(many.folder, limits)
      const more = folderOf({ "a.md": 0, "x/1.md": 0, "x/2.md": 0, "x/3.md": 0, "x/4.md": 0 })
      const { excess, reason } = yield* Effect.flip(FolderArchive.open(more.folder, limits))
      assert.deepStrictEqual([reason, excess], ["entries", { total: 5, folder: "x/", inFolder: 4 }])

      const { folder, reads } = folderOf({ "a.md": 3, "x/y/b.md": 7, "x/c.md": 1 })
      const archive = yield* FolderArchive.open(folder, limits)
      assert.strictEqual((yield* archive.unpack((name) => name !== "x/c.md")).size, 2)
      const refused = yield* Effect.flip(archive.unpack((name) => name === "x/c.md"))
      assert.deepStrictEqual(
        [refused.reason, refused.excess, reads.length],
        ["unpacked", { total: 11, folder: "x/y/", inFolder: 7 }, 2]
      )
    })
  )
})
