import { Clock, Context, Effect, Layer, Option } from "effect"
import { Base64Url } from "effect/encoding"
import { Mutation } from "../store/Mutation.ts"
import * as Repository from "../store/Repository.ts"
import { Sealing } from "./Sealing.ts"
import { Secrets } from "./Secrets.ts"
import * as Signer from "./Signer.ts"
import { collection, idLength, type SigningKey, sealingContext } from "./SigningKey.ts"

export const limits = {
  /** How long the previous key is accepted after a rotation, in ms: longer than any token is valid. */
  overlap: 86_400_000,
  /** How long a new key is accepted before it signs, in ms, so that every server has loaded it. */
  delay: 120_000,
  /** How often servers load keys of other servers, in ms. */
  reload: 60_000,
  /** Maximum number of keys that are loaded. */
  kept: 100
} as const

/** `atOnce`: previous keys are no longer accepted, as is necessary when a key was leaked. */
export interface Renewal {
  readonly atOnce?: boolean
}

const isBelieved =
  (now: number) =>
  ({ endsAt }: SigningKey): boolean =>
    endsAt === null || now < endsAt

/**
 * The keys that sign addresses, cursors and tokens for all servers of the store (rule signing-keys). They are
 * encrypted, so that a copy of the store or a backup, without the operator's key, cannot be used to sign anything.
 */
export class SigningKeys extends Context.Service<SigningKeys>()("@quire/core/SigningKeys", {
  make: Effect.gen(function* () {
    const sealing = yield* Sealing
    const { random } = yield* Secrets
    const { mutate } = yield* Mutation
    const rows = yield* Repository.make(collection)

    const list = rows.list("inOrder", { equals: {}, limit: limits.kept })

    const open = ({ id, sealed, signsFrom }: SigningKey) =>
      Effect.map(
        sealing.tryOpen(sealingContext(id), sealed),
        Option.map((secret) => ({ id, secret, signsFrom }))
      )

    /** Undefined if this server cannot decrypt any signing key. */
    const load = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const valid = Repository.values(yield* list).filter(isBelieved(now))
      const believed = (yield* Effect.forEach(valid, open)).flatMap(Option.toArray).toReversed()
      const current = believed.find(({ signsFrom }) => signsFrom <= now)
      if (current !== undefined) return { current, believed } satisfies Signer.Keys
      if (valid.length > 0) {
        yield* Effect.logWarning(
          "no signing key can be decrypted: restart the server with the secret key that was in use as the previous one, or existing signed URLs and tokens are rejected"
        )
      }
      return undefined
    })

    const add = Effect.fnUntraced(function* (id: string, signsFrom: number) {
      const secret = Base64Url.encode(yield* random(32))
      const sealed = yield* sealing.seal(sealingContext(id), secret)
      return yield* rows.tryInsert({ id, sealed, signsFrom, endsAt: null })
    })

    const nextId = Effect.map(random(6), (bytes) => Base64Url.encode(bytes).slice(0, idLength))

    /**
     * Creates the first key. If several servers do so concurrently, one of them succeeds, because the id is derived
     * from the encryption key.
     */
    const begin = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const first = yield* Effect.andThen(Effect.ignore(add(sealing.keyId, now)), load)
      if (first !== undefined) return first
      yield* Effect.orDie(add(yield* nextId, now))
      return yield* Effect.orDie(Effect.flatMap(load, Effect.fromNullishOr))
    })

    let keys = (yield* load) ?? (yield* begin)

    /** Loads keys that other servers have created. */
    const reload = Effect.map(load, (found) => {
      keys = found ?? keys
    })

    /** Creates a new key, and returns the time until which the previous keys are accepted. */
    const renew = Effect.fnUntraced(function* ({ atOnce = false }: Renewal = {}) {
      const now = yield* Clock.currentTimeMillis
      const until = atOnce ? now : now + limits.overlap
      yield* mutate(
        Effect.gen(function* () {
          const locked = yield* rows.lock(Repository.values(yield* list).map(({ id }) => id))
          const before = [...locked.values()]
          const isOver = ({ value }: Repository.VersionedValue<SigningKey>) => !isBelieved(now)(value)
          const ending = before
            .filter((row) => !isOver(row))
            .map((seen) => ({ seen, next: { ...seen.value, endsAt: Math.min(seen.value.endsAt ?? until, until) } }))
          yield* rows.remove(Repository.values(before.filter(isOver)).map(({ id }) => id))
          yield* rows.updateAll(ending)
          yield* Effect.orDie(add(yield* nextId, atOnce ? now : now + limits.delay))
        })
      )
      yield* reload
      return until
    })

    /** Runs `reload` on a timer: a failure is logged. */
    const follow = Effect.catchCause(reload, (cause) =>
      Effect.logWarning("the signing keys could not be read", cause)
    ).pipe(Effect.withTracerEnabled(false))

    return { signer: Signer.make(() => keys), reload, renew, follow } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([Mutation.layer, Sealing.layer]))
}
