import { randomUUID } from "node:crypto"
import {
  link,
  mkdir,
  open,
  open as openFile,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  unlink,
  utimes,
  writeFile
} from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import { BlobStore, StoreError } from "@quire/core"
import { Clock, Effect, Layer, Option, Predicate, Stream } from "effect"
import { hashOf, isHash, joinBlobs } from "./BlobHashing.ts"
import { type BlobsUnusable, checked } from "./BlobsUnusable.ts"

/** The characters of base64url in the order of code points. */
const characters = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"

const hasCode = (error: unknown, ...codes: ReadonlyArray<string>): boolean =>
  Predicate.hasProperty(error, "code") && codes.some((code) => code === error.code)

const absentIs =
  <A>(value: A) =>
  (error: unknown): A => {
    if (hasCode(error, "ENOENT")) return value
    throw error
  }

/** Layout of the folder. `writing` and `removing` hold files that are being written or removed. */
export const placesOf = (directory: string) => ({
  writing: join(directory, "writing"),
  removing: join(directory, "removing"),
  /** Two levels of folders, by the first two characters. */
  fileOf: (hash: string) => join(directory, "blobs", hash.charAt(0), hash.charAt(1), hash)
})

type Places = ReturnType<typeof placesOf>

const makeFolder = (path: string) => mkdir(path, { recursive: true, mode: 0o700 })

/** Makes the names in a folder durable. Where folders cannot be opened, the operating system is responsible for it. */
const syncFolder = async (path: string): Promise<void> => {
  try {
    const folder = await open(path, "r")
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
  } catch (error) {
    if (!hasCode(error, "EISDIR", "EPERM", "EINVAL", "EACCES")) throw error
  }
}

/** Creates a folder and its parents, and makes their names durable. */
const makeDurableFolder = async (path: string): Promise<void> => {
  const made = await makeFolder(path)
  if (made === undefined) return
  for (let at = path; at.length >= made.length; at = dirname(at)) await syncFolder(dirname(at))
}

/** The time at which a file was last put, in whole milliseconds, and its size. */
export const look = async (path: string): Promise<{ readonly at: number; readonly size: number } | undefined> => {
  const seen = await stat(path).catch(absentIs(undefined))
  return seen === undefined ? undefined : { at: Math.round(seen.mtimeMs), size: seen.size }
}

/** All bytes of a file, if it exists. */
export const readWhole = async (places: Places, hash: string): Promise<Uint8Array | undefined> => {
  const read = await readFile(places.fileOf(hash)).catch(absentIs(undefined))
  return read === undefined ? undefined : new Uint8Array(read.buffer, read.byteOffset, read.length)
}

/** Sets the modification time of a file. Returns whether the file exists with its full size. */
const touch = async (path: string, size: number, now: number): Promise<boolean> => {
  const seen = await look(path)
  if (seen?.size !== size) return false
  const isThere = await utimes(path, now / 1000, now / 1000).then(() => true, absentIs(false))
  return isThere && (await look(path)) !== undefined
}

/** Bytes of a known hash and size, at once or in pieces. */
export interface WrittenBlob {
  readonly hash: string
  readonly size: number
  readonly bytes: Uint8Array | AsyncIterable<Uint8Array>
}

/** Writes a file under a temporary name, and renames it when its bytes are on the disk (rule blob-whole). */
export const write = async (places: Places, { bytes, hash, size }: WrittenBlob, now: number): Promise<void> => {
  const path = places.fileOf(hash)
  if (await touch(path, size, now)) return
  await makeDurableFolder(dirname(path))
  await makeFolder(places.writing)
  const unfinished = join(places.writing, randomUUID())
  const file = await open(unfinished, "wx", 0o600)
  try {
    await writeFile(file, bytes)
    await file.utimes(now / 1000, now / 1000)
    await file.sync()
    await file.close()
    await rename(unfinished, path)
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(unfinished, { force: true })
    throw error
  }
  await syncFolder(dirname(path))
}

/** Restores a file that was set aside for removal, unless a new one exists. */
const putBack = async (aside: string, path: string): Promise<void> => {
  await link(aside, path).catch((error: unknown) => {
    if (!hasCode(error, "EEXIST", "ENOENT")) throw error
  })
  await unlink(aside).catch(absentIs(undefined))
}

/**
 * Removes a file that is older than an instant. The file is set aside before its age is checked: a concurrent put then
 * either finds no file or updates the age of this one.
 */
export const removeOlder = async (places: Places, hash: string, than: number): Promise<boolean> => {
  const path = places.fileOf(hash)
  const seen = await look(path)
  if (seen === undefined || seen.at >= than) return false
  await makeFolder(places.removing)
  const aside = join(places.removing, `${hash}.${randomUUID()}`)
  const isMine = await rename(path, aside).then(() => true, absentIs(false))
  if (!isMine) return false
  const still = await look(aside)
  if (still !== undefined && still.at >= than) {
    await putBack(aside, path)
    return false
  }
  await unlink(aside).catch(absentIs(undefined))
  return true
}

