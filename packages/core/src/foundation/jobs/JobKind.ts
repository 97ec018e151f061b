import { type Effect, Schema } from "effect"

export const limits = {
  /** Maximum length of a kind's name and of a key, in characters. */
  nameLength: 50,
  keyLength: 200,
  /** Maximum length of a payload as JSON. */
  payloadLength: 100_000,
  /** Defaults of a kind: attempts, concurrent runs in one process, and milliseconds between attempts. */
  attempts: 8,
  atOnce: 2,
  firstWait: 10_000,
  longestWait: 3_600_000
} as const

/** The deadline of a run, and the retry policy. */
export interface Terms {
  readonly name: string
  /** Milliseconds after which a run is interrupted, which counts as a failed attempt. */
  readonly deadline: number
  /** Maximum number of attempts of one offer; with `Infinity` it never fails permanently. */
  readonly attempts: number
  /** Milliseconds before the second attempt; each later delay is twice as long, up to `longestWait`. */
  readonly firstWait: number
  readonly longestWait: number
  /** Maximum number of concurrent runs of the kind in one process. */
  readonly atOnce: number
  /**
   * Organizations share the kind: its jobs are offered with a `share`, and claimed fairly between shares (rule
   * jobs-shared).
   */
  readonly isShared: boolean
  /** Its runs are I/O-bound: they do not use the capacity of CPU-bound kinds (rule jobs-waiting). */
  readonly waits: boolean
}

/** A kind of jobs: their payload and how they are run. */
export interface JobKind<A> extends Terms {
  readonly encode: (payload: A) => string
  readonly decode: (text: string) => Effect.Effect<A, Schema.SchemaError>
}

export interface Options extends Partial<Terms> {
  readonly name: string
  readonly deadline: number
}

export const terms = (options: Options): Terms => ({
  attempts: limits.attempts,
  firstWait: limits.firstWait,
  longestWait: limits.longestWait,
  atOnce: limits.atOnce,
  waits: false,
  isShared: false,
  ...options
})

/** A kind whose payloads are stored as the JSON that the schema encodes to. */
export const make = <A, I>(options: Options & { readonly payload: Schema.Codec<A, I> }): JobKind<A> => {
  const { payload, ...rest } = options
  const text = Schema.fromJsonString(payload)
  return { ...terms(rest), encode: Schema.encodeSync(text), decode: Schema.decodeUnknownEffect(text) }
}

/** Milliseconds before the next attempt, by the number of failed attempts (rule jobs-retry). */
export const retryDelay = ({ firstWait, longestWait }: Terms, attempts: number): number =>
  Math.min(firstWait * 2 ** Math.max(0, attempts - 1), longestWait)

/** A kind with exactly one job, which runs again after each run. */
export interface RepeatingKind extends Terms {
  /** Milliseconds between the end of a run and the next. */
  readonly every: number
}

/** A recurring kind; unlike other kinds, it is retried without limit. */
export const repeated = (options: Options & { readonly every: number }): RepeatingKind => ({
  ...terms({ attempts: Number.POSITIVE_INFINITY, atOnce: 1, ...options }),
  every: options.every
})
