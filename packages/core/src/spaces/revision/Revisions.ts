import { Clock, Context, Effect, Layer, Option } from "effect"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import { RevisionId } from "../../foundation/id/Ids.ts"
import { callingUser } from "../../foundation/operation/Actor.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { collection, type Revision } from "./Revision.ts"

export const limits = {
  /** Maximum number of cached revisions, of half a kilobyte each. */
  kept: 4096
} as const

type Row = Repository.VersionedValue<Revision>

/** A cache of revisions that evicts the least recently used. */
const makeCache = () => {
  const rows = new Map<string, Row>()
  const get = (id: string): Row | undefined => {
    const row = rows.get(id)
    if (row === undefined) return undefined
    rows.delete(id)
    rows.set(id, row)
    return row
  }
  const put = (row: Row) => {
    rows.set(row.value.id, row)
    const [oldest] = rows.keys()
    if (rows.size > limits.kept && oldest !== undefined) rows.delete(oldest)
  }
  return { get, put }
}

/**
 * Stores revisions. A revision never changes, so revisions are cached. A cached revision does not prove that its space
 * still exists, nor that the transaction that created it was committed.
 */
export class Revisions extends Context.Service<Revisions>()("@quire/core/Revisions", {
  make: Effect.gen(function* () {
    const generate = yield* IdGenerator
    const repository = yield* Repository.make(collection)
    const nextId = Effect.map(generate, (id) => RevisionId.make(id))
    const known = makeCache()

    const getMany = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
      const found = new Map<string, Row>()
      const missing: Array<string> = []
      for (const id of ids) {
        const row = known.get(id)
        if (row === undefined) missing.push(id)
        else found.set(id, row)
      }
      for (const [id, row] of yield* repository.getMany(missing)) {
        known.put(row)
        found.set(id, row)
      }
      const all: ReadonlyMap<string, Row> = found
      return all
    })

    const get = (id: string) => Effect.map(getMany([id]), (rows) => Option.fromNullishOr(rows.get(id)))

    const require = (id: string) =>
      Effect.flatMap(getMany([id]), (rows) => {
        const row = rows.get(id)
        return row === undefined ? Effect.die(new Repository.RowMissing(collection.name, id)) : Effect.succeed(row)
      })

    const insertAll = Effect.fnUntraced(function* (made: ReadonlyArray<Omit<Revision, "createdAt" | "createdBy">>) {
      const createdAt = yield* Clock.currentTimeMillis
      const createdBy = yield* callingUser
      const values = made.map((each): Revision => ({ ...each, createdAt, createdBy }))
      yield* repository.insertAll(values)
      for (const value of values) known.put({ value, version: 1, counters: {} })
    })
    const insert = (made: Omit<Revision, "createdAt" | "createdBy">) => insertAll([made])

    return { nextId, insert, insertAll, get, getMany, require } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
