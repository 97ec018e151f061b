import type { PdfPrinter, Publications, Searches, VisitorToken } from "@quire/core"
import { Data } from "effect"

/** There is nothing at the address that this reader sees (rule published-absence). */
export class NothingPublished extends Data.TaggedError("NothingPublished") {}

/** Sites are read by GET and HEAD alone. */
export class OnlyReading extends Data.TaggedError("OnlyReading") {}

/** The requested range is outside of the file (rule file-range). */
export class RangeUnsatisfiable extends Data.TaggedError("RangeUnsatisfiable")<{
  /** Of the whole file, in bytes. */
  readonly size: number
}> {}

/** The page takes longer to print than anybody waits. */
export class PageUnprintable extends Data.TaggedError("PageUnprintable") {
  readonly kind = "unavailable" as const
  override get message() {
    return "the page takes too long to print; try again"
  }
}

/** Why a request is answered with an error; a server writes it in its own form. */
export type Refusal =
  | NothingPublished
  | OnlyReading
  | PageUnprintable
  | RangeUnsatisfiable
  | Publications.HostnameUnknown
  | VisitorToken.VisitorTokenNeeded
  | VisitorToken.VisitorTokenRefused
  | Searches.QueryInvalid
  | PdfPrinter.PdfRefused
  | PdfPrinter.PdfUnavailable
