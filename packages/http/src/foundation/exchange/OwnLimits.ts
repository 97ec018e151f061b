import { Effect, Layer, Option } from "effect"
import { type Budget, RateLimit, type Service } from "./RateLimit.ts"

/** Counts requests instead of the engine, for example in a store shared by several servers. */
export interface OwnLimits {
  /** Counts a request of a key, unless it is refused; undefined where the key has no limit. */
  readonly take: (key: string, isMutating: boolean) => Promise<Budget | undefined>
  /** The same without counting. */
  readonly peek: (key: string, isMutating: boolean) => Promise<Budget | undefined>
}

/** Allows and logs requests that cannot be counted, because a rate limit is not access control. */
const asked = (count: () => Promise<Budget | undefined>) =>
  Effect.map(Effect.tryPromise(count), Option.fromUndefinedOr).pipe(
    Effect.catch((error) =>
      Effect.as(
        Effect.logWarning("the rate limiter failed, and the request was let through", error.cause),
        Option.none()
      )
    )
  )

/** Rate limits by functions of the host (rule host-limits). */
export const layer = ({ peek, take }: OwnLimits): Layer.Layer<RateLimit> =>
  Layer.succeed(
    RateLimit,
    RateLimit.of({
      isOn: true,
      take: (key, isMutating) => asked(() => take(key, isMutating)),
      peek: (key, isMutating) => asked(() => peek(key, isMutating))
    } satisfies Service)
  )
