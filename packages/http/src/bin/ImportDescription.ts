import { readFile } from "node:fs/promises"
import { basename } from "node:path"
import {
  Actor,
  Imports,
  JobControl,
  type OpenApiSpec,
  OpenApiSpecs,
  OrganizationId,
  Refreshes,
  Spaces
} from "@quire/core"
import { Effect, Layer, Schema } from "effect"
import * as Logging from "../server/Logging.ts"
import * as PersistentStore from "./PersistentStore.ts"
import { type Settings, UsageError } from "./Settings.ts"
import * as Source from "./Source.ts"

interface Options {
  readonly what: string | undefined
  readonly space: string
  readonly spec: string | undefined
  readonly layout: string | undefined
}

/** The OpenAPI description could not be processed; nothing was imported. */
class SpecUnread extends Schema.TaggedError<SpecUnread>()("SpecUnread", { spec: Schema.String, why: Schema.String }) {
  override get message() {
    return `the OpenAPI description ${this.spec} could not be processed: ${this.why}`
  }
}

/** Milliseconds between checks whether the job has finished on another server. */
const pause = 200

type Layout = "operation" | "tag"

const layoutOf = (given = "operation"): Effect.Effect<Layout, UsageError> =>
  given === "operation" || given === "tag"
    ? Effect.succeed(given)
    : Effect.fail(new UsageError({ message: "--layout must be operation or tag" }))

/** Derives a slug from a file name or URL. */
const slugOf = (what: string): string =>
  basename(what)
    .replace(/\.[^.]*$/, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|(?<!-)-+$/g, "")
    .slice(0, 100) || "api"

const sourceOf = (what: string) =>
  /^https?:\/\//i.test(what)
    ? Effect.succeed({ url: what })
    : Effect.tryPromise({
        try: async () => ({ text: await readFile(what, "utf8") }),
        catch: () => new UsageError({ message: `"${what}" cannot be read` })
      })

/** Waits until a spec is processed, by this process or by a server that took the job. */
const settle = Effect.fnUntraced(function* (organization: OrganizationId, slug: string) {
  const specs = yield* OpenApiSpecs.OpenApiSpecs
  const jobs = yield* JobControl.JobControl
  for (;;) {
    yield* jobs.run()
    const spec: OpenApiSpec.OpenApiSpecView = yield* specs.get(organization, slug)
    if (spec.processingState === "complete") return spec
    yield* Effect.sleep(pause)
  }
})

const describeRefresh = ({
  added,
  changed,
  changeRequest,
  conflicts,
  kept,
  removed,
  result
}: Refreshes.RefreshResult) => {
  if (result === "unchanged" || changeRequest === undefined) return "nothing has changed"
  const counts = `${added} operations added, ${changed} changed, ${removed} removed`
  const rest = `${conflicts} conflicts${kept.length === 0 ? "" : `, ${kept.length} pages kept`}`
  return `change request #${changeRequest.number}: ${counts}, ${rest}`
}

/** Imports the pages of a spec into a space, or refreshes those that it has. */
const bring = Effect.fnUntraced(function* (space: string, slug: string, layout: Layout) {
  const imports = yield* Imports.Imports
  const refreshes = yield* Refreshes.Refreshes
  const imported = Effect.map(
    imports.intoSpace(space, { source: "open-api", spec: slug, layout }),
    ({ importedResources, revision, warnings = [] }) => ({
      done: `imported ${importedResources} pages as revision ${revision}`,
      warnings,
      id: revision
    })
  )
  return yield* refreshes.refresh(space, slug).pipe(
    Effect.map(({ value }) => ({ done: describeRefresh(value), warnings: [], id: value.changeRequest?.id ?? "" })),
    Effect.catchTag("ApiImportNotFound", () => imported)
  )
})

/**
 * Imports the pages of an OpenAPI description into a space, or creates a change request on later imports, as the host.
 */
export const importDescription = (
  settings: Settings,
  { layout, space, spec, what }: Options
): Effect.Effect<void, unknown> =>
  Effect.gen(function* () {
    const slug = spec ?? (what === undefined ? undefined : slugOf(what))
    if (slug === undefined) return yield* new UsageError({ message: "import requires a file, a URL or --spec SLUG" })
    yield* PersistentStore.requirePersistentStore(settings)
    const chosen = yield* layoutOf(layout)
    const source = what === undefined ? undefined : yield* sourceOf(what)
    yield* Effect.gen(function* () {
      const spaces = yield* Spaces.Spaces
      const specs = yield* OpenApiSpecs.OpenApiSpecs
      const organization = OrganizationId.make((yield* spaces.get(space)).organization)
      if (source !== undefined) yield* specs.put(organization, slug, { source })
      const read = yield* settle(organization, slug)
      if (read.lastProcessErrorCode !== undefined) {
        return yield* new SpecUnread({ spec: slug, why: read.lastProcessErrorMessage ?? read.lastProcessErrorCode })
      }
      const { done, id, warnings } = yield* bring(space, slug, chosen)
      yield* Source.printResult(done, warnings)
      if (id !== "") yield* Effect.sync(() => void process.stdout.write(`${id}\n`))
    }).pipe(
      Effect.provideService(Actor.Actor, Actor.system),
      Effect.provide(
        Layer.provideMerge(
          PersistentStore.engine(settings),
          Logging.layer((line) => void process.stderr.write(`${line}\n`))
        )
      )
    )
  })
