/** Storage of local copies by key. Values are plain JSON. */
export interface CopyStore {
  /** Whether values are still there after the tab was closed. */
  readonly isPersistent: boolean
  /** Returns the keys that begin with a prefix. */
  readonly listKeys: (prefix: string) => Promise<ReadonlyArray<string>>
  /** Returns a value, undefined if there is none. What it returns is to be decoded. */
  readonly read: (key: string) => Promise<unknown>
  readonly write: (key: string, value: unknown) => Promise<void>
  readonly remove: (key: string) => Promise<void>
}

/** A store that lives as long as the page. */
export const makeMemoryCopies = (): CopyStore => {
  const values = new Map<string, unknown>()
  return {
    isPersistent: false,
    listKeys: async (prefix) => [...values.keys()].filter((key) => key.startsWith(prefix)),
    read: async (key) => values.get(key),
    write: async (key, value) => void values.set(key, structuredClone(value)),
    remove: async (key) => void values.delete(key)
  }
}

const databaseName = "quire-editor"
const tableName = "copies"

const resultOf = <A>(request: IDBRequest<A>): Promise<A> =>
  new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result))
    request.addEventListener("error", () => reject(request.error))
  })

/** Milliseconds after which a storage that does not respond counts as blocked. */
const openTimeout = 2_000

const openDatabase = (): Promise<IDBDatabase> => {
  const request = indexedDB.open(databaseName, 1)
  request.addEventListener("upgradeneeded", () => request.result.createObjectStore(tableName))
  const timeout = new Promise<never>((_, reject) => setTimeout(() => reject(new Error("no response")), openTimeout))
  return Promise.race([resultOf(request), timeout])
}

const makeDatabaseCopies = (database: IDBDatabase): CopyStore => {
  const table = (mode: IDBTransactionMode) =>
    database.transaction(tableName, mode, { durability: "relaxed" }).objectStore(tableName)
  const change = (act: (copies: IDBObjectStore) => void): Promise<void> =>
    new Promise((resolve, reject) => {
      const copies = table("readwrite")
      copies.transaction.addEventListener("complete", () => resolve())
      copies.transaction.addEventListener("abort", () => reject(copies.transaction.error))
      act(copies)
    })
  return {
    isPersistent: true,
    listKeys: async (prefix) => {
      const keys = await resultOf(table("readonly").getAllKeys(IDBKeyRange.bound(prefix, `${prefix}\uffff`)))
      return keys.filter((key) => typeof key === "string")
    },
    read: (key) => resultOf<unknown>(table("readonly").get(key)),
    write: (key, value) => change((copies) => copies.put(value, key)),
    remove: (key) => change((copies) => copies.delete(key))
  }
}

/** The storage of the browser, or memory where it is blocked or does not respond. */
export const openCopyStore = async (): Promise<CopyStore> => {
  try {
    return makeDatabaseCopies(await openDatabase())
  } catch {
    return makeMemoryCopies()
  }
}
