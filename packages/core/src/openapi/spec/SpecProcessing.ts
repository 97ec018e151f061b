import { Clock, Effect, Layer, Option, Schema } from "effect"
import { BlobStore, getStored } from "../../foundation/blob/BlobStore.ts"
import { Events } from "../../foundation/events/Events.ts"
import { descriptionLimits, Fetcher } from "../../foundation/fetch/Fetcher.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import * as JobKind from "../../foundation/jobs/JobKind.ts"
import type { Again, JobRun } from "../../foundation/jobs/JobRun.ts"
import { Jobs } from "../../foundation/jobs/Jobs.ts"
import * as Tenant from "../../foundation/operation/Tenant.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { cut } from "../../foundation/text/Text.ts"
import { ReindexRequests } from "../computed/ComputedSpace.ts"
import { DescriptionReader, type ReadDescription } from "../description/DescriptionReader.ts"
import * as OpenApiSpec from "./OpenApiSpec.ts"
import { limits as inputLimits } from "./OpenApiSpec.ts"
import * as OpenApiVersion from "./OpenApiVersion.ts"

export const limits = {
  /** Code points of the message of a failed run. */
  messageLength: 500
} as const

/** Fetches and reads the description of the spec that is its key. One behind an address is looked at for ever. */
export const processing = JobKind.make({
  name: "openapi-spec",
  payload: Schema.Null,
  deadline: 180_000,
  attempts: Number.POSITIVE_INFINITY,
  isShared: true
})

/** The media types that are requested from a server. */
const accept = "application/json, application/yaml;q=0.9, text/yaml;q=0.9, */*;q=0.5"

/** Result of a run: no change, new content, or the reason for a failure. */
type ProcessingResult =
  | { readonly _tag: "Unchanged"; readonly version: OpenApiSpec.OpenApiVersionId }
  | { readonly _tag: "Content"; readonly content: Content }
  | { readonly _tag: "Failed"; readonly error: OpenApiSpec.ProcessError }

type Content = Omit<OpenApiVersion.OpenApiVersion, "id" | "spec" | "createdAt">

const encoder = new TextEncoder()

const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g

/** A message in one line that can be stored; it may repeat what a stranger wrote. */
const clean = (message: string): string => cut(message.toWellFormed().replace(control, " "), limits.messageLength)

const failed = (code: OpenApiSpec.ProcessErrorCode, message: string): OpenApiSpec.ProcessError => ({
  code,
  message: clean(message)
})

/** Whether a description is to be looked at again, and when. */
const repeatOf = ({ source }: OpenApiSpec.OpenApiSpec, now: number): Again | undefined =>
  source.kind === "url" ? { again: now + OpenApiSpec.limits.pollMilliseconds } : undefined

