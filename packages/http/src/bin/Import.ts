import { resolve } from "node:path"
import { Actor, ImportSource, Imports, ImportUpdates } from "@quire/core"
import { Effect, Schema } from "effect"
import * as PersistentStore from "./PersistentStore.ts"
import { type Settings, UsageError } from "./Settings.ts"
import * as Source from "./Source.ts"

const decodeSource = Schema.decodeUnknownEffect(ImportSource.BuiltSource)

const printId = (id: string) => Effect.sync(() => void process.stdout.write(`${id}\n`))

/** Prints what an import did, and the id of the revision or change request that it made. */
const printOutcome = Effect.fnUntraced(function* (outcome: ImportUpdates.ImportOutcome) {
  switch (outcome._tag) {
    case "Unchanged":
      return yield* Source.printResult("nothing has changed", [])
    case "AlreadyProposed": {
      const { id, number } = outcome.changeRequest
      yield* Source.printResult(`change request #${number} already has these changes`, [])
      return yield* printId(id)
    }
    case "Proposed": {
      yield* Source.printReport(outcome.result)
      yield* Source.printResult(`opened change request #${outcome.changeRequest.number} with what changed`, [])
      return yield* printId(outcome.changeRequest.id)
    }
    case "Imported":
      yield* Source.printReport(outcome.result)
      return yield* printId(outcome.result.revision)
  }
})

/** Imports a file, a folder or the content at a URL into a space, as the host. */
export const importContent = (
  settings: Settings,
  options: {
    readonly what: string | undefined
    readonly space: string | undefined
    readonly source: string | undefined
    /** Whether pages are added to those of the space, instead of proposing what changed in the source. */
    readonly append: boolean
  }
): Effect.Effect<void, unknown> =>
  Effect.gen(function* () {
    const { space, what } = options
    if (what === undefined) return yield* new UsageError({ message: "import requires a file, a folder or a URL" })
    if (space === undefined) return yield* new UsageError({ message: "import requires --space ID" })
    yield* PersistentStore.requirePersistentStore(settings)
    const chosen =
      options.source === undefined
        ? undefined
        : yield* decodeSource(options.source).pipe(
            Effect.mapError(
              () =>
                new UsageError({ message: `--source must be one of ${ImportSource.BuiltSource.literals.join(", ")}` })
            )
          )
    const isUrl = /^https?:\/\//i.test(what)
    if (isUrl && !URL.canParse(what)) return yield* new UsageError({ message: `"${what}" is not a URL` })
    yield* Source.printProgress(`reading ${what}`)
    const input = isUrl ? undefined : yield* Source.readLocal(resolve(what), chosen)
    yield* Effect.gen(function* () {
      const imports = yield* Imports.Imports
      const updates = yield* ImportUpdates.ImportUpdates
      const add =
        input === undefined
          ? imports.intoSpace(space, { url: what, source: chosen ?? Source.guess(new URL(what).pathname) })
          : imports.bytesIntoSpace(space, input)
      if (input !== undefined && Source.isWhole(input) && !options.append) {
        return yield* printOutcome(yield* Source.withProgress(updates.bring(space, `Import ${input.name}`, input)))
      }
      yield* printOutcome({ _tag: "Imported", result: yield* Source.withProgress(add) })
    }).pipe(Effect.provideService(Actor.Actor, Actor.system), Effect.provide(PersistentStore.engine(settings)))
  })
