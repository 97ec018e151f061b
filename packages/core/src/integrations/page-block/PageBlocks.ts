import { Clock, Context, Effect, Layer } from "effect"
import { SpaceId } from "../../foundation/id/Ids.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import type { BlockSource } from "../../sites/publication/PublicationFacts.ts"
import type { Publication } from "../../sites/publication/Publications.ts"
import type { PublishedPage } from "../../sites/published-page/PublishedPage.ts"
import { collection as installationCollection } from "../installation/IntegrationInstallation.ts"
import { collection as placeCollection, rowId } from "../installation/PlaceInstallation.ts"
import { isOn } from "../installation/Reach.ts"
import { collection as integrationCollection } from "../integration/Integration.ts"
import * as BlockDrawing from "./BlockDrawing.ts"
import { keyOf, limits } from "./BlockDrawing.ts"
import { BlockDrawings } from "./BlockDrawings.ts"
import type { ActiveIntegration } from "./RequestedBlock.ts"
import * as RequestedBlock from "./RequestedBlock.ts"
import type { StaticElement } from "./StaticElement.ts"

/** Active integrations of a space; `isCurrent` unless something has changed since the publication was resolved. */
export interface WorkingIntegrations {
  readonly workings: ReadonlyArray<ActiveIntegration>
  readonly isCurrent: boolean
}

/** Loads the integrations that are active on a space of a publication, in a constant number of statements. */
export class ActiveIntegrations extends Context.Service<ActiveIntegrations>()("@quire/core/ActiveIntegrations", {
  make: Effect.gen(function* () {
    const integrations = yield* Repository.make(integrationCollection)
    const installations = yield* Repository.make(installationCollection)
    const places = yield* Repository.make(placeCollection)

    const findWorking = Effect.fnUntraced(function* (
      sources: ReadonlyArray<BlockSource>,
      space: string
    ): Effect.fn.Return<WorkingIntegrations> {
      const owns = yield* integrations.getMany(sources.map(([integration]) => integration))
      const installed = yield* installations.getMany(sources.map(([, installation]) => installation))
      const placed = yield* places.getMany(sources.map(([, installation]) => rowId(installation, space)))
      const workings: Array<ActiveIntegration> = []
      let isCurrent = true
      for (const [of, id, integrationVersion, installationVersion, known] of sources) {
        const [integration, installation, place] = [owns.get(of), installed.get(id), placed.get(rowId(id, space))]
        const placeVersion = known.find(([row]) => row === rowId(id, space))?.[1]
        if (
          integration?.version !== integrationVersion ||
          installation?.version !== installationVersion ||
          place?.version !== placeVersion
        ) {
          isCurrent = false
        }
        if (integration === undefined || installation === undefined) continue
        if (!isOn(integration.value, installation.value, "space", place?.value)) continue
        workings.push({ integration: integration.value, installation: installation.value, place: place?.value })
      }
      return { workings, isCurrent }
    })

    return { findWorking } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

/** Rendered integration blocks of a page. */
export interface ShownBlocks {
  readonly elements: ReadonlyMap<RequestedBlock.Drawable, ReadonlyArray<StaticElement>>
  /** Whether another attempt on the same day would have the same result. */
  readonly isFinal: boolean
}

const nothing: ShownBlocks = { elements: new Map(), isFinal: true }

interface BlockRequest {
  readonly block: RequestedBlock.Drawable
  readonly asked: RequestedBlock.RequestedBlock
  readonly key: string
}

type Elements = NonNullable<BlockDrawing.BlockDrawing["elements"]>

/** The first rendered blocks, up to the limit of one page. */
const takeShown = (drawn: ReadonlyArray<readonly [block: RequestedBlock.Drawable, elements: Elements]>) => {
  let left: number = limits.pageLength
  return new Map(
    drawn.filter(([, elements]) => {
      const { length } = JSON.stringify(elements)
      if (length > left) return false
      left -= length
      return true
    })
  )
}

/** Blocks of published pages, rendered by integration scripts (rule page-block-shown). */
export class PageBlocks extends Context.Service<PageBlocks>()("@quire/core/PageBlocks", {
  make: Effect.gen(function* () {
    const drawings = yield* BlockDrawings
    const { findWorking } = yield* ActiveIntegrations

    /** Renders missing blocks, and waits for those that were never rendered (rule page-block-bounds). */
    const drawMissing = Effect.fnUntraced(function* (
      wanted: ReadonlyArray<BlockRequest>,
      kept: ReadonlyMap<string, BlockDrawing.BlockDrawing>,
      day: number
    ) {
      const now = yield* Clock.currentTimeMillis
      const made = new Map(kept)
      const missing = new Map(wanted.map((each) => [each.key, each.asked]))
      const awaited: Array<Effect.Effect<void>> = []
      for (const [key, asked] of missing) {
        const known = kept.get(BlockDrawing.rowId(key, day))
        if (known !== undefined && (known.elements !== null || known.retryAt > now)) continue
        const drawing = yield* drawings.begin({ asked, day })
        const isShown = (kept.get(BlockDrawing.rowId(key, day - 1))?.elements ?? null) !== null
        if (isShown || known !== undefined) continue
        awaited.push(Effect.map(drawing, (row) => void (row && made.set(row.id, row))))
      }
      const all = Effect.all(awaited, { concurrency: "unbounded", discard: true })
      if (awaited.length > 0) yield* Effect.timeoutOption(all, limits.wait)
      return made
    })

    /** Returns the rendered blocks of a page, the same for all readers. */
    const read = operation("PageBlocks.read")(function* (publication: Publication, page: PublishedPage) {
      const { day, sources } = publication.seen.blocks
      const blocks = sources.length === 0 ? [] : RequestedBlock.list(page.document)
      if (blocks.length === 0) return nothing
      const space = SpaceId.make(page.space.id)
      const { isCurrent, workings } = yield* findWorking(sources, space)
      const wanted = blocks.flatMap((block): ReadonlyArray<BlockRequest> => {
        const asked = RequestedBlock.of(workings, block, space)
        return asked === undefined ? [] : [{ block, asked, key: keyOf(asked.drawn) }]
      })
      if (wanted.length === 0) return { elements: new Map(), isFinal: isCurrent } satisfies ShownBlocks
      const keys = [...new Set(wanted.map(({ key }) => key))]
      const rows = yield* drawings.find(
        keys.flatMap((key) => [BlockDrawing.rowId(key, day), BlockDrawing.rowId(key, day - 1)])
      )
      const kept = new Map(Array.from(rows, ([id, { value }]) => [id, value]))
      const made = yield* drawMissing(wanted, kept, day)
      const elementsOf = (key: string, on: number) => made.get(BlockDrawing.rowId(key, on))?.elements ?? undefined
      const drawn = wanted.flatMap(({ block, key }) => {
        const elements = elementsOf(key, day) ?? elementsOf(key, day - 1)
        return elements === undefined || elements.length === 0 ? [] : [[block, elements] as const]
      })
      const isFinal = isCurrent && keys.every((key) => elementsOf(key, day) !== undefined)
      return { elements: takeShown(drawn), isFinal } satisfies ShownBlocks
    })

    return { read } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([ActiveIntegrations.layer, BlockDrawings.layer])
  )
}
