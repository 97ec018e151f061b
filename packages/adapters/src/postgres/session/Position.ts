import { Effect, Schema } from "effect"
import type { Completion } from "./Exchange.ts"

/**
 * A position in the log of a server. Positions of one timeline are ordered: a server that has applied the log up to a
 * position has everything that was committed before it.
 */
export interface Position {
  readonly at: bigint
  readonly timeline: string
}

const distance = (lsn: string) => `(${lsn} - '0/0'::pg_lsn)::text`

/** Where commits are durable before they are acknowledged, the flushed position covers every acknowledged commit. */
const acknowledged = `case current_setting('synchronous_commit')
    when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end`

const columnsOfPrimary = `${distance(acknowledged)} as "at", left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) as "timeline"`

const identity = `(select s.system_identifier || '/' || d.oid from pg_control_system() s, pg_database d
    where d.datname = current_database()) as "identity"`

/** A position on the primary that is after everything acknowledged so far. */
export const ofPrimary = { text: `select ${columnsOfPrimary}`, values: [] } as const

/** The same, and which database of which system it is. */
export const lookAtPrimary = { text: `select ${columnsOfPrimary}, ${identity}`, values: [] } as const

const applied = distance("case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end")

/** The position up to which a replica has applied the log; null if it is no longer a replica. */
export const ofReplica = { text: `select ${applied} as "at"`, values: [] } as const

/**
 * The properties that decide whether a replica is used. The timeline is reported with a delay, after much of it has
 * been applied.
 */
export const lookAtReplica = {
  text: `select ${applied} as "at", ${identity},
    current_setting('default_transaction_isolation') as "isolation",
    (select lpad(upper(to_hex(greatest(c.timeline_id, r.min_recovery_end_timeline))), 8, '0')
      from pg_control_checkpoint() c, pg_control_recovery() r) as "timeline"`,
  values: []
} as const

const Distance = Schema.String.check(Schema.isPattern(/^\d+$/))

const Primary = Schema.Struct({ at: Distance, timeline: Schema.String })
const Applied = Schema.Struct({ at: Schema.NullOr(Distance) })

/** The state of the primary. */
export interface PrimaryPosition extends Position {
  readonly identity: string
}

const LookedAt = Schema.Struct({ ...Primary.fields, identity: Schema.String })

const decodeOne = <A, I>(schema: Schema.Codec<A, I>) => {
  const decode = Schema.decodeUnknownEffect(Schema.Tuple([schema]))
  return (answer: Completion | undefined) => Effect.orDie(Effect.map(decode(answer?.rows ?? []), ([row]) => row))
}

const decodePrimary = decodeOne(Primary)
const decodeLooked = decodeOne(LookedAt)
const decodeApplied = decodeOne(Applied)

export const readPrimary = (answer: Completion | undefined): Effect.Effect<Position> =>
  Effect.map(decodePrimary(answer), ({ at, timeline }) => ({ at: BigInt(at), timeline }))

export const readLooked = (answer: Completion | undefined): Effect.Effect<PrimaryPosition> =>
  Effect.map(decodeLooked(answer), ({ at, ...others }) => ({ at: BigInt(at), ...others }))

/** Undefined where it is no replica any more. */
export const readApplied = (answer: Completion | undefined): Effect.Effect<bigint | undefined> =>
  Effect.map(decodeApplied(answer), ({ at }) => (at === null ? undefined : BigInt(at)))
