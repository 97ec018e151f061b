import type { Document } from "@quire/client"
import { isObject } from "../Json.ts"
import type { CopyStore } from "./CopyStore.ts"
import { decodeDocument } from "./PageDocument.ts"
import { decodeConflict, type SavingConflict } from "./SavingConflict.ts"
import type { TabLocks } from "./TabLocks.ts"

/** The page that a copy is of; each part is chosen by the host. */
export interface PageName {
  /** The server, such as its URL, and the person if several use one browser. */
  readonly server: string
  /** The space or change request. */
  readonly content: string
  readonly page: string
}

/** What a tab has of a page, so that everything can be continued without it. */
export interface LocalCopy {
  readonly revision: string
  readonly base: Document
  /** The document of a save that has not been acknowledged; undefined if there is none. */
  readonly sent: Document | undefined
  readonly document: Document
  readonly conflicts: ReadonlyArray<SavingConflict>
  /** By the clock of the session that wrote it. */
  readonly writtenAt: number
}

const version = 1

/** A copy as it is stored. */
export const encodeCopy = (copy: LocalCopy): unknown => ({ version, ...copy })

/** A copy from storage; undefined if it has another form. */
export const decodeCopy = (value: unknown): LocalCopy | undefined => {
  if (!isObject(value) || value["version"] !== version) return undefined
  const { conflicts, revision, writtenAt } = value
  const [base, document] = [decodeDocument(value["base"]), decodeDocument(value["document"])]
  if (typeof revision !== "string" || base === undefined || document === undefined) return undefined
  return {
    revision,
    base,
    document,
    sent: decodeDocument(value["sent"]),
    conflicts: (Array.isArray(conflicts) ? conflicts.map(decodeConflict) : []).filter((each) => each !== undefined),
    writtenAt: typeof writtenAt === "number" ? writtenAt : 0
  }
}

const prefixOf = ({ content, page, server }: PageName) =>
  `${[server, content, page].map(encodeURIComponent).join("/")}/`

const lockOf = (key: string) => `quire-editor/${key}`

/** A place for a copy that this tab holds. */
export interface HeldCopy {
  readonly key: string
  readonly release: () => void
  readonly copy: LocalCopy | undefined
}

/** The copies of a page whose tabs have ended, newest first, which are then held by this tab. */
export const adoptCopies = async (
  store: CopyStore,
  locks: TabLocks,
  name: PageName
): Promise<ReadonlyArray<HeldCopy>> => {
  const adopted: Array<HeldCopy> = []
  for (const key of await store.listKeys(prefixOf(name))) {
    const release = await locks.tryHold(lockOf(key))
    if (release === undefined) continue
    const copy = decodeCopy(await store.read(key))
    if (copy === undefined) release()
    else adopted.push({ key, release, copy })
  }
  return adopted.toSorted((left, right) => (right.copy?.writtenAt ?? 0) - (left.copy?.writtenAt ?? 0))
}

/**
 * Moves a copy to a new place, so that its tab, if it is there after all, does not write over what this tab writes. Where
 * the storage is full, the copy stays where it is.
 */
export const moveCopy = async (store: CopyStore, held: HeldCopy, { key, release }: HeldCopy): Promise<HeldCopy> => {
  if (held.copy === undefined) return held
  try {
    await store.write(key, encodeCopy(held.copy))
    await store.remove(held.key)
  } catch {
    release()
    return held
  }
  held.release()
  return { key, release, copy: held.copy }
}

/** A new place for the copy of this tab. */
export const holdCopy = async (locks: TabLocks, name: PageName, tab: string): Promise<HeldCopy> => {
  const key = `${prefixOf(name)}${tab}`
  return { key, release: (await locks.tryHold(lockOf(key))) ?? (() => undefined), copy: undefined }
}
