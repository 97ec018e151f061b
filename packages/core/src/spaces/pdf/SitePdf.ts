import { Schema } from "effect"
import { SiteId } from "../../foundation/id/Ids.ts"
import { optional } from "../../foundation/input/Input.ts"
import { digest } from "../../foundation/secret/Secrets.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant } from "../../foundation/time/Instant.ts"
import { look, PrintOutcome } from "./Pdf.ts"

export const limits = {
  /** Pages of a book. */
  pages: 1_000,
  /** Maximum number of PDFs of a site that are created at the same time, and that are stored. */
  waiting: 10,
  kept: 1_000,
  /** How long a file is kept after its last request, and the precision of that time; in ms. */
  keptFor: 86_400_000,
  exactly: 3_600_000,
  /** How long a failure is reported before printing is retried; in ms. */
  failed: 600_000
} as const

/**
 * A PDF printed for an audience of a site, as stored. It is identified by its text only, so it does not reveal who
 * requested it.
 */
export const SitePdf = Schema.Struct({
  id: Schema.String,
  site: SiteId,
  /** The blob of the book; null once it is printed. */
  book: Schema.NullOr(Schema.String),
  /** The blobs of its images; absent without any. */
  images: optional(Schema.Array(Schema.String)),
  outcome: PrintOutcome,
  askedAt: Instant
})
export type SitePdf = typeof SitePdf.Type

/** Two audiences that see the same have one file, known by the text of its book (rule site-pdf-same). */
export const idOf = (site: string, text: string): string => digest(JSON.stringify([look, site, digest(text)]))

export const isPending = ({ outcome }: SitePdf): boolean => outcome.state === "pending"

/** Whether asking has it printed again. */
export const isOver = ({ askedAt, outcome }: SitePdf, now: number): boolean =>
  outcome.state === "failed" && now - askedAt > limits.failed

/** Whether another request must be recorded to keep the file. */
export const isOld = ({ askedAt, outcome }: SitePdf, now: number): boolean =>
  outcome.state !== "failed" && now - askedAt > limits.exactly

export const blobsOf = ({ book, images = [], outcome }: SitePdf): ReadonlyArray<string> => [
  ...(book === null ? [] : [book, ...images]),
  ...(outcome.state === "made" ? [outcome.blob] : [])
]

export const collection = Repository.collection({
  name: "site_pdfs",
  schema: SitePdf,
  columns: {
    site: { kind: "text", of: (self) => self.site },
    waiting: { kind: "boolean", of: isPending },
    askedAt: { kind: "instant", of: (self) => self.askedAt },
    blobs: { kind: "set", of: blobsOf }
  },
  indexes: {
    inSite: { on: ["site"] },
    waiting: { on: ["site", "waiting"] },
    asked: { on: [], order: ["askedAt"] },
    all: { on: [] }
  },
  unique: {},
  references: [{ column: "site", to: "sites", onDelete: "cascade" }],
  counters: [],
  rank: 3
})
