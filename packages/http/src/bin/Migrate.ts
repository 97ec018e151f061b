import { type Migrations, PgSession, Postgres } from "@quire/adapters/postgres"
import { Effect } from "effect"
import * as PersistentStore from "./PersistentStore.ts"
import * as Sessions from "./Sessions.ts"
import type { Settings } from "./Settings.ts"

const print = (line: string) => Effect.sync(() => void process.stdout.write(`${line}\n`))

const upToDate = "The schema is up to date."

const describe = ({ id, name }: Migrations.AppliedMigration): string => `  ${String(id).padStart(4, "0")} ${name}`

/**
 * Lists the pending migrations and whether servers of the previous version can keep running (rule migration-additive).
 */
export const describePlan = (steps: ReadonlyArray<Migrations.Migration>): string => {
  if (steps.length === 0) return upToDate
  const isAdditive = ({ additive }: Migrations.Migration) => additive === true
  const lines = steps.map((step) => `${describe(step)}${isAdditive(step) ? " (additive)" : ""}`)
  const advice = steps.every(isAdditive)
    ? "All are additive: servers of the previous version can keep running."
    : "Not all are additive: stop all servers first."
  return ["Would run:", ...lines, advice].join("\n")
}

/** Brings the schema up to date, lists the pending migrations, or prints their SQL and nothing else. */
export const migrate = (settings: Settings, act: "run" | "list" | "print"): Effect.Effect<void, unknown> =>
  Effect.gen(function* () {
    if (act !== "run") yield* PersistentStore.requireThere(settings)
    const options = yield* Sessions.optionsOf(settings)
    yield* Effect.gen(function* () {
      if (act === "print") return yield* print(yield* Postgres.planSql)
      if (act === "list") return yield* print(describePlan(yield* Postgres.plan))
      const ran = yield* Postgres.migrate
      yield* print(ran.length === 0 ? upToDate : ["Ran:", ...ran.map(describe)].join("\n"))
    }).pipe(Effect.provide(PgSession.layer(options)))
  }).pipe(Effect.scoped)
