import { Clock, Context, Deferred, Effect, Layer, Option } from "effect"
import type * as Block from "../../content/document/Block.ts"
import * as ContentRef from "../../content/document/ContentRef.ts"
import { Markdown } from "../../content/document/Markdown.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import { InstallationId } from "../../foundation/id/Ids.ts"
import * as JobKind from "../../foundation/jobs/JobKind.ts"
import { Jobs } from "../../foundation/jobs/Jobs.ts"
import { Actor, system } from "../../foundation/operation/Actor.ts"
import * as Tenant from "../../foundation/operation/Tenant.ts"
import * as FairQueue from "../../foundation/scheduling/FairQueue.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import * as ScriptRefusals from "../request/ScriptRefusals.ts"
import { IntegrationRuns } from "../run/IntegrationRuns.ts"
import { type BlockDrawing, collection, keyOf, limits, retryAfter, rowId } from "./BlockDrawing.ts"
import type { RequestedBlock } from "./RequestedBlock.ts"
import * as StaticForm from "./StaticForm.ts"

/**
 * Block types allowed in Markdown of scripts; blocks that reference content of the space or need further requests are
 * not allowed.
 */
const kept: ReadonlySet<Block.TopLevel["type"]> = new Set([
  "paragraph",
  "heading-1",
  "heading-2",
  "heading-3",
  "list-ordered",
  "list-unordered",
  "list-tasks",
  "code",
  "hint",
  "blockquote",
  "images",
  "table",
  "math",
  "divider"
])

const isHeading = (block: Block.TopLevel): block is Block.Heading => block.type.startsWith("heading-")

/** Converts headings to bold text, because they are not part of the page outline. */
const writeHeading = ({ nodes }: Block.Heading): Block.Paragraph => ({
  object: "block",
  type: "paragraph",
  nodes: nodes.map((node) =>
    node.object === "text"
      ? {
          ...node,
          leaves: node.leaves.map((leaf) => ({ ...leaf, marks: [...leaf.marks, { object: "mark", type: "bold" }] }))
        }
      : node
  )
})

/** Resolves link targets; only absolute URLs are links. */
const refOf = (target: string) =>
  /^https?:\/\//iu.test(target) && ContentRef.isSafeUrl(target) ? ({ kind: "url", url: target } as const) : null

/**
 * Parses Markdown of scripts to blocks that pages can show. Like other untrusted text, it is parsed in workers with
 * deadlines.
 */
export class WrittenMarkdown extends Context.Service<WrittenMarkdown>()("@quire/core/WrittenMarkdown", {
  make: Effect.map(Markdown, ({ read }) => ({
    read: (text: string) =>
      Effect.map(read(text, { heading: "document", refOf }), ({ document }) =>
        document.nodes.flatMap((block): ReadonlyArray<Block.TopLevel> => {
          if (!kept.has(block.type)) return []
          return [isHeading(block) ? writeHeading(block) : block]
        })
      )
  }))
}) {
  static readonly layer = Layer.effect(this, this.make)
}

/** Job that removes rendered blocks older than the previous day. */
const forgetting = JobKind.repeated({ name: "old-block-drawings", every: 3_600_000, deadline: 60_000 })

/** A pending render request. */
export interface DrawingRequest {
  readonly asked: RequestedBlock
  readonly day: number
}

type PendingDrawing = Effect.Effect<BlockDrawing | undefined>

