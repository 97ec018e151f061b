import * as fs from "node:fs/promises"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import * as EmbeddedPostgres from "../../src/postgres/EmbeddedPostgres.ts"
import * as PgSession from "../../src/postgres/PgSession.ts"
import * as Postgres from "../../src/postgres/Postgres.ts"
import { closedFolder } from "./support/Holder.ts"

it.live("rejects a hot standby as a store and changes nothing in it (rule server-fit)", () =>
  Effect.gen(function* () {
    const directory = join(yield* closedFolder, "standby")
    const start = EmbeddedPostgres.start({ directory })
    const migrated = Effect.flatMap(start, ({ config }) => Effect.provide(Postgres.migrate, PgSession.layer(config)))
    assert.isAbove((yield* Effect.scoped(migrated)).length, 0)
    yield* Effect.promise(() => fs.writeFile(join(directory, "postgres", "data", "standby.signal"), ""))
    const { config } = yield* start
    const refused = yield* Effect.flip(Effect.provide(Effect.void, PgSession.layer(config)))
    assert.strictEqual(refused._tag, "DatabaseUnusable")
    assert.match(refused.message, /this server is a read-only replica; connect to the primary$/)
  }).pipe(Effect.scoped)
)
