import { Schema } from "effect"
import { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { RevisionId } from "../../foundation/id/RevisionId.ts"
import { SpaceId } from "../../foundation/id/SpaceId.ts"
import { optional } from "../../foundation/input/Input.ts"
import { digest } from "../../foundation/secret/Secrets.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant } from "../../foundation/time/Instant.ts"
import type * as ComputedRoots from "../../openapi/computed/ComputedRoots.ts"

export const limits = {
  /** Pages of a book, and bytes of one image and of all images that are printed in it. */
  pages: 5_000,
  imageBytes: 10_485_760,
  imagesBytes: 104_857_600,
  /** Pixels of an image. */
  imagePixels: 50_000_000,
  /** How long a file is kept after it was last asked for, and how long an address opens it; in ms. */
  kept: 86_400_000,
  address: 3_600_000,
  /** Code points of the reason of a failure. */
  problemLength: 500
} as const

/** The specs that content may speak of, in their order, each in the version of which it is printed. */
export const DescribedPdf = Schema.Struct({
  organization: OrganizationId,
  versions: Schema.Array(Schema.Tuple([Schema.String, Schema.String]))
})
export type DescribedPdf = typeof DescribedPdf.Type

/** Undefined where there are none. */
export const describedBy = (
  organization: OrganizationId,
  versions: ComputedRoots.Versions
): DescribedPdf | undefined =>
  versions.size === 0
    ? undefined
    : { organization, versions: Array.from(versions).sort(([left], [right]) => (left < right ? -1 : 1)) }

/** What of a revision is printed, and what it is called. Equal ones are printed once (rule pdf-same). */
export const PrintSource = Schema.Struct({
  space: SpaceId,
  revision: RevisionId,
  /** A page with those below it, or alone; null for all. */
  page: Schema.NullOr(Schema.String),
  only: Schema.Boolean,
  title: Schema.String,
  subtitle: Schema.String,
  /** Absent where the organization has no specs. */
  described: optional(DescribedPdf)
})
export type PrintSource = typeof PrintSource.Type

/** How a printing goes on, or went. */
export const PrintOutcome = Schema.Union([
  Schema.Struct({ state: Schema.Literal("pending") }),
  Schema.Struct({ state: Schema.Literal("made"), blob: Schema.String }),
  Schema.Struct({ state: Schema.Literal("failed"), problem: Schema.String })
])
export type PrintOutcome = typeof PrintOutcome.Type

/** A PDF that was asked for, as stored; gone a day after it was last asked for (rule pdf-kept). */
export const Pdf = Schema.Struct({ id: Schema.String, ...PrintSource.fields, outcome: PrintOutcome, askedAt: Instant })
export type Pdf = typeof Pdf.Type

/** Counted up when the same content is to look otherwise. */
export const look = 2

export const idOf = ({ described, only, page, revision, space, subtitle, title }: PrintSource): string =>
  digest(JSON.stringify([look, space, revision, page, only, title, subtitle, described ?? null]))

export const request = (printing: PrintSource, now: number): Pdf => ({
  ...printing,
  id: idOf(printing),
  outcome: { state: "pending" },
  askedAt: now
})

/** Whether what is stored answers another asking: one that failed is tried again. */
export const isGood = ({ outcome }: Pdf): boolean => outcome.state !== "failed"

/** Whether asking once more has to be written down, for the file to be there as long as an address opens it. */
export const isOld = ({ askedAt }: Pdf, now: number): boolean => now - askedAt > limits.address

export const blobsOf = ({ outcome }: Pdf): ReadonlyArray<string> => (outcome.state === "made" ? [outcome.blob] : [])

export const collection = Repository.collection({
  name: "pdfs",
  schema: Pdf,
  columns: {
    space: { kind: "text", of: (self) => self.space },
    askedAt: { kind: "instant", of: (self) => self.askedAt },
    blobs: { kind: "set", of: blobsOf }
  },
  indexes: { inSpace: { on: ["space"] }, asked: { on: [], order: ["askedAt"] }, all: { on: [] } },
  unique: {},
  references: [{ column: "space", to: "spaces", onDelete: "cascade" }],
  counters: [],
  rank: 3
})
