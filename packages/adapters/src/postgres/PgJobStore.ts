import { Job, JobStore } from "@quire/core"
import { Effect, Layer, Schema } from "effect"
import { PgSession } from "./PgSession.ts"
import * as Rows from "./Rows.ts"
import { qualify } from "./SqlText.ts"

const decodeClaimed = Rows.makeDecoder(
  Schema.Struct({
    kind: Schema.String,
    key: Schema.String,
    payload: Schema.String,
    sequence: Schema.Number,
    attempt: Schema.Number,
    share: Schema.String
  })
)

const decodeStanding = Rows.makeDecoder(Schema.Struct({ latest: Schema.Boolean }))

const decodeFree = Rows.makeDecoder(Schema.Struct({ free: Schema.Boolean }))

const decodeFailed = Rows.makeDecoder(
  Schema.Struct({
    kind: Schema.String,
    key: Schema.String,
    payload: Schema.String,
    sequence: Schema.Number,
    at: Schema.Number,
    run_at: Schema.Number,
    attempts: Schema.Number,
    reason: Schema.NullOr(Schema.String),
    failed_at: Schema.Number
  })
)

const decodeTally = Rows.makeDecoder(
  Schema.Struct({ kind: Schema.String, due: Schema.Number, running: Schema.Number, failed: Schema.Number })
)

const decodeCount = Rows.makeDecoder(Rows.Count)

/**
 * Takes jobs by kind in round-robin order, those due first within a kind. For a shared kind, the first job of each
 * share is taken before the second of any, ordered by when the share was last served.
 */
const claimOn = (table: string) => `with asked as materialized (
      select * from unnest($1::text[], $2::int[], $7::boolean[]) with ordinality as asked(kind, room, shared, place)
    ), plain as materialized (
      select found.id, row_number() over (partition by asked.place order by found.due_at, found.key) as nth, asked.place
      from asked
      cross join lateral (
        select j.id, j.due_at, j.key from ${table} j
        where j.kind = asked.kind and j.failed_at is null and not j.withdrawn and j.due_at <= $3
        order by j.due_at, j.key limit asked.room for update skip locked
      ) found
      where not asked.shared
    ), shared as materialized (
      select found.id, row_number() over (
          partition by asked.place order by found.nth, found.served nulls first, found.due_at, found.key
        ) as nth, asked.place
      from asked
      cross join lateral (
        select j.id, j.due_at, j.key, ranked.nth, ranked.served
        from (
          select r.id, array_position($8::text[], r.kind || '/' || r.share) as served,
            row_number() over (partition by r.share order by r.due_at, r.key) as nth
          from ${table} r
          where r.kind = asked.kind and r.failed_at is null and not r.withdrawn and r.due_at <= $3
        ) ranked
        join ${table} j on j.id = ranked.id
        where j.failed_at is null and not j.withdrawn and j.due_at <= $3
        order by ranked.nth, ranked.served nulls first, j.due_at, j.key limit asked.room for update of j skip locked
      ) found
      where asked.shared
    ), picked as materialized (
      select id from (select * from plain union all select * from shared) due order by nth, place limit $4
    )
    update ${table} j set held_by = $5, held_until = $6, attempts = j.attempts + 1
    from picked where j.id = picked.id
    returning j.kind, j.key, j.payload, j.sequence, j.attempts as attempt, j.share`

/** The statements on the table of jobs. */
const statementsOn = (table: string) => ({
  /** In the order of ids, so that two transactions that offer the same jobs wait for each other in one order. */
  offer: `insert into ${table} as j (id, kind, key, payload, sequence, offered_at, run_at, attempts, share)
    select o.id, o.kind, o.key, o.payload, 1, o.at, o.run_at, 0, o.share
    from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::text[])
      as o(id, kind, key, payload, at, run_at, share)
    order by o.id collate "C"
    on conflict (id)`,
  supersede: `do update set payload = excluded.payload, sequence = j.sequence + 1, offered_at = excluded.offered_at,
      run_at = excluded.run_at, attempts = 0, reason = null, failed_at = null, withdrawn = false,
      share = excluded.share`,
  withdraw: `update ${table} set withdrawn = true, sequence = sequence + 1 where id = $1
    returning held_by is null as free`,
  sweep: `delete from ${table} where id = $1 and withdrawn and held_by is null`,
  claim: claimOn(table),
  renew: `update ${table} set held_until = $4 where id = $1 and held_by = $2 returning sequence = $3 as latest`,
  standing: `select sequence = $3 as latest from ${table} where id = $1 and held_by = $2 for update`,
  finish: `delete from ${table} where id = $1 and held_by = $2 and sequence = $3`,
  release: `update ${table} set held_by = null, held_until = null,
      run_at = case when sequence = $3 then $4 else run_at end,
      attempts = case when sequence = $3 then $5 else attempts end,
      reason = case when sequence = $3 then $6 else reason end,
      failed_at = case when sequence = $3 then $7 else failed_at end
    where id = $1 and held_by = $2 returning sequence = $3 as latest, withdrawn as free`,
  failed: `select kind, key, payload, sequence, offered_at as at, run_at, attempts, reason, failed_at from ${table}
    where failed_at is not null and ($1::bigint is null or (failed_at, id) < ($1, $2))
    order by failed_at desc, id desc limit $3`,
  countFailed: `select count(*) as count from ${table} where failed_at is not null`,
  tally: `select kind,
      count(*) filter (where failed_at is null and not withdrawn and due_at <= $1) as due,
      count(*) filter (where held_until > $1) as running,
      count(*) filter (where failed_at is not null) as failed
    from ${table} group by kind order by kind`,
  retry: `update ${table} set run_at = $2, attempts = 0, failed_at = null where id = $1 and failed_at is not null`,
  forgetFailed: `delete from ${table} where failed_at < $1 or (withdrawn and held_until < $1)`
})

