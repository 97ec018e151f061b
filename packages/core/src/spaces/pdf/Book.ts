import type { ImageRef } from "../../content/document/ContentRef.ts"
import type { Document } from "../../content/document/Document.ts"

/** The target of a reference, in the book or outside of it. */
export type BookTarget =
  | {
      readonly kind: "page"
      readonly page: string
      readonly anchor?: string
      readonly title: string
      readonly text?: string
    }
  | { readonly kind: "web"; readonly url: string; readonly title: string; readonly text?: string }
  | BookFile

/** A file; `blob` is the hash of its bytes, and names an image of the book if it is printed as one. */
export interface BookFile {
  readonly kind: "file"
  readonly title: string
  readonly contentType: string
  /** Bytes. */
  readonly size: number
  readonly blob: string
  /** Address of the target for readers of the book, if it has one. */
  readonly url?: string
  /** Pixels. */
  readonly dimensions?: { readonly width: number; readonly height: number }
}

/** Targets by the `ContentRef.toUrl` of the references to them. */
export type BookTargets = { readonly [ref: string]: BookTarget }

/** A page of the space, with its place in the table of contents. */
export interface BookPage {
  readonly id: string
  /** 1 for the pages at the top. */
  readonly depth: number
  readonly title: string
  /** The characters of an emoji. */
  readonly emoji?: string
  /** The name of an icon, if there is no emoji. */
  readonly icon?: string
  readonly description?: string
  readonly cover?: ImageRef
  /** Absent for entries that are only in the table of contents. */
  readonly document?: Document
  /** For an entry that is only a link: the `ContentRef.toUrl` of its target. */
  readonly link?: string
}

/** Content as it is printed, as plain data: reusable contents are inserted, and no further lookups are needed. */
export interface Book {
  readonly title: string
  /** The subject of the book within the space: a change request, a page. */
  readonly subtitle?: string
  /** When the content was created, in epoch milliseconds; absent if that is not disclosed. */
  readonly madeAt?: number
  readonly pages: ReadonlyArray<BookPage>
  readonly targets: BookTargets
}
