import { Effect, Layer, Option, Result, Schema } from "effect"
import { BlobStore } from "../../foundation/blob/BlobStore.ts"
import { SpaceId } from "../../foundation/id/Ids.ts"
import type { JobRun } from "../../foundation/jobs/JobRun.ts"
import { Jobs } from "../../foundation/jobs/Jobs.ts"
import type * as Outbox from "../../foundation/outbox/Outbox.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import * as ComputedAnswers from "../../openapi/computed/ComputedAnswers.ts"
import { refreshing } from "../../openapi/computed/ComputedSpace.ts"
import {
  type IntegrationSource,
  nameOf,
  ofInstallation,
  ofIntegration,
  ofSpace,
  ofSpec
} from "../../openapi/computed/IntegrationSource.ts"
import * as RootSources from "../../openapi/computed/RootSources.ts"
import { type SourceAnswer, walk } from "../../openapi/computed/SourceAnswer.ts"
import { ContentBase } from "../../spaces/commit/ContentBase.ts"
import { collection as spaceCollection } from "../../spaces/space/Space.ts"
import { EventDeliveries } from "../delivery/EventDeliveries.ts"
import * as IntegrationChange from "../event/IntegrationChange.ts"
import { SourceCalls } from "./SourceCalls.ts"
import * as SourceStatuses from "./SourceStatuses.ts"

const ofName = (event: Outbox.Event): ReadonlyArray<string> => {
  const name = event.subjects.at(-1)
  if (name === undefined) return []
  const [noun] = event.type.split(".")
  if (noun === "integrations") return [ofIntegration(name)]
  if (event.organization === null) return []
  if (noun === "installations" || noun === "spaceInstallations") return [ofInstallation(event.organization, name)]
  return noun === "openApiVersions" || event.type === "openApiSpecs.delete" ? [ofSpec(event.organization, name)] : []
}

/** The inputs of content sources that an event has changed (rule source-inputs). */
export const sourceChangesOf = (event: Outbox.Event): ReadonlyArray<string> => {
  const change = IntegrationChange.of(event)
  return change?._tag === "OfContent" ? [ofSpace(change.space)] : ofName(event)
}

type CachedAnswer = ComputedAnswers.CachedAnswer

/** Some sources returned no response; they are retried (rule source-failures). */
class SourcesFailed extends Schema.TaggedError<SourcesFailed>()("SourcesFailed", {
  problems: Schema.Array(Schema.String)
}) {
  override get message() {
    return this.problems.join("; ")
  }
}

const encoder = new TextEncoder()

