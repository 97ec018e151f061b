import { resolve } from "node:path"
import { Actor, ImportSource, Imports } from "@quire/core"
import { Effect, Schema } from "effect"
import * as PersistentStore from "./PersistentStore.ts"
import { type Settings, UsageError } from "./Settings.ts"
import * as Source from "./Source.ts"

const decodeSource = Schema.decodeUnknownEffect(ImportSource.BuiltSource)

/** Imports a file, a folder or the content at a URL into a space, as the host. */
export const importContent = (
  settings: Settings,
  options: {
    readonly what: string | undefined
    readonly space: string | undefined
    readonly source: string | undefined
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
      const result =
        input === undefined
          ? yield* imports.intoSpace(space, { url: what, source: chosen ?? Source.guess(new URL(what).pathname) })
          : yield* imports.bytesIntoSpace(space, input)
      const { importedResources, revision, totalResources, warnings = [] } = result
      const done = `imported ${importedResources} of ${totalResources} pages and files as revision ${revision}`
      yield* Source.printResult(done, warnings)
      yield* Effect.sync(() => void process.stdout.write(`${revision}\n`))
    }).pipe(Effect.provideService(Actor.Actor, Actor.system), Effect.provide(PersistentStore.engine(settings)))
  })
