import { type Effect, Schema } from "effect"

export const limits = {
  /** Characters of a kind's name and of a key. */
  nameLength: 50,
  keyLength: 200,
  /** Length of a payload as JSON. */
  payloadLength: 100_000,
  /** Defaults of a kind: attempts, runs at a time in one process, and milliseconds between attempts. */
  attempts: 8,
  atOnce: 2,
  firstWait: 10_000,
  longestWait: 3_600_000
} as const

/** When a run is given up, and how failed ones are repeated. */
export interface Terms {
  readonly name: string
  /** Milliseconds after which a run is interrupted, which counts as a failed attempt. */
  readonly deadline: number
  /** How often one offer is tried; at `Infinity` it never ends as failed. */
  readonly attempts: number
  /** Milliseconds before the second attempt; each later wait is twice as long, up to `longestWait`. */
  readonly firstWait: number
  readonly longestWait: number
  /** How many of the kind one process runs at a time. */
  readonly atOnce: number
  /**
   * Organizations share the kind: its jobs are offered with a `share`, and claimed fairly between shares (rule
   * jobs-shared).
   */
  readonly isShared: boolean
  /** Its runs wait for others nearly all the time: they take no room from those that work (rule jobs-waiting). */
  readonly waits: boolean
}

/** What jobs of one name are about and how they are run. */
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

/** A kind of which there is always one job, run again after each run. */
export interface RepeatingKind extends Terms {
  /** Milliseconds between the end of a run and the next. */
  readonly every: number
}

/** A repeated kind; unlike others it is tried for ever. */
export const repeated = (options: Options & { readonly every: number }): RepeatingKind => ({
  ...terms({ attempts: Number.POSITIVE_INFINITY, atOnce: 1, ...options }),
  every: options.every
})
