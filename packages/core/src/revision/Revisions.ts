import { Clock, Context, Effect, Layer } from "effect"
import { callingUser } from "../Actor.ts"
import { IdGenerator } from "../IdGenerator.ts"
import * as Repository from "../store/Repository.ts"
import { collection, type Revision } from "./Revision.ts"
import { RevisionId } from "./RevisionId.ts"

/** Stores revisions; a revision never changes. */
export class Revisions extends Context.Service<Revisions>()("@quire/core/Revisions", {
  make: Effect.gen(function* () {
    const generate = yield* IdGenerator
    const repository = yield* Repository.make(collection)
    const nextId = Effect.map(generate, (id) => RevisionId.make(id))

    const insertAll = Effect.fnUntraced(function* (made: ReadonlyArray<Omit<Revision, "createdAt" | "createdBy">>) {
      const createdAt = yield* Clock.currentTimeMillis
      const createdBy = yield* callingUser
      yield* Effect.orDie(repository.insertAll(made.map((each) => ({ ...each, createdAt, createdBy }))))
    })
    const insert = (made: Omit<Revision, "createdAt" | "createdBy">) => insertAll([made])

    return { nextId, insert, insertAll, get: repository.get, getMany: repository.getMany } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
