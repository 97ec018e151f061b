import { Effect, Schema } from "effect"
import type { Sealing } from "../../foundation/secret/Sealing.ts"
import type { StoredCollection } from "../../foundation/store/Repository.ts"
import { RowStore } from "../../foundation/store/RowStore.ts"
import type * as BackupFile from "./BackupFile.ts"

const isText = Schema.is(Schema.String)

/** The ids of the keys that have sealed rows of a collection; each is found with one index lookup. */
const listKeyIds = Effect.fnUntraced(function* (shape: StoredCollection) {
  const store = yield* RowStore
  const found: Array<string> = []
  for (let from = ""; ; ) {
    const [row] = yield* store.list(shape, "sealed", { equals: {}, range: { from }, limit: 1 })
    const keyId = row === undefined ? undefined : shape.columnsOf(row)["sealedWith"]
    if (!isText(keyId)) return found
    found.push(keyId)
    from = `${keyId}!`
  }
})

/** The keys that have sealed something, apart from each other by who has them (rule backup-keys). */
export const find = Effect.fnUntraced(function* (
  shapes: ReadonlyArray<StoredCollection>,
  { knows, ownKeyId }: Pick<Sealing["Service"], "knows" | "ownKeyId">
) {
  const own = yield* ownKeyId
  const ids = new Set((yield* Effect.forEach(shapes, listKeyIds)).flat())
  const others = [...ids].filter((id) => id !== own).sort()
  return {
    operator: others.filter(knows),
    absent: others.filter((id) => !knows(id)),
    own: own !== undefined && ids.has(own)
  } satisfies BackupFile.Keys
})
