import { Schema } from "effect"
import type { JsonRecord } from "../../content/document/VoidBlock.ts"
import { SpaceId } from "../../foundation/id/Ids.ts"
import { digest } from "../../foundation/secret/Secrets.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import { Instant } from "../../foundation/time/Instant.ts"
import type * as InstallationConfiguration from "../installation/InstallationConfiguration.ts"
import { StaticElement } from "./StaticElement.ts"

export const limits = {
  /** Rendered blocks of one page. */
  perPage: 50,
  /** Characters of one stored block, and of all blocks of one page, as JSON. */
  length: 200_000,
  pageLength: 1_000_000,
  /** Total time that a page waits for its blocks, and timeout of a script, in ms. */
  wait: 2_000,
  deadline: 5_000,
  /** Concurrent block scripts in one process, and waiting ones of one organization. */
  atOnce: 2,
  waiting: 100,
  /** Delay before a failed block is retried, in ms, doubled each time. */
  firstWait: 60_000,
  longestWait: 86_400_000
} as const

/** Rendered block of one day, or the time of its next attempt, as stored (rule page-block-drawn). */
export const BlockDrawing = Schema.Struct({
  id: Schema.String,
  space: SpaceId,
  day: Schema.Int,
  /** Null where it failed. */
  elements: Schema.NullOr(Schema.Array(StaticElement)),
  /** Number of failures, and time of the next attempt. */
  failures: Schema.Int,
  retryAt: Instant
})
export type BlockDrawing = typeof BlockDrawing.Type

/** Inputs that determine a rendered block. */
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

/** Cache key of a rendered block, without the day. */
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

/** Time of the next attempt after a number of failures. */
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