const make = Effect.gen(function* () {
  const base = yield* ContentBase
  const blobs = yield* BlobStore
  const jobs = yield* Jobs
  const rows = yield* Repository.make(ComputedAnswers.collection)
  const deliveries = yield* EventDeliveries
  const { inputs, standing } = yield* SourceStatuses.SourceStatuses
  const asking = yield* SourceCalls
  const spaces = yield* Repository.make(spaceCollection)

  const put = (value: unknown) => blobs.put(encoder.encode(CanonicalJson.stringify(value)))

  /** Stores the text of a source and returns the hash of its bytes. */
  const keepText = (found: SourceStatuses.SourceStatus, source: IntegrationSource) =>
    Effect.flatMap(asking.documentTwice(found, source), put)

  /** Stores pages with all their texts. Each source of a text is requested once for all pages that have it. */
  const keepPages = Effect.fnUntraced(function* (found: SourceStatuses.SourceStatus) {
    const pages = yield* asking.pagesTwice(found)
    const documents: Record<string, string> = {}
    for (const { page } of walk(pages)) {
      if (page.type !== "document" || page.computed === undefined) continue
      const name = nameOf("document", page.computed)
      documents[name] ??= yield* keepText(found, page.computed)
    }
    const answer = yield* put({ pages, documents } satisfies SourceAnswer)
    return { answer, blobs: [...new Set([answer, ...Object.values(documents)])] }
  })

  const compute = (found: SourceStatuses.SourceStatus, kind: RootSources.AnsweredSource["kind"]) =>
    kind === "revision"
      ? keepPages(found)
      : Effect.map(keepText(found, found.asked.source), (answer) => ({ answer, blobs: [answer] }))

  /** Stores the responses of a space and updates its indexes. */
  const write = Effect.fnUntraced(function* (
    { organization: share, space: id }: Pick<SourceStatuses.SourceStatus["asked"], "organization" | "space">,
    answers: ReadonlyArray<CachedAnswer>
  ) {
    const seen = (yield* rows.lock([id])).get(id)
    if (CanonicalJson.equals(seen?.value.answers ?? [], answers)) return
    if (seen === undefined) yield* rows.insert({ id, answers })
    else yield* rows.update(seen, { id, answers })
    yield* jobs.offer(refreshing, id, null, { share })
  })

  /** Updates the content of one source in a space, unless it is current. */
  const answer = Effect.fnUntraced(function* (
    asked: SourceStatuses.SourceStatus["asked"],
    { key, kind }: RootSources.AnsweredSource,
    known: CachedAnswer | undefined
  ) {
    const own = { key, inputs: yield* inputs(asked) }
    const found = yield* standing(asked)
    if (found === undefined) return Result.succeed<CachedAnswer>({ ...own, answer: null, state: null, blobs: [] })
    if (known?.state === found.state) return Result.succeed<CachedAnswer>({ ...known, ...own })
    const computed = yield* Effect.result(compute(found, kind))
    return Result.map(computed, (made): CachedAnswer => ({ ...own, state: found.state, ...made }))
  })

  /**
   * Updates the content of all sources of a space, one after the other. Completed updates are kept if a later one
   * fails.
   */
  const handle = Effect.fnUntraced(function* (run: JobRun<null>) {
    const id = SpaceId.make(run.key)
    const opened = Option.getOrUndefined(yield* Effect.option(base.open({ space: id })))
    if (opened === undefined) return
    const { organization } = opened.space.value
    const { answered, keys } = yield* RootSources.find(opened.root)
    const byKey = new Map(answered.map((each) => [each.key, each]))
    const seen = Option.getOrUndefined(yield* rows.get(id))?.value.answers ?? []
    const kept = new Map(seen.flatMap((each) => (keys.includes(each.key) ? [[each.key, each] as const] : [])))
    const keep = () =>
      run.write(
        write(
          { organization, space: id },
          [...kept.values()].sort(({ key: a }, { key: b }) => (a < b ? -1 : 1))
        )
      )
    const problems: Array<string> = []
    for (const key of keys) {
      const each = byKey.get(key)
      if (each === undefined) continue
      const asked = { space: id, organization, source: each.source }
      const found = yield* answer(asked, each, kept.get(key))
      if (Result.isSuccess(found)) kept.set(key, found.success)
      else {
        problems.push(found.failure.message)
        const unanswered = { key, answer: null, state: null, inputs: yield* inputs(asked), blobs: [] }
        kept.set(key, kept.get(key) ?? unanswered)
      }
      yield* keep()
    }
    yield* keep()
    if (problems.length > 0) return yield* new SourcesFailed({ problems })
  })

  /** Queues updates for spaces whose content depends on one of the given inputs (rule source-inputs). */
  const refresh = Effect.fnUntraced(function* (inputs: ReadonlyArray<string>) {
    if (inputs.length === 0) return
    const found = yield* rows.list("all", { equals: {}, has: { inputs: { any: inputs } }, limit: noLimit })
    const shown = yield* spaces.getMany(found.map(({ value }) => value.id))
    yield* jobs.offerAll(
      ComputedAnswers.answering,
      Array.from(shown.values(), ({ value }) => [value.id, null, value.organization] as const)
    )
  })

  yield* jobs.handle(ComputedAnswers.answering, handle)
  yield* deliveries.follow((events) => refresh([...new Set(events.flatMap(sourceChangesOf))]))
})

/**
 * Stores and refreshes the responses of integration scripts for the sources of spaces (rules source-kept,
 * source-inputs, source-failures).
 */
export const layer = Layer.effectDiscard(make).pipe(
  Layer.provide([
    ContentBase.layer,
    EventDeliveries.layer,
    Jobs.layer,
    SourceCalls.layer,
    SourceStatuses.SourceStatuses.layer
  ])
)
