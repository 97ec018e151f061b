import { PgSession, Postgres } from "@quire/adapters/postgres"
import { Effect } from "effect"
import * as Sessions from "./Sessions.ts"
import type { Settings } from "./Settings.ts"

const print = (line: string) => Effect.sync(() => void process.stdout.write(`${line}\n`))

/** Brings the schema up to date, lists the pending migrations, or prints their SQL and nothing else. */
export const migrate = (settings: Settings, act: "run" | "list" | "print"): Effect.Effect<void, unknown> =>
  Effect.gen(function* () {
    const options = yield* Sessions.optionsOf(settings)
    yield* Effect.gen(function* () {
      if (act === "print") return yield* print(yield* Postgres.planSql)
      const steps = yield* act === "list" ? Postgres.plan : Postgres.migrate
      if (steps.length === 0) return yield* print("The schema is up to date.")
      yield* print(act === "list" ? "Would run:" : "Ran:")
      for (const { id, name } of steps) yield* print(`  ${String(id).padStart(4, "0")} ${name}`)
    }).pipe(Effect.provide(PgSession.layer(options)))
  }).pipe(Effect.scoped)
