import { Cause, Clock, Context, Effect, Layer, Option, Result } from "effect"
import { BlobStore } from "../../foundation/blob/BlobStore.ts"
import { Events } from "../../foundation/events/Events.ts"
import { descriptionLimits, Fetcher } from "../../foundation/fetch/Fetcher.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import { hostOnly } from "../../foundation/operation/HostOnly.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { everything } from "../../foundation/paging/Everything.ts"
import * as Mutation from "../../foundation/store/Mutation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { cut } from "../../foundation/text/Text.ts"
import { makeRefresh } from "../computed/ComputedSpace.ts"
import { DescriptionReader, type ReadDescription } from "../description/DescriptionReader.ts"
import * as OpenApiSpec from "./OpenApiSpec.ts"
import { limits as inputLimits } from "./OpenApiSpecInput.ts"
import * as OpenApiVersion from "./OpenApiVersion.ts"

export const limits = {
  /** Specs that are processed at the same time. */
  atOnce: 2,
  /** Code points of the message of a failed run. */
  messageLength: 500
} as const

/** The types that a server is asked for. */
const accept = "application/json, application/yaml;q=0.9, text/yaml;q=0.9, */*;q=0.5"

type Row = Repository.Versioned<OpenApiSpec.OpenApiSpec>

/** What a run has found: nothing new, a new content, or why there is none. */
type Found =
  | { readonly _tag: "Unchanged"; readonly version: OpenApiSpec.OpenApiVersionId }
  | { readonly _tag: "Content"; readonly content: Content }
  | { readonly _tag: "Failed"; readonly error: OpenApiSpec.ProcessError }

type Content = Pick<OpenApiVersion.OpenApiVersion, "source" | "outline" | "parts" | "operations">

/** How a run ended: `superseded` if its result was dropped, `absent` if there was nothing to do. */
export type Processed = "read" | "unchanged" | "failed" | "superseded" | "absent"

/** How many runs ended in each way. */
export type Tally = { readonly [P in Processed]?: number }

const encoder = new TextEncoder()

const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g

/** A message in one line that can be stored; it may repeat what a stranger wrote. */
const clean = (message: string): string => cut(message.toWellFormed().replace(control, " "), limits.messageLength)

const failed = (code: OpenApiSpec.ProcessErrorCode, message: string): OpenApiSpec.ProcessError => ({
  code,
  message: clean(message)
})

/**
 * Fetches and reads the descriptions of specs that wait for it. A server leases a spec while it is at it; if it stops
 * halfway, another one takes it over. Host only.
 */
