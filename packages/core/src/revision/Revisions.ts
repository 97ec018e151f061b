import { Clock, Effect } from "effect"
import { callingUser } from "../Actor.ts"
import { IdGenerator } from "../IdGenerator.ts"
import * as Repository from "../store/Repository.ts"
import { collection, type Revision } from "./Revision.ts"
import { RevisionId } from "./RevisionId.ts"

/** Stores revisions; a revision never changes. */
export class Revisions extends Effect.Service<Revisions>()("@quire/core/Revisions", {
  effect: Effect.gen(function* () {
    const generate = yield* IdGenerator
    const repository = yield* Repository.make(collection)
    const nextId = Effect.map(generate, (id) => RevisionId.make(id))

    const insert = Effect.fnUntraced(function* (made: Omit<Revision, "createdAt" | "createdBy">) {
      const createdAt = yield* Clock.currentTimeMillis
      yield* Effect.orDie(repository.insert({ ...made, createdAt, createdBy: yield* callingUser }))
    })

    return { nextId, insert, get: repository.get, getMany: repository.getMany } as const
  })
}) {
  static readonly layer = this.Default
}
