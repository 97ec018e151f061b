import type * as Block from "../../content/document/Block.ts"
import * as DocumentTree from "../../content/document/DocumentTree.ts"
import type { Embed, IntegrationBlock } from "../../content/document/VoidBlock.ts"
import type { SpaceId } from "../../foundation/id/Ids.ts"
import type { Installation } from "../installation/IntegrationInstallation.ts"
import type { PlaceInstallation } from "../installation/PlaceInstallation.ts"
import type { Integration } from "../integration/Integration.ts"
import * as UrlPattern from "../integration/UrlPattern.ts"
import { type DrawingKey, limits } from "./BlockDrawing.ts"

/** A block of a document that a script can render. */
export type Drawable = Embed | IntegrationBlock

/** An integration that is active on the space of a page. */
export interface ActiveIntegration {
  readonly integration: Integration
  readonly installation: Installation
  readonly place: PlaceInstallation | undefined
}

/** A block with its render request and integration. */
export interface RequestedBlock {
  readonly working: ActiveIntegration
  readonly drawn: DrawingKey
}

const isDrawable = (block: Block.Block): block is Drawable => block.type === "integration" || block.type === "embed"

/** The first blocks of a document that scripts can render, in reading order. */
export const list = (root: DocumentTree.BlockRoot): ReadonlyArray<Drawable> => {
  const found = new Set<Drawable>()
  for (const [block] of DocumentTree.walk(root)) {
    if (isDrawable(block)) found.add(block)
    if (found.size === limits.perPage) break
  }
  return [...found]
}

/** The first integration and block whose pattern matches a URL (rule page-block-unfurled). */
export const findUnfurling = <W extends Pick<ActiveIntegration, "integration">>(
  workings: ReadonlyArray<W>,
  url: string
) => {
  const matched = UrlPattern.matchedOf(url)
  if (matched === undefined) return undefined
  for (const working of workings) {
    const block = (working.integration.blocks ?? []).find(({ urlUnfurl = [] }) =>
      urlUnfurl.some((pattern) => UrlPattern.matches(pattern, matched))
    )
    if (block !== undefined) return { working, block }
  }
  return undefined
}

/** The action that requests a block for a URL. */
export const unfurling = (url: string) => ({ action: "@link.unfurl", url }) as const

const drawnOf = (
  { installation, integration, place }: ActiveIntegration,
  asked: Pick<DrawingKey, "action" | "block" | "props" | "space">
): DrawingKey => ({
  ...asked,
  integration: integration.id,
  version: integration.version,
  installation: installation.id,
  configurations: [installation.configuration, place?.configuration ?? null]
})

/** The render request of a block on a page of a space; undefined if no integration renders it. */
export const of = (
  workings: ReadonlyArray<ActiveIntegration>,
  block: Drawable,
  space: SpaceId
): RequestedBlock | undefined => {
  if (block.type === "embed") {
    const found = findUnfurling(workings, block.data.url)
    if (found === undefined) return undefined
    const { block: own, working } = found
    return { working, drawn: drawnOf(working, { space, block: own.id, props: {}, action: unfurling(block.data.url) }) }
  }
  const { action = null, block: id, integration: name, props } = block.data
  const working = workings.find(({ integration }) => integration.id === name.toLowerCase())
  const isDeclared = (working?.integration.blocks ?? []).some((each) => each.id === id)
  if (working === undefined || !isDeclared) return undefined
  return { working, drawn: drawnOf(working, { space, block: id, props, action }) }
}
