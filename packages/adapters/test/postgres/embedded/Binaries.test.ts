import * as fs from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Binaries from "../../../src/postgres/embedded/Binaries.ts"
import { closedFolder } from "../support/Holder.ts"

const isRoot = process.getuid?.() === 0

/** A package with three files, one of them writable by its group, and a link that npm could not pack. */
const miniature = Effect.fnUntraced(function* (folder: string) {
  const native = join(folder, "package", "native")
  yield* Effect.promise(async () => {
    for (const name of ["bin", "lib/deep"]) await fs.mkdir(join(native, name), { recursive: true })
    await fs.writeFile(join(native, "bin", "postgres"), "#!/bin/sh", { mode: 0o700 })
    await fs.writeFile(join(native, "lib", "libpq.so.5.18"), "library", { mode: 0o644 })
    await fs.writeFile(join(native, "lib", "deep", "shared"), "writable")
    await fs.chmod(join(native, "lib", "deep", "shared"), 0o664)
    const links = [{ source: "native/lib/libpq.so.5.18", target: "native/lib/libpq.so.5" }]
    await fs.writeFile(join(native, "pg-symlinks.json"), JSON.stringify(links))
  })
  return { native, label: "postgres-18-test", major: 18 } satisfies Binaries.Package
})

const describeFile = async (path: string) => {
  const stats = await fs.stat(path)
  return { mode: (stats.mode & 0o777).toString(8), links: stats.nlink }
}

describe("Binaries", () => {
  it.effect("finds those of this platform, and reports a missing one of another by name", () =>
    Effect.gen(function* () {
      const found = yield* Binaries.locate()
      assert.match(found.label, /^postgres-18\.[\w.-]+-\w+-\w+$/)
      assert.strictEqual(found.major, 18)
      const missing = yield* Effect.flip(Binaries.locate("plan9-mips"))
      assert.strictEqual(missing.reason, "unsupported")
      for (const part of ["plan9-mips", "--database-url", "--store memory"]) assert.include(missing.message, part)
    })
  )

  it.effect("uses those of an ordinary user in place with repaired links, or else from a copy next to the data", () =>
    Effect.gen(function* () {
      const folder = yield* closedFolder
      const source = yield* miniature(folder)
      assert.strictEqual(yield* Binaries.prepareOwn(source, folder), source.native)
      const link = join(source.native, "lib", "libpq.so.5")
      assert.strictEqual(yield* Effect.promise(() => fs.readlink(link)), "libpq.so.5.18")
      assert.strictEqual(yield* Binaries.prepareOwn(source, folder), source.native)

      yield* Effect.promise(async () => {
        const impossible = [{ source: "native/lib/libpq.so.5.18", target: "native/absent/libpq.so.5" }]
        await fs.writeFile(join(source.native, "pg-symlinks.json"), JSON.stringify(impossible))
      })
      const error = yield* Effect.flip(Binaries.prepareOwn(source, folder))
      assert.include(error.message, "could not prepare the Postgres binaries")
      const left = (yield* Effect.promise(() => fs.readdir(folder))).filter((name) => name !== "package")
      assert.deepStrictEqual(left, [])
    })
  )

  it.effect("copies those of a package that cannot be repaired, also before the data folder exists", () =>
    Effect.gen(function* () {
      const [folder, home] = [yield* closedFolder, yield* closedFolder]
      /** So far down that the package can be read, and a link of a long name fits into the copy alone. */
      const down = 4_075 - folder.length - 1
      const native = join(folder, `${"d".repeat(199)}/`.repeat(Math.floor(down / 200)), "d".repeat(down % 200))
      const [link, data] = ["l".repeat(100), join(home, "new", "data")]
      yield* Effect.promise(async () => {
        await fs.mkdir(native, { recursive: true })
        await fs.writeFile(join(native, "library"), "library")
        const links = [{ source: "native/library", target: `native/${link}` }]
        await fs.writeFile(join(native, "pg-symlinks.json"), JSON.stringify(links))
      })
      const copied = yield* Binaries.prepareOwn({ native, label: "postgres-18-test", major: 18 }, data)
      assert.strictEqual(copied, join(data, "postgres-18-test"))
      assert.strictEqual(yield* Effect.promise(() => fs.readFile(join(copied, link), "utf8")), "library")
      assert.strictEqual((yield* Effect.promise(() => describeFile(data))).mode, "700")
    })
  )

  it.effect.runIf(isRoot)(
    "builds complete ones for another user once, in the first folder that other users cannot change",
    () =>
      Effect.gen(function* () {
        const source = yield* miniature(yield* closedFolder)
        const closed = yield* closedFolder
        const open = yield* Effect.acquireRelease(
          Effect.promise(() => fs.mkdtemp("/tmp/quire-open-")),
          (path) => Effect.promise(() => fs.rm(path, { recursive: true }))
        )
        const [writable, foreign, good] = [join(open, "writable"), join(open, "foreign"), join(open, "good")]
        yield* Effect.promise(async () => {
          await fs.chmod(open, 0o755)
          await fs.mkdir(writable)
          await fs.chmod(writable, 0o777)
          await fs.mkdir(foreign)
          await fs.chown(foreign, 65534, 65534)
        })
        const caches = [join(closed, "cache"), writable, foreign, good]
        const prepare = Binaries.prepareShared(source, caches)
        const answers = yield* Effect.all([prepare, prepare, prepare, prepare], { concurrency: "unbounded" })
        const target = join(good, source.label)
        assert.deepStrictEqual(answers, [target, target, target, target])
        assert.strictEqual(yield* prepare, target)
        const seen = yield* Effect.promise(async () => ({
          entries: await fs.readdir(good),
          refused: [await fs.readdir(closed), await fs.readdir(writable), await fs.readdir(foreign)],
          link: await fs.readFile(join(target, "lib", "libpq.so.5"), "utf8"),
          folder: await describeFile(join(target, "lib")),
          program: await describeFile(join(target, "bin", "postgres")),
          library: await describeFile(join(target, "lib", "libpq.so.5.18")),
          shared: await describeFile(join(target, "lib", "deep", "shared"))
        }))
        assert.deepStrictEqual(seen.entries, [source.label])
        assert.deepStrictEqual(seen.refused, [[], [], []])
        assert.strictEqual(seen.link, "library")
        assert.strictEqual(seen.folder.mode, "755")
        assert.deepStrictEqual(seen.program, { mode: "755", links: 1 })
        assert.strictEqual(seen.library.mode, "644")
        assert.deepStrictEqual(seen.shared, { mode: "644", links: 1 })
        const none = yield* Effect.flip(Binaries.prepareShared(source, caches.slice(0, 3)))
        assert.include(none.message, "root owns")
      })
  )
})