export class SpecProcessing extends Context.Service<SpecProcessing>()("@quire/core/SpecProcessing", {
  make: Effect.gen(function* () {
    const blobs = yield* BlobStore
    const events = yield* Events
    const fetcher = yield* Fetcher
    const reader = yield* DescriptionReader
    const nextId = yield* IdGenerator
    const refresh = yield* makeRefresh
    const mutation = yield* Mutation.make
    const specs = yield* Repository.make(OpenApiSpec.collection)
    const versions = yield* Repository.make(OpenApiVersion.collection)

    const lock = (id: string) => Effect.map(specs.lock([id]), (rows) => rows.get(id))

    /** Takes a spec that is due; a spec that was processed before begins a run of its own (rule spec-poll). */
    const take = (id: string) =>
      mutation(
        Effect.gen(function* () {
          const now = yield* Clock.currentTimeMillis
          const seen = yield* lock(id)
          const dueAt = seen?.value.dueAt ?? null
          if (seen === undefined || dueAt === null || dueAt > now) return undefined
          const { value } = seen
          const run = value.state === "complete" ? value.run + 1 : value.run
          return yield* Effect.orDie(specs.update(seen, OpenApiSpec.begin({ ...value, run }, now)))
        })
      )

    const load = ({ source }: OpenApiSpec.OpenApiSpec): Effect.Effect<Uint8Array, OpenApiSpec.ProcessError> =>
      source.kind === "text"
        ? Effect.flatMap(blobs.get(source.blob), Effect.fromOption).pipe(Effect.orDie)
        : fetcher.get(source.url, { ...descriptionLimits, accept }).pipe(
            Effect.map(({ bytes }) => bytes),
            Effect.mapError((failure) =>
              failed(failure.reason === "timeout" ? "FETCH_TIMEOUT" : "FETCH_ERROR", failure.message)
            )
          )

    const keep = Effect.fnUntraced(function* (source: string, { operations, outline, parts }: ReadDescription) {
      const put = (text: string) => blobs.put(encoder.encode(text))
      const content: Content = {
        source,
        outline: yield* put(outline),
        parts: yield* Effect.forEach(parts, put),
        operations
      }
      return { _tag: "Content", content } satisfies Found
    })

    /** Everything of a run that takes time, outside of any transaction. */
    const look = Effect.fnUntraced(function* (spec: OpenApiSpec.OpenApiSpec) {
      const bytes = yield* load(spec)
      const source = yield* blobs.put(bytes)
      const last = spec.lastVersion === null ? Option.none() : yield* versions.get(spec.lastVersion)
      if (Option.isSome(last) && last.value.value.source === source) {
        return { _tag: "Unchanged", version: last.value.value.id } satisfies Found
      }
      const read = yield* Effect.mapError(reader.read(bytes), ({ problem }) => failed("PARSE_ERROR", problem))
      return yield* keep(source, read)
    })

    const dropOldest = Effect.fnUntraced(function* (spec: string) {
      const all = yield* versions.list("ofSpec", { equals: { spec }, limit: everything })
      const ids = all.map(({ value }) => value.id)
      yield* versions.remove(ids.slice(0, Math.max(0, ids.length - inputLimits.versionsPerSpec)))
    })

    const insertVersion = Effect.fnUntraced(function* (
      spec: OpenApiSpec.OpenApiSpec,
      content: Content,
      createdAt: number
    ) {
      const id = OpenApiSpec.OpenApiVersionId.make(yield* nextId)
      yield* Effect.orDie(versions.insert({ ...content, id, spec: spec.id, createdAt }))
      yield* dropOldest(spec.id)
      yield* events.announce({
        type: "openApiVersions.create",
        organization: spec.organization,
        subjects: [id, spec.id, spec.slug],
        after: { id, spec: spec.slug, source: content.source, operations: content.operations }
      })
      return id
    })

    const outcomeOf = Effect.fnUntraced(function* (spec: OpenApiSpec.OpenApiSpec, found: Found, now: number) {
      if (found._tag === "Failed") return found
      const version = found._tag === "Unchanged" ? found.version : yield* insertVersion(spec, found.content, now)
      return { _tag: "Read", version } satisfies OpenApiSpec.Outcome
    })

    /** Writes the version and the state, unless the spec was asked for again or deleted (rule spec-superseded). */
    const settle = (began: OpenApiSpec.OpenApiSpec, found: Found) =>
      mutation(
        Effect.gen(function* () {
          const seen = yield* lock(began.id)
          if (seen === undefined || seen.value.run !== began.run) return "superseded" as const
          const now = yield* Clock.currentTimeMillis
          const outcome = yield* outcomeOf(seen.value, found, now)
          yield* Effect.orDie(specs.update(seen, OpenApiSpec.finish(seen.value, outcome, now)))
          if (found._tag === "Content") yield* refresh(seen.value)
          return found._tag === "Content" ? ("read" as const) : found._tag === "Failed" ? "failed" : "unchanged"
        })
      )

    const run = Effect.fnUntraced(function* ({ value: spec }: Row) {
      const found = yield* Effect.result(look(spec))
      return yield* settle(spec, Result.isSuccess(found) ? found.success : { _tag: "Failed", error: found.failure })
    })

    /** Processes one spec, if it is due; tells how that ended. */
    const process = operation("SpecProcessing.process")(function* (id: string) {
      yield* hostOnly("SpecProcessing.process")
      const taken = yield* take(id)
      return taken === undefined ? ("absent" as const) : yield* run(taken)
    })

    /** A spec whose processing breaks down waits for its lease; the others are processed all the same. */
    const attempt = (id: string) =>
      process(id).pipe(
        Effect.catchCause((cause) =>
          Cause.hasInterruptsOnly(cause)
            ? Effect.interrupt
            : Effect.as(Effect.logWarning("a spec could not be processed", cause), "failed" as const)
        )
      )

    /** Processes the specs that are due, those behind an address every six hours (rule spec-poll). */
    const processDue = operation("SpecProcessing.processDue")(function* () {
      yield* hostOnly("SpecProcessing.processDue")
      const tally: { [P in Processed]?: number } = {}
      const started = yield* Clock.currentTimeMillis
      const tried = new Set<string>()
      for (;;) {
        const due = yield* specs.list("due", {
          equals: { waits: true },
          range: { to: started + 1 },
          limit: limits.atOnce
        })
        const ids = due.map(({ value }) => value.id).filter((id) => !tried.has(id))
        if (ids.length === 0) return tally satisfies Tally
        for (const id of ids) tried.add(id)
        const ended = yield* Effect.forEach(ids, attempt, { concurrency: limits.atOnce })
        for (const each of ended) tally[each] = (tally[each] ?? 0) + 1
      }
    })

    return { process, processDue } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
