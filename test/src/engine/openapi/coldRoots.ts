import { readFileSync } from "node:fs"
import { Postgres } from "@quire/adapters/postgres"
import { ComputedContents, ComputedRoots, NodeCache, OpenedAnswers, OpenedSpecs } from "@quire/core/internal"
import { Effect, Layer, Redacted, Schema } from "effect"
import { shownOf } from "./shownRoots.ts"

// Prints what readers see of the spaces of a database, told on standard input, in a process that has read nothing yet.
const Asked = Schema.Struct({
  database: Schema.Struct({
    host: Schema.String,
    port: Schema.Number,
    username: Schema.String,
    password: Schema.String,
    database: Schema.String
  }),
  spaces: Schema.Array(Schema.String)
})
const { database, spaces } = Schema.decodeSync(Schema.fromJsonString(Asked))(readFileSync(0, "utf8"))
const layer = ComputedRoots.ComputedRoots.layer.pipe(
  Layer.provide(ComputedContents.ComputedContents.layer),
  Layer.provide(OpenedSpecs.OpenedSpecs.layer),
  Layer.provideMerge(OpenedAnswers.OpenedAnswers.layer),
  Layer.provideMerge(NodeCache.NodeCache.layer),
  Layer.provideMerge(Postgres.layer({ ...database, password: Redacted.make(database.password) }))
)
const shown = await Effect.runPromise(Effect.forEach(spaces, shownOf).pipe(Effect.provide(layer)))
process.stdout.write(JSON.stringify(shown))
