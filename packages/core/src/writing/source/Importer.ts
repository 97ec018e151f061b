import { Context, type Effect, Schema } from "effect"
import type { Heading } from "../../content/document/Block.ts"
import type { ContentRef, ImageRef } from "../../content/document/ContentRef.ts"
import type { Document } from "../../content/document/Document.ts"
import type { BuiltSource } from "./ImportSource.ts"
import type { ImportWarning } from "./ImportWarning.ts"

/** How much one import may bring unless configured (rule import-limits). */
export const limits = { pages: 5000, files: 5000 } as const

/** Nothing could be imported; the message repeats nothing that the source said (rule import-warnings). */
export class ImportFailed extends Schema.TaggedError<ImportFailed>()("ImportFailed", { problem: Schema.String }) {
  readonly kind = "unprocessable"
  override get message() {
    return `nothing was imported: ${this.problem}`
  }
}

/** The source holds more than one import may bring; nothing of it was taken (rule import-limits). */
export class ImportLimitReached extends Schema.TaggedError<ImportLimitReached>()("ImportLimitReached", {
  what: Schema.Literals(["pages", "files", "archive entries", "unpacked bytes", "bytes unpacked from each byte"]),
  limit: Schema.Number
}) {
  readonly kind = "limit"
  override get message() {
    return `one import may bring at most ${this.limit} ${this.what}`
  }
}

/** What was fetched, to be read as a source. */
export interface ImportInput {
  readonly source: BuiltSource
  readonly bytes: Uint8Array
  /** As the server sent it. */
  readonly contentType: string | undefined
  /** The final address, absolute; relative targets of a single page are resolved against it. */
  readonly url: string
  /** File name for a source that gives no title of its own; empty where there is none. */
  readonly name: string
}

interface Placed {
  /** Where in the source, unique among the pages: what references of kind `page` and `anchor` name. */
  readonly path: string
  /** One line, 1 to 256 characters. */
  readonly title: string
}

interface Named extends Placed {
  /** What it is called in addresses, not yet in the form of a slug; the title decides where that is absent. */
  readonly slug?: string
}

/** A page with text; without `document` it is a folder that had no page of its own. */
export interface ImportedDocument extends Named {
  readonly type: "document"
  /** Whether the source does not say the title, which is then its name in words. */
  readonly isUntitled?: boolean
  /** The heading that the text begins with where it says the title: it is not in the document. */
  readonly heading?: Heading
  readonly description?: string
  readonly icon?: string
  readonly emoji?: string
  readonly hidden?: boolean
  readonly noIndex?: boolean
  readonly cover?: ImageRef
  readonly document?: Document
  readonly children: ReadonlyArray<ImportedPage>
}

/** A heading of the source's table of contents; only at the top. */
export interface ImportedGroup extends Named {
  readonly type: "group"
  readonly children: ReadonlyArray<ImportedPage>
}

/** An entry of the source's table of contents that leads elsewhere, or to a page that already has its place. */
export interface ImportedLink extends Placed {
  readonly type: "link"
  readonly target: ContentRef
}

export type ImportedPage = ImportedDocument | ImportedGroup | ImportedLink

export interface ImportedFile {
  /** Where in the source: what references of kind `file` name. */
  readonly path: string
  /** As the source has it. */
  readonly name: string
  readonly bytes: Uint8Array
  readonly contentType: string
  /** Pixels; images only. */
  readonly dimensions?: { readonly width: number; readonly height: number }
}

/**
 * What a source holds. References of kind `page`, `anchor` and `file` name paths of the source, all of which are among
 * `pages` and `files`: they are replaced when ids are minted.
 */
export interface ImportedContent {
  readonly pages: ReadonlyArray<ImportedPage>
  readonly files: ReadonlyArray<ImportedFile>
  /** Pages and files found, those that were left out included. */
  readonly total: number
  readonly warnings: ReadonlyArray<ImportWarning>
}

/** Every page of a tree, parents before children, in reading order. */
export function* walk(pages: ReadonlyArray<ImportedPage>): Generator<ImportedPage> {
  const open = pages.toReversed()
  for (let page = open.pop(); page !== undefined; page = open.pop()) {
    yield page
    if (page.type !== "link") open.push(...page.children.toReversed())
  }
}

/** Reads what was fetched as pages and files. Fetches nothing itself, and knows neither ids nor spaces. */
export class Importers extends Context.Service<
  Importers,
  {
    readonly read: (input: ImportInput) => Effect.Effect<ImportedContent, ImportFailed | ImportLimitReached>
    /** A single file: its type by what it holds, else by its name; `path` is its name or address. */
    readonly describe: (path: string, bytes: Uint8Array) => Effect.Effect<ImportedFile>
  }
>()("@quire/core/Importers") {}