const make = Effect.gen(function* () {
  const blobs = yield* BlobStore
  const events = yield* Events
  const fetcher = yield* Fetcher
  const jobs = yield* Jobs
  const reader = yield* DescriptionReader
  const nextId = yield* IdGenerator
  const { refresh } = yield* ReindexRequests
  const specs = yield* Repository.make(OpenApiSpec.collection)
  const versions = yield* Repository.make(OpenApiVersion.collection)

  const lock = (id: string) => Effect.map(specs.lock([id]), (rows) => rows.get(id))

  /** The spec of a run, marked as in progress; undefined if it was deleted. */
  const begin = Effect.fnUntraced(function* (id: string) {
    const seen = yield* lock(id)
    if (seen === undefined || seen.value.state === "progress") return seen?.value
    const begun: OpenApiSpec.OpenApiSpec = { ...seen.value, state: "progress" }
    yield* specs.update(seen, begun)
    return begun
  })

  const load = ({ source }: OpenApiSpec.OpenApiSpec): Effect.Effect<Uint8Array, OpenApiSpec.ProcessError> =>
    source.kind === "text"
      ? getStored(blobs, source.blob)
      : fetcher.get(source.url, { ...descriptionLimits, accept }).pipe(
          Effect.map(({ bytes }) => bytes),
          Effect.mapError((failure) =>
            failed(failure.reason === "timeout" ? "FETCH_TIMEOUT" : "FETCH_ERROR", failure.message)
          )
        )

  const keep = Effect.fnUntraced(function* (
    source: string,
    bytes: Uint8Array,
    { operations, outline, parts }: ReadDescription
  ) {
    const put = (text: string) => blobs.put(encoder.encode(text))
    const content: Content = {
      source,
      format: OpenApiVersion.formatOf(bytes),
      size: bytes.length,
      outline: yield* put(outline),
      parts: yield* Effect.forEach(parts, put),
      operations
    }
    return { _tag: "Content", content } satisfies ProcessingResult
  })

  /** Everything of a run that takes time, outside of any transaction. */
  const look = Effect.fnUntraced(function* (spec: OpenApiSpec.OpenApiSpec) {
    const bytes = yield* load(spec)
    const source = yield* blobs.put(bytes)
    const last = spec.lastVersion === null ? Option.none() : yield* versions.get(spec.lastVersion)
    if (Option.isSome(last) && last.value.value.source === source) {
      return { _tag: "Unchanged", version: last.value.value.id } satisfies ProcessingResult
    }
    const read = yield* Effect.mapError(reader.read(bytes), ({ problem }) => failed("PARSE_ERROR", problem))
    return yield* keep(source, bytes, read)
  })

  const dropOldest = Effect.fnUntraced(function* (spec: string) {
    const all = yield* versions.list("ofSpec", { equals: { spec }, limit: noLimit })
    const ids = all.map(({ value }) => value.id)
    yield* versions.remove(ids.slice(0, Math.max(0, ids.length - inputLimits.versionsPerSpec)))
  })

  const insertVersion = Effect.fnUntraced(function* (
    spec: OpenApiSpec.OpenApiSpec,
    content: Content,
    createdAt: number
  ) {
    const id = OpenApiSpec.OpenApiVersionId.make(yield* nextId)
    yield* versions.insert({ ...content, id, spec: spec.id, createdAt })
    yield* dropOldest(spec.id)
    yield* events.announce({
      type: "openApiVersions.create",
      organization: spec.organization,
      subjects: [id, spec.id, spec.slug],
      after: { id, spec: spec.slug, source: content.source, operations: content.operations }
    })
    return id
  })

  const outcomeOf = Effect.fnUntraced(function* (spec: OpenApiSpec.OpenApiSpec, found: ProcessingResult, now: number) {
    if (found._tag === "Failed") return found
    const version = found._tag === "Unchanged" ? found.version : yield* insertVersion(spec, found.content, now)
    return { _tag: "Read", version } satisfies OpenApiSpec.ProcessingOutcome
  })

  /** Writes the version and the state; the result of a superseded run is rolled back with its transaction. */
  const settle = Effect.fnUntraced(function* (id: string, found: ProcessingResult) {
    const seen = yield* lock(id)
    if (seen === undefined) return
    const now = yield* Clock.currentTimeMillis
    const outcome = yield* outcomeOf(seen.value, found, now)
    yield* specs.update(seen, OpenApiSpec.finish(seen.value, outcome, now))
    if (found._tag === "Content") yield* refresh(seen.value)
  })

  const process = Effect.fnUntraced(function* ({ key, write }: JobRun<null>) {
    const spec = yield* write(begin(key))
    if (spec === undefined) return
    const looked = Tenant.within(spec.organization)(look(spec))
    const found = yield* Effect.catch(looked, (error) => Effect.succeed<ProcessingResult>({ _tag: "Failed", error }))
    yield* write(settle(key, found))
    return repeatOf(spec, yield* Clock.currentTimeMillis)
  })

  yield* jobs.handle(processing, process)
})

/** Processes specs. The result of a run is written only if no newer source was set meanwhile (rule spec-superseded). */
export const layer = Layer.effectDiscard(make).pipe(Layer.provide([Events.layer, Jobs.layer, ReindexRequests.layer]))
