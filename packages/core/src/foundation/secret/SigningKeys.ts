import { Clock, Context, Effect, Layer, Option } from "effect"
import { Base64Url } from "effect/encoding"
import * as Mutation from "../store/Mutation.ts"
import * as Repository from "../store/Repository.ts"
import { Sealing } from "./Sealing.ts"
import { Secrets } from "./Secrets.ts"
import * as Signer from "./Signer.ts"
import { collection, idLength, type SigningKey, sealingContext } from "./SigningKey.ts"

export const limits = {
  /** How long the key before a new one is believed, in ms: longer than any token is valid. */
  overlap: 86_400_000,
  /** How long a new key is only believed, in ms, so that every server knows it before it signs. */
  delay: 120_000,
  /** How often servers learn of others' keys, in ms. */
  reload: 60_000,
  /** Keys that are read. */
  kept: 100
} as const

/** `atOnce`: the keys before are not believed any more, as is needed when one is known to somebody. */
export interface Renewal {
  readonly atOnce?: boolean
}

const isBelieved =
  (now: number) =>
  ({ endsAt }: SigningKey): boolean =>
    endsAt === null || now < endsAt

/**
 * The keys that sign addresses, cursors and tokens for all servers of the store (rule signing-keys). They are sealed, so
 * that whoever has the store or a backup, but not the operator's key, can sign nothing.
 */
export class SigningKeys extends Context.Service<SigningKeys>()("@quire/core/SigningKeys", {
  make: Effect.gen(function* () {
    const sealing = yield* Sealing
    const { random } = yield* Secrets
    const mutation = yield* Mutation.make
    const rows = yield* Repository.make(collection)

    const list = rows.list("inOrder", { equals: {}, limit: limits.kept })

    const open = ({ id, sealed, signsFrom }: SigningKey) =>
      Effect.map(
        sealing.tryOpen(sealingContext(id), sealed),
        Option.map((secret) => ({ id, secret, signsFrom }))
      )

    /** Undefined if no key signs that this server can open. */
    const load = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const valid = Repository.values(yield* list).filter(isBelieved(now))
      const believed = (yield* Effect.forEach(valid, open)).flatMap(Option.toArray).toReversed()
      const current = believed.find(({ signsFrom }) => signsFrom <= now)
      if (current !== undefined) return { current, believed } satisfies Signer.Keys
      if (valid.length > 0) {
        yield* Effect.logWarning(
          "no key that signs addresses and tokens can be opened: start with the secret key that was in use, as the previous one, or what was signed until now is refused"
        )
      }
      return undefined
    })

    const add = Effect.fnUntraced(function* (id: string, signsFrom: number) {
      const secret = Base64Url.encode(yield* random(32))
      const sealed = yield* sealing.seal(sealingContext(id), secret)
      return yield* rows.insert({ id, sealed, signsFrom, endsAt: null })
    })

    const nextId = Effect.map(random(6), (bytes) => Base64Url.encode(bytes).slice(0, idLength))

    /** Makes a key where there is none; of servers that do so at once, one wins, as the id follows from the sealing key. */
    const begin = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const first = yield* Effect.andThen(Effect.ignore(add(sealing.keyId, now)), load)
      if (first !== undefined) return first
      yield* Effect.orDie(add(yield* nextId, now))
      return yield* Effect.orDie(Effect.flatMap(load, Effect.fromNullishOr))
    })

    let keys = (yield* load) ?? (yield* begin)

    /** Learns of keys that other servers have made. */
    const reload = Effect.map(load, (found) => {
      keys = found ?? keys
    })

    /** Makes a new key, and gives the moment until which those before are believed. */
    const renew = Effect.fnUntraced(function* ({ atOnce = false }: Renewal = {}) {
      const now = yield* Clock.currentTimeMillis
      const until = atOnce ? now : now + limits.overlap
      yield* mutation(
        Effect.gen(function* () {
          const locked = yield* rows.lock(Repository.values(yield* list).map(({ id }) => id))
          const before = [...locked.values()]
          const isOver = ({ value }: Repository.VersionedValue<SigningKey>) => !isBelieved(now)(value)
          const ending = before
            .filter((row) => !isOver(row))
            .map((seen) => ({ seen, next: { ...seen.value, endsAt: Math.min(seen.value.endsAt ?? until, until) } }))
          yield* rows.remove(Repository.values(before.filter(isOver)).map(({ id }) => id))
          yield* Effect.orDie(rows.updateAll(ending))
          yield* Effect.orDie(add(yield* nextId, atOnce ? now : now + limits.delay))
        })
      )
      yield* reload
      return until
    })

    /** `reload` for a timer: a failure is logged. */
    const follow = Effect.catchCause(reload, (cause) =>
      Effect.logWarning("reading the signing keys failed", cause)
    ).pipe(Effect.withTracerEnabled(false))

    return { signer: Signer.make(() => keys), reload, renew, follow } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
