import { Schema } from "effect"
import type { JsonRecord } from "../../content/document/VoidBlock.ts"
import { SpaceId } from "../../foundation/id/SpaceId.ts"
import { digest } from "../../foundation/secret/Secrets.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import { Instant } from "../../foundation/time/Instant.ts"
import type * as InstallationConfiguration from "../installation/InstallationConfiguration.ts"
import { StaticElement } from "./StaticElement.ts"

export const limits = {
  /** Blocks of one page that are drawn. */
  perPage: 50,
  /** Characters of what is kept of one block, and of all that one page shows, as JSON. */
  length: 200_000,
  pageLength: 1_000_000,
  /** What a page waits for its blocks in all, and a script may take, in ms. */
  wait: 2_000,
  deadline: 5_000,
  /** Scripts that draw blocks of pages at a time in one process, and that wait for it of one organization. */
  atOnce: 2,
  waiting: 100,
  /** After how long what failed is tried again, in ms, doubled with each time. */
  firstWait: 60_000,
  longestWait: 86_400_000
} as const

/** What a script drew of a block on one day, or when it is asked again, as stored (rule page-block-drawn). */
export const BlockDrawing = Schema.Struct({
  id: Schema.String,
  space: SpaceId,
  day: Schema.Int,
  /** Null where it failed. */
  elements: Schema.NullOr(Schema.Array(StaticElement)),
  /** How often it failed, and when it may be tried again. */
  failures: Schema.Int,
  retryAt: Instant
})
export type BlockDrawing = typeof BlockDrawing.Type

/** What a drawing hangs on. */
export interface DrawingKey {
  readonly space: SpaceId
  readonly integration: string
  readonly version: number
  readonly installation: string
  readonly configurations: ReadonlyArray<InstallationConfiguration.Configuration | null>
  readonly block: string
  readonly props: typeof JsonRecord.Type
  readonly action: typeof JsonRecord.Type | null
}

/** Names what a drawing is of, without the day. */
export const keyOf = ({
  action,
  block,
  configurations,
  installation,
  integration,
  props,
  space,
  version
}: DrawingKey) =>
  digest(
    CanonicalJson.stringify([space, integration, version, installation, [...configurations], block, props, action])
  )

export const rowId = (key: string, day: number): string => `${key}.${day}`

/** When what failed so often is tried again. */
export const retryAfter = (failures: number, now: number): number =>
  now + Math.min(limits.longestWait, limits.firstWait * 2 ** Math.max(0, failures - 1))

export const collection = Repository.collection({
  name: "block_drawings",
  schema: BlockDrawing,
  columns: {
    space: { kind: "text", of: (self) => self.space },
    day: { kind: "integer", of: (self) => self.day }
  },
  indexes: { ofSpace: { on: ["space"] }, kept: { on: [], order: ["day"] } },
  unique: {},
  references: [{ column: "space", to: "spaces", onDelete: "cascade" }],
  counters: [],
  rank: 3
})
