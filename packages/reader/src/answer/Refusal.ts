import type { PdfPrinter, Publications, Searches, VisitorToken } from "@quire/core"
import { Data } from "effect"

/** There is no content at this URL that the visitor may see (rule published-absence). */
export class NothingPublished extends Data.TaggedError("NothingPublished") {}

/** Sites are read by GET and HEAD alone. */
export class OnlyReading extends Data.TaggedError("OnlyReading") {}

/** The requested range is outside of the file (rule file-range). */
export class RangeUnsatisfiable extends Data.TaggedError("RangeUnsatisfiable")<{
  /** Size of the whole file in bytes. */
  readonly size: number
}> {}

/** The page takes longer to print than anybody waits. */
export class PageUnprintable extends Data.TaggedError("PageUnprintable") {
  readonly kind = "unavailable" as const
  override get message() {
    return "the page takes too long to print; try again"
  }
}

/** Why a request is rejected; the server writes the error in its own format. */
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
