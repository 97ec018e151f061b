import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { ReadingOnly } from "@quire/core"
import { Rounds } from "@quire/testing"
import { Context, Effect, Exit, Layer, Scope } from "effect"
import * as fc from "fast-check"
import { pause } from "../../src/postgres/Pause.ts"
import { PgSession } from "../../src/postgres/PgSession.ts"
import * as ReplicaPair from "./support/ReplicaPair.ts"

/** Milliseconds. */
const staleness = 200

const table = Effect.flatMap(PgSession, ({ script }) =>
  script(
    "create table counts (id int primary key, n int not null); insert into counts select i, 0 from generate_series(0, 2) i"
  )
)

type Session = PgSession["Service"]

/** What a client asks of one of two servers. */
interface Request {
  readonly does: "write" | "alone" | "known" | "visit"
  readonly server: 0 | 1
  readonly id: number
}

/** A request, or something that happens to the replica. */
type Act = Request | { readonly does: "hold" | "resume" | "kill" } | { readonly does: "wait"; readonly millis: number }

const requests: fc.Arbitrary<Request> = fc.record({
  does: fc.constantFrom<Request["does"]>("write", "alone", "known", "visit"),
  server: fc.constantFrom<0 | 1>(0, 1),
  id: fc.nat(2)
})

const acts: fc.Arbitrary<Act> = fc.oneof(
  { weight: 14, arbitrary: requests },
  { weight: 2, arbitrary: fc.constantFrom<Act>({ does: "hold" }, { does: "resume" }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant<"wait">("wait"), millis: fc.integer({ min: 1, max: 250 }) }) }
)

/** One that is sure to hold the replica back for longer than the bound, and to kill it. */
const histories = fc
  .array(fc.array(acts, { minLength: 1, maxLength: 5 }), { minLength: 4, maxLength: 14 })
  .map((some): ReadonlyArray<ReadonlyArray<Act>> => {
    const middle = Math.floor(some.length / 2)
    return [...some.slice(0, middle), [{ does: "kill" }], ...some.slice(middle)]
  })

const numberOf = (rows: ReadonlyArray<{ readonly [column: string]: unknown }>): number => Number(rows[0]?.["n"])

/** What was acknowledged, by whom and when. */
class Acknowledged {
  readonly #all: Array<{ readonly id: number; readonly server: number; readonly n: number; readonly at: number }> = []

  add(id: number, server: number, n: number): void {
    this.#all.push({ id, server, n, at: performance.now() })
  }

  /** The latest number among those that count now. */
  least(id: number, counts: (entry: { readonly server: number; readonly at: number }) => boolean): number {
    return Math.max(0, ...this.#all.filter((entry) => entry.id === id && counts(entry)).map(({ n }) => n))
  }
}

const readSql = "select n, pg_is_in_recovery() as here from counts where id = $1"

/** How many statements were answered by whom. */
const answers = { replica: 0, primary: 0 }

const write = (session: Session, acknowledged: Acknowledged, { does, id, server }: Request) => {
  const written = session.query("update counts set n = n + 1 where id = $1 returning n", [id])
  return Effect.map(does === "write" ? session.atomic(written) : written, (rows) =>
    acknowledged.add(id, server, numberOf(rows))
  )
}

const read = ({ query }: Session, { id }: Request, reach: "replica" | "late") =>
  Effect.map(query(readSql, [id], reach), (rows) => {
    answers[rows[0]?.["here"] === true ? "replica" : "primary"] += 1
    return numberOf(rows)
  })

const known = Effect.fnUntraced(function* (session: Session, acknowledged: Acknowledged, request: Request) {
  const all = acknowledged.least(request.id, () => true)
  const reads = Effect.all([read(session, request, "replica"), read(session, request, "replica")])
  const seen = yield* ReadingOnly.reading(Effect.andThen(session.query("select 1"), reads))
  assert.isAtLeast(seen[0], all, "a known user misses an acknowledged write")
  assert.isAtLeast(seen[1], seen[0], "a request goes back in time")
})

const visit = Effect.fnUntraced(function* (session: Session, acknowledged: Acknowledged, request: Request) {
  const begun = performance.now()
  const due = acknowledged.least(request.id, ({ at, server }) => server === request.server || at <= begun - staleness)
  const reads = (["late", "replica", "late"] as const).map((reach) => read(session, request, reach))
  const seen = yield* ReadingOnly.reading(Effect.all(reads))
  assert.isAtLeast(seen[0] ?? -1, due, "a visitor misses what is older than the bound, or of this server")
  assert.deepStrictEqual(
    seen.toSorted((one, other) => one - other),
    seen,
    "a request goes back in time"
  )
})

const answer = (session: Session, acknowledged: Acknowledged, request: Request) => {
  if (request.does === "known") return known(session, acknowledged, request)
  return request.does === "visit" ? visit(session, acknowledged, request) : write(session, acknowledged, request)
}

/** Runs an act, and checks what it has shown. */
const run = (sessions: readonly [Session, Session], pair: ReplicaPair.Pair, acknowledged: Acknowledged, act: Act) => {
  switch (act.does) {
    case "hold":
      return Effect.ignore(Effect.sandbox(pair.administer("replica", "select pg_wal_replay_pause()")))
    case "resume":
      return Effect.ignore(Effect.sandbox(pair.administer("replica", "select pg_wal_replay_resume()")))
    case "kill":
      return pair.kill
    case "wait":
      return pause(act.millis)
    default:
      return answer(sessions[act.server], acknowledged, act)
  }
}

describe.skipIf(!ReplicaPair.isPossible)(ReplicaPair.title("a store on two servers and a replica"), () => {
  let pair: ReplicaPair.Pair
  const scope = Effect.runSync(Scope.make())
  beforeAll(async () => {
    pair = await Effect.runPromise(Scope.provide(ReplicaPair.start(table), scope))
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)), 60_000)

  const happens = (history: ReadonlyArray<ReadonlyArray<Act>>) =>
    Effect.scoped(
      Effect.gen(function* () {
        const own = yield* ReplicaPair.freshDatabase(pair)
        const opened = Effect.map(Layer.build(ReplicaPair.layer(own, { staleness })), Context.get(PgSession))
        const sessions = [yield* opened, yield* opened] as const
        const acknowledged = new Acknowledged()
        for (const acts of history) {
          yield* Effect.all(
            acts.map((act) => run(sessions, own, acknowledged, act)),
            { concurrency: "unbounded", discard: true }
          )
        }
        yield* Effect.ignore(Effect.sandbox(own.administer("replica", "select pg_wal_replay_resume()")))
      })
    )

  it(
    "shows callers everything they were shown before, nothing older than the limit, and without failures (rules replica-seen, replica-late, replica-gone)",
    async () => {
      const law = fc.asyncProperty(histories, (history) => Effect.runPromise(happens(history)))
      await Rounds.holds(law, Rounds.rounds(8, 500, 20))
      assert.isAbove(answers.replica, 0)
      assert.isAbove(answers.primary, 0)
    },
    Rounds.patience
  )
})
