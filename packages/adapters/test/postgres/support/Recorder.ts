import { Context, Effect, Layer } from "effect"
import { PgSession } from "../../../src/postgres/PgSession.ts"
import * as Postgres from "../../../src/postgres/Postgres.ts"
import { type Sql, textOf } from "../../../src/postgres/session/Statement.ts"
import * as StoreTemplate from "./StoreTemplate.ts"
import * as TestDatabase from "./TestDatabase.ts"

export interface Sent {
  readonly text: string
  readonly params: ReadonlyArray<unknown>
}

/** The statements of the ports, in order; savepoints and transactions appear by name. */
export class Recorder extends Context.Service<Recorder, { readonly sent: Array<Sent> }>()(
  "@quire/adapters/test/Recorder"
) {}

const recording = Layer.effectContext(
  Effect.map(PgSession, (session) => {
    const sent: Array<Sent> = []
    const note = (sql: Sql, params: ReadonlyArray<unknown> = []) => sent.push({ text: textOf(sql), params })
    const recorded: typeof session = {
      ...session,
      query: (text, params) => Effect.suspend(() => (note(text, params), session.query(text, params))),
      execute: (text, params) => Effect.suspend(() => (note(text, params), session.execute(text, params))),
      atomic: (body) => Effect.suspend(() => (note("atomic"), session.atomic(body))),
      attempt: (body) => Effect.suspend(() => (note("attempt"), session.attempt(body)))
    }
    return Context.make(PgSession, recorded).pipe(Context.add(Recorder, { sent }))
  })
)

/** Every port on a separate database, whose statements are recorded. */
export const layer = Postgres.layerFromSession.pipe(
  Layer.provideMerge(recording),
  Layer.provide(TestDatabase.layer({ template: StoreTemplate.stores }))
)

/** The statements that an effect sent. */
export const during = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<ReadonlyArray<Sent>, E, R | Recorder> =>
  Effect.flatMap(Recorder, ({ sent }) =>
    Effect.suspend(() => {
      const before = sent.length
      return Effect.map(effect, () => sent.slice(before))
    })
  )