/** Deletes unfinished writes from before an instant, and restores files that an interrupted removal has set aside. */
export const tidyUp = async (places: Places, than: number): Promise<void> => {
  for (const name of await readdir(places.writing).catch(absentIs([]))) {
    const path = join(places.writing, name)
    const seen = await look(path)
    if (seen !== undefined && seen.at < than) await rm(path, { force: true })
  }
  for (const name of await readdir(places.removing).catch(absentIs([]))) {
    const [hash = ""] = name.split(".")
    await putBack(join(places.removing, name), places.fileOf(hash))
  }
}

/**
 * The names in one folder after a given name, in order. On file systems that ignore case, letters of either case have
 * their own names.
 */
const listFolder = async (path: string, start: string, after: string): Promise<ReadonlyArray<string>> => {
  const names = await readdir(path).catch(absentIs([]))
  return names.filter((name) => name.startsWith(start) && name > after).sort()
}

/** The names of all files after a name, in order. */
export async function* listAfter(directory: string, after: string): AsyncGenerator<string> {
  const root = join(directory, "blobs")
  for (const first of characters) {
    if (first < after.charAt(0)) continue
    const inside = new Set(await readdir(join(root, first)).catch(absentIs([])))
    if (inside.size === 0) continue
    for (const second of characters) {
      if (first + second < after.slice(0, 2)) continue
      yield* await listFolder(join(root, first, second), first + second, after)
    }
  }
}

export interface Options {
  /** Created when absent, accessible only to the current user. */
  readonly directory: string
}

/** Bytes read per chunk. */
const piece = 65_536

const failed = (operation: string) => (cause: unknown) =>
  new StoreError.StoreError({ operation: `BlobStore.${operation}`, cause, unavailable: true })

const attempt = <A>(operation: string, run: () => Promise<A>): Effect.Effect<A> =>
  Effect.orDie(Effect.tryPromise({ try: run, catch: failed(operation) }))

const readBlob =
  (path: string, size: number): BlobStore.StoredBlob["read"] =>
  (from, to) => {
    const end = Math.min(to, size)
    if (from >= end) return Stream.empty
    const file = Effect.acquireRelease(
      attempt("open", () => openFile(path, "r")),
      (opened) => Effect.promise(() => opened.close())
    )
    const readAt = (opened: Effect.Success<typeof file>, at: number) =>
      attempt("open", async () => {
        const wanted = Math.min(piece, end - at)
        const { bytesRead, buffer } = await opened.read(new Uint8Array(wanted), 0, wanted, at)
        if (bytesRead === 0) throw new Error("the file is shorter than expected")
        return buffer.subarray(0, bytesRead)
      })
    return Stream.unwrap(
      Effect.map(file, (opened) =>
        Stream.paginate(from, (at) =>
          Effect.map(readAt(opened, at), (read) => {
            const after = at + read.length
            return [[read], after < end ? Option.some(after) : Option.none()] as const
          })
        )
      )
    )
  }

const make = (directory: string): typeof BlobStore.BlobStore.Service => {
  const places = placesOf(directory)

  const open = Effect.fnUntraced(function* (hash: string) {
    const path = places.fileOf(hash)
    const seen = isHash(hash) ? yield* attempt("open", () => look(path)) : undefined
    return seen === undefined ? Option.none() : Option.some({ size: seen.size, read: readBlob(path, seen.size) })
  })

  const listOlder = async (than: number, after: string, limit: number) => {
    if (after === "") await tidyUp(places, than)
    const found: Array<string> = []
    if (limit <= 0) return found
    for await (const hash of listAfter(directory, after)) {
      const seen = isHash(hash) ? await look(places.fileOf(hash)) : undefined
      if (seen !== undefined && seen.at < than) found.push(hash)
      if (found.length === limit) break
    }
    return found
  }

  return {
    put: Effect.fnUntraced(function* (bytes) {
      const hash = yield* hashOf(bytes)
      const now = yield* Clock.currentTimeMillis
      yield* attempt("put", () => write(places, { hash, size: bytes.length, bytes }, now))
      return hash
    }),
    join: Effect.fnUntraced(function* (hashes) {
      const { bytes, hash, size } = yield* joinBlobs(open, hashes)
      const now = yield* Clock.currentTimeMillis
      yield* attempt("join", () => write(places, { hash, size, bytes: Stream.toAsyncIterable(bytes) }, now))
      return hash
    }),
    get: (hash) =>
      isHash(hash)
        ? attempt("get", async () => Option.fromUndefinedOr(await readWhole(places, hash)))
        : Effect.succeedNone,
    open,
    listOlder: (than, after, limit) => attempt("listOlder", () => listOlder(than, after, limit)),
    remove: (hashes, than) =>
      attempt("remove", async () => {
        let removed = 0
        for (const hash of new Set(hashes.filter(isHash))) {
          if (await removeOlder(places, hash, than)) removed++
        }
        return removed
      })
  }
}

/** Restores files that an interrupted removal has set aside. */
const recover = (directory: string) => attempt("recover", () => tidyUp(placesOf(directory), 0))

/**
 * Stores blobs as files in a folder, each named by its hash. Several servers may share the folder. Ages are the
 * modification times of the files (rule blob-folder).
 */
export const layer = ({ directory }: Options): Layer.Layer<BlobStore.BlobStore, BlobsUnusable> => {
  const path = resolve(directory)
  const where = `the folder ${path}`
  return Layer.effect(
    BlobStore.BlobStore,
    Effect.tap(checked(where, make(path)), () => recover(path))
  )
}
