import { createReadStream } from "node:fs"
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { OwnBlobStore } from "@quire/adapters"

const isMissing = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT"

/** What a file has, or undefined where there is none. */
const ifThere = <A>(read: Promise<A>): Promise<A | undefined> =>
  read.catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })

/** Files of Quire in a folder, which one process uses. The time of a file is when it was last put. */
export const diskStore = async (folder: string): Promise<OwnBlobStore.OwnBlobs> => {
  await mkdir(folder, { recursive: true })
  const pathOf = (key: string) => join(folder, key)

  /** Runs changes one after the other, so that no file is deleted while it is put again. */
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <A>(change: () => Promise<A>): Promise<A> => {
    const next = last.then(change, change)
    last = next.catch(() => undefined)
    return next
  }

  return {
    put: (key, bytes, at) =>
      inTurn(async () => {
        const unfinished = `${pathOf(key)}.part`
        await writeFile(unfinished, bytes, { flush: true })
        await utimes(unfinished, at, at)
        await rename(unfinished, pathOf(key))
      }),
    get: (key) => ifThere(readFile(pathOf(key))),
    size: async (key) => (await ifThere(stat(pathOf(key))))?.size,
    read: (key, from, to) => createReadStream(pathOf(key), { start: from, end: to - 1 }),
    list: async (after, limit) => {
      const keys = (await readdir(folder)).filter((name) => name > after && !name.endsWith(".part"))
      const listed = keys.toSorted().slice(0, limit)
      const found = await Promise.all(
        listed.map(async (key) => {
          const at = (await ifThere(stat(pathOf(key))))?.mtime
          return at === undefined ? [] : [{ key, at }]
        })
      )
      return found.flat()
    },
    delete: (key, putBefore) =>
      inTurn(async () => {
        const found = await ifThere(stat(pathOf(key)))
        if (found === undefined || found.mtime >= putBefore) return false
        await rm(pathOf(key))
        return true
      })
  }
}
