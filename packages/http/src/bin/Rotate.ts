import { Actor, Rotation } from "@quire/core"
import { Data, Effect } from "effect"
import * as PersistentStore from "./PersistentStore.ts"
import type { Settings } from "./Settings.ts"

/** Some values are still encrypted with a key other than the current one. */
export class RotationUnfinished extends Data.TaggedError("RotationUnfinished")<Rotation.Progress> {
  override get message() {
    return `${this.left} values are still encrypted with another key: keep that key as QUIRE_SECRET_KEY_PREVIOUS, make sure that every server has the current key, and run this command again`
  }
}

const print = (line: string) => Effect.sync(() => void process.stdout.write(`${line}\n`))

const describeProgress = ({ done, left }: Rotation.Progress) => `${done} encrypted again, ${left} left`

const describeRenewal = (until: number, atOnce: boolean) =>
  atOnce
    ? "a new key signs addresses and tokens; those signed earlier are refused"
    : `a new key signs addresses and tokens within minutes; those signed earlier are refused from ${new Date(until).toISOString()} on`

/**
 * Replaces the signing key, and encrypts with the current key all values that are encrypted with another key; fails if
 * some are left.
 */
export const rotate = (settings: Settings, atOnce: boolean): Effect.Effect<void, unknown> =>
  Effect.gen(function* () {
    yield* PersistentStore.requirePersistentStore(settings)
    const answer = yield* Effect.flatMap(Rotation.Rotation, ({ run }) =>
      run({ atOnce, onProgress: (progress) => print(describeProgress(progress)) })
    ).pipe(Effect.provideService(Actor.Actor, Actor.system), Effect.provide(PersistentStore.engine(settings)))
    if (answer.done === 0) yield* print(describeProgress(answer))
    yield* print(describeRenewal(answer.until, atOnce))
    if (answer.left > 0) return yield* new RotationUnfinished(answer)
  })
