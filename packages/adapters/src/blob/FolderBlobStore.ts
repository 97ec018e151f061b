import { open as openFile } from "node:fs/promises"
import { resolve } from "node:path"
import { BlobStore, StoreError } from "@quire/core"
import { Clock, Effect, Layer, Option, Stream } from "effect"
import { hashOf, isHash } from "./BlobHashing.ts"
import { type BlobsUnusable, checked } from "./BlobsUnusable.ts"
import * as FolderFiles from "./FolderFiles.ts"

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

const readFile =
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
  const places = FolderFiles.placesOf(directory)

  const open = Effect.fnUntraced(function* (hash: string) {
    const path = places.fileOf(hash)
    const seen = isHash(hash) ? yield* attempt("open", () => FolderFiles.look(path)) : undefined
    return seen === undefined ? Option.none() : Option.some({ size: seen.size, read: readFile(path, seen.size) })
  })

  const listOlder = async (than: number, after: string, limit: number) => {
    if (after === "") await FolderFiles.tidyUp(places, than)
    const found: Array<string> = []
    if (limit <= 0) return found
    for await (const hash of FolderFiles.listAfter(directory, after)) {
      const seen = isHash(hash) ? await FolderFiles.look(places.fileOf(hash)) : undefined
      if (seen !== undefined && seen.at < than) found.push(hash)
      if (found.length === limit) break
    }
    return found
  }

  return {
    put: Effect.fnUntraced(function* (bytes) {
      const hash = yield* hashOf(bytes)
      const now = yield* Clock.currentTimeMillis
      yield* attempt("put", () => FolderFiles.write(places, hash, bytes, now))
      return hash
    }),
    get: (hash) =>
      isHash(hash)
        ? attempt("get", async () => Option.fromUndefinedOr(await FolderFiles.readWhole(places, hash)))
        : Effect.succeedNone,
    open,
    listOlder: (than, after, limit) => attempt("listOlder", () => listOlder(than, after, limit)),
    remove: (hashes, than) =>
      attempt("remove", async () => {
        let removed = 0
        for (const hash of new Set(hashes.filter(isHash))) {
          if (await FolderFiles.removeOlder(places, hash, than)) removed++
        }
        return removed
      })
  }
}

/** Restores files that an interrupted removal has set aside. */
const recover = (directory: string) => attempt("recover", () => FolderFiles.tidyUp(FolderFiles.placesOf(directory), 0))

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