const columnsOf = (offers: ReadonlyArray<Job.Offer>) => [
  offers.map(Job.idOf),
  offers.map(({ kind }) => kind),
  offers.map(({ key }) => key),
  offers.map(({ payload }) => payload),
  offers.map(({ at }) => at),
  offers.map(({ runAt }) => runAt),
  offers.map(({ share = "" }) => share)
]

const paramsOf = (claim: Job.Claim) => [Job.idOf(claim), claim.token, claim.sequence]

const make = ({ execute, query, schema }: typeof PgSession.Service): typeof JobStore.JobStore.Service => {
  const sql = statementsOn(qualify(schema, "jobs"))

  const readStanding = (operation: string, rows: ReadonlyArray<unknown>): Effect.Effect<Job.ClaimStatus> =>
    Effect.map(decodeStanding(operation, rows), ([row]) =>
      row === undefined ? "lost" : row.latest ? "held" : "superseded"
    )

  const standingBy = (operation: string, text: string, params: ReadonlyArray<unknown>) =>
    Effect.flatMap(query(text, params), (rows) => readStanding(operation, rows))

  /** Deletes withdrawn jobs that no run holds. */
  const sweep = Effect.fnUntraced(function* (name: JobStore.Name, rows: ReadonlyArray<unknown>) {
    const [row] = yield* decodeFree("JobStore.sweep", rows)
    if (row?.free === true) yield* execute(sql.sweep, [Job.idOf(name)])
  })

  /** Another run or a newer offer may be first; then the row is only released. */
  const release = Effect.fnUntraced(function* (claim: Job.Claim, next: Job.Next | undefined) {
    const { attempts = 0, failedAt = null, reason = null, runAt = 0 } = next ?? {}
    const rows = yield* query(sql.release, [...paramsOf(claim), runAt, attempts, reason, failedAt])
    yield* sweep(claim, rows)
    return yield* readStanding("JobStore.end", rows)
  })

  return {
    offer: (offers) => Effect.asVoid(execute(`${sql.offer} ${sql.supersede}`, columnsOf(offers))),
    offerAbsent: (offers) =>
      Effect.asVoid(execute(`${sql.offer} ${sql.supersede} where j.withdrawn`, columnsOf(offers))),
    withdraw: (name) => Effect.flatMap(query(sql.withdraw, [Job.idOf(name)]), (rows) => sweep(name, rows)),
    claim: ({ kinds, limit, now, served = [], token, until }) =>
      query(sql.claim, [
        kinds.map(({ kind }) => kind),
        kinds.map(({ room }) => room),
        now,
        limit,
        token,
        until,
        kinds.map(({ isShared = false }) => isShared),
        served
      ]).pipe(
        Effect.flatMap((rows) => decodeClaimed("JobStore.claim", rows)),
        Effect.map((rows) => rows.map((row) => ({ ...row, token })))
      ),
    renew: (claim, until) => standingBy("JobStore.renew", sql.renew, [...paramsOf(claim), until]),
    standing: (claim) => standingBy("JobStore.standing", sql.standing, paramsOf(claim)),
    end: (claim, next) =>
      next === undefined
        ? Effect.flatMap(execute(sql.finish, paramsOf(claim)), (count) =>
            count > 0 ? Effect.succeed("held" as const) : release(claim, next)
          )
        : release(claim, next),
    listFailed: (after, limit) =>
      query(sql.failed, [after?.order[0] ?? null, after?.id ?? null, limit]).pipe(
        Effect.flatMap((rows) => decodeFailed("JobStore.listFailed", rows)),
        Effect.map((rows) =>
          rows.map(({ failed_at: failedAt, reason, run_at: runAt, ...job }) => ({
            ...job,
            runAt,
            failedAt,
            held: undefined,
            isWithdrawn: false,
            reason: reason ?? undefined
          }))
        )
      ),
    countFailed: Effect.map(
      Effect.flatMap(query(sql.countFailed), (rows) => decodeCount("JobStore.countFailed", rows)),
      ([row]) => row?.count ?? 0
    ),
    tally: (now) => Effect.flatMap(query(sql.tally, [now]), (rows) => decodeTally("JobStore.tally", rows)),
    retry: (name, runAt) => Effect.map(execute(sql.retry, [Job.idOf(name), runAt]), (count) => count > 0),
    forgetFailed: (before) => execute(sql.forgetFailed, [before])
  }
}

/** `JobStore` in a table. Jobs are taken with `skip locked`, so runners of any number of processes never wait. */
export const layer: Layer.Layer<JobStore.JobStore, never, PgSession> = Layer.effect(
  JobStore.JobStore,
  Effect.map(PgSession, make)
)