/** Renders blocks, each once for all readers, and stores the results (rules page-block-drawn and page-block-bounds). */
export class BlockDrawings extends Context.Service<BlockDrawings>()("@quire/core/BlockDrawings", {
  make: Effect.gen(function* () {
    const scope = yield* Effect.scope
    const jobs = yield* Jobs
    const nextId = yield* IdGenerator
    const { run } = yield* IntegrationRuns
    const { read } = yield* WrittenMarkdown
    const { mutate } = yield* Mutation
    const drawings = yield* Repository.make(collection)
    const turns = FairQueue.make({ pool: "drawing blocks", slots: limits.atOnce, waiting: limits.waiting })
    const going = new Map<string, Deferred.Deferred<BlockDrawing | undefined>>()

    /** Requests a block from the script; null if it fails, undefined if it was not called. */
    const ask = Effect.fnUntraced(function* ({ drawn, working }: RequestedBlock) {
      const { installation, integration } = working
      const outcome = yield* run({
        integration: integration.id,
        installation: installation.id,
        place: { kind: "space", id: drawn.space },
        deadline: limits.deadline,
        payload: {
          type: "ui_render",
          eventId: yield* nextId,
          installationId: InstallationId.make(installation.id),
          spaceId: drawn.space,
          componentId: drawn.block,
          props: drawn.props,
          ...(drawn.action === null ? {} : { action: drawn.action }),
          context: { type: "document", spaceId: drawn.space, editable: false, theme: "light" }
        }
      })
      if (Option.isNone(outcome) || outcome.value.failure?.reason === "busy") return undefined
      const output = yield* ScriptRefusals.outputOf(integration.name, outcome.value)
      if (output.type !== "element") return null
      const texts = StaticForm.markdownOf(output)
      const written = yield* Effect.forEach(texts, read)
      const elements = StaticForm.of(output, new Map(texts.map((text, at) => [text, written[at] ?? []])))
      return JSON.stringify(elements).length > limits.length ? null : elements
    })

    /** Stores a rendered block; if two servers rendered it, the first result is kept. */
    const keep = Effect.fnUntraced(function* (
      id: string,
      { asked, day }: DrawingRequest,
      elements: BlockDrawing["elements"]
    ) {
      const now = yield* Clock.currentTimeMillis
      const seen = (yield* drawings.lock([id])).get(id)
      if (seen !== undefined && seen.value.elements !== null) return seen.value
      const failures = elements === null ? (seen?.value.failures ?? 0) + 1 : 0
      const retryAt = elements === null ? retryAfter(failures, now) : 0
      const made: BlockDrawing = { id, space: asked.drawn.space, day, elements, failures, retryAt }
      return seen === undefined
        ? (yield* drawings.tryInsert(made)).value
        : (yield* drawings.tryUpdate(seen, made)).value
    })

    const draw = Effect.fnUntraced(function* (id: string, asking: DrawingRequest) {
      const elements = yield* Effect.catch(ask(asking.asked), () => Effect.succeed(null))
      if (elements === undefined) return undefined
      const kept = Effect.provideService(mutate(keep(id, asking, elements)), Actor, system)
      const found = Effect.map(drawings.get(id), (row) => Option.getOrUndefined(row)?.value)
      return yield* Effect.catchTag(kept, "Taken", () => found)
    })

    /** Starts rendering a block, or joins a pending request; it continues even if no reader waits for it. */
    const begin = (asking: DrawingRequest): Effect.Effect<PendingDrawing> =>
      Effect.suspend(() => {
        const { drawn, working } = asking.asked
        const id = rowId(keyOf(drawn), asking.day)
        const known = going.get(id)
        if (known !== undefined) return Effect.succeed(Deferred.await(known))
        const made = Deferred.makeUnsafe<BlockDrawing | undefined>()
        going.set(id, made)
        const end = (drawing: BlockDrawing | undefined) =>
          Effect.suspend(() => {
            going.delete(id)
            return Deferred.succeed(made, drawing)
          })
        const work = turns.withTurn(draw(id, asking)).pipe(
          Tenant.within(working.installation.organization),
          Effect.catchTag("PoolBusy", () => Effect.undefined),
          Effect.catchCause((cause) =>
            Effect.as(Effect.logWarning("a block of a page could not be rendered", cause), undefined)
          ),
          Effect.flatMap(end)
        )
        return Effect.as(Effect.forkIn(work, scope), Deferred.await(made))
      })

    /** Stored blocks by row id. */
    const find = (ids: ReadonlyArray<string>) => drawings.getMany(ids)

    const forgetOld = Effect.flatMap(Clock.currentTimeMillis, (now) =>
      Effect.provideService(
        mutate(drawings.removeWhere("kept", { equals: {}, range: { to: Math.floor(now / 86_400_000) - 2 } })),
        Actor,
        system
      )
    )

    yield* jobs.repeat(forgetting, forgetOld)

    return { begin, find } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([IntegrationRuns.layer, Jobs.layer, Mutation.layer, WrittenMarkdown.layer])
  )
}
