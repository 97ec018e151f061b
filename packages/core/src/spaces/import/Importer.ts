import { Context, type Effect, Schema } from "effect"
import type * as Block from "../../content/document/Block.ts"
import type { ContentRef, ImageRef } from "../../content/document/ContentRef.ts"
import type { Document } from "../../content/document/Document.ts"
import type { PageLayout } from "../../content/tree/PageLayout.ts"
import type { QueuedValue } from "../../foundation/scheduling/QueuedValue.ts"
import { cut } from "../../foundation/text/Text.ts"
import type { BuiltSource } from "./ImportSource.ts"
import type { ImportWarnings } from "./ImportWarning.ts"

/** Limits of one import, unless configured otherwise (rule import-limits). */
export const limits = { pages: 5000, files: 5000 } as const

/** Nothing could be imported; the message contains no text of the source (rule import-warnings). */
export class ImportFailed extends Schema.TaggedError<ImportFailed>()("ImportFailed", { problem: Schema.String }) {
  readonly kind = "unprocessable"
  override get message() {
    return `nothing was imported: ${this.problem}`
  }
}

/** By how much a source is too large: what it has in total, and the folder that has most of it. */
export const Excess = Schema.Struct({ total: Schema.Number, folder: Schema.String, inFolder: Schema.Number })
export type Excess = typeof Excess.Type

/** The source contains more than one import may bring; nothing was imported (rule import-limits). */
export class ImportLimitReached extends Schema.TaggedError<ImportLimitReached>()("ImportLimitReached", {
  what: Schema.Literals(["pages", "files", "archive entries", "unpacked bytes", "bytes unpacked from each byte"]),
  limit: Schema.Number,
  excess: Schema.optionalKey(Excess)
}) {
  readonly kind = "limit"
  override get message() {
    const refused = `the import exceeds the limit of ${this.limit} ${this.what}`
    if (this.excess === undefined)
      return this.what === "archive entries" ? `${refused}: import the folder of the documentation alone` : refused
    const { folder, inFolder, total } = this.excess
    const advice = folder === "" ? "" : `, ${inFolder} of them in the folder ${JSON.stringify(cut(folder, 200))}`
    return `${refused}: it has ${total}${advice}`
  }
}

/** The files of a folder of the host, which are read when they are needed. */
export interface SourceFolder {
  /** Every file by its path, with `/` between the names, and its bytes. */
  readonly files: ReadonlyArray<{ readonly path: string; readonly size: number }>
  /** Symbolic links and devices, which are not read. */
  readonly special: ReadonlyArray<string>
  readonly read: (path: string) => Effect.Effect<Uint8Array>
}

/** Fetched bytes, or a folder, to be read as a source. */
export interface ImportInput {
  readonly source: BuiltSource
  /** A folder is read as an archive, whatever the source is. */
  readonly bytes: Uint8Array | SourceFolder
  /** Content type as the server sent it. */
  readonly contentType: string | undefined
  /** The final absolute address; relative targets of a single page are resolved against it. */
  readonly url: string
  /** File name of a source without a title; empty if there is none. */
  readonly name: string
}

interface ImportedEntry {
  /** The path in the source, unique among the pages; references of kind `page` and `anchor` name it. */
  readonly path: string
  /** One line, 1 to 256 characters. */
  readonly title: string
}

interface NamedEntry extends ImportedEntry {
  /** The name used in addresses, not yet in the form of a slug; without one, the title decides. */
  readonly slug?: string
  readonly icon?: string
  readonly emoji?: string
  readonly hidden?: boolean
  readonly noIndex?: boolean
  readonly noRobotsIndex?: boolean
}

/** A page with text; without `document` it is a folder that had no separate page. */
export interface ImportedDocument extends NamedEntry {
  readonly type: "document"
  /** The address of the page in the source, which leads to it whatever its path is. */
  readonly address?: string
  /** Whether the source has no title, so that the title is derived from its name. */
  readonly isUntitled?: boolean
  /** The heading at the beginning of the text, if it is used as title; it is not part of `document`. */
  readonly heading?: Block.Heading
  readonly description?: string
  readonly cover?: ImageRef
  readonly coverDark?: ImageRef
  /** The vertical offset of the cover. */
  readonly coverY?: number
  readonly layout?: Partial<PageLayout>
  /** The value that the intake returned for its document. */
  readonly document?: QueuedValue<Document>
  readonly children: ReadonlyArray<ImportedPage>
}

/** A heading of the source's table of contents; only at the top. */
export interface ImportedGroup extends NamedEntry {
  readonly type: "group"
  readonly children: ReadonlyArray<ImportedPage>
}

/** An entry of the source's table of contents with an external target, or with a page that is already listed. */
export interface ImportedLink extends ImportedEntry {
  readonly type: "link"
  readonly icon?: string
  readonly emoji?: string
  readonly hidden?: boolean
  readonly target: ContentRef
}

export type ImportedPage = ImportedDocument | ImportedGroup | ImportedLink

export interface ImportedFile {
  /** The path in the source; references of kind `file` name it. */
  readonly path: string
  /** The name in the source. */
  readonly name: string
  readonly bytes: Uint8Array
  readonly contentType: string
  /** In pixels; only for images. */
  readonly dimensions?: { readonly width: number; readonly height: number }
}

/** Links of a source to itself: the distinct targets of each page, by whether there is a page or file at them. */
export interface LinkCounts {
  readonly resolved: number
  readonly unresolved: number
}

/** A former address that leads to a page of the source. */
export interface ImportedRedirect {
  readonly from: string
  /** The path of the page in the source. */
  readonly page: string
}

/** A text that pages include; references of kind `reusable-content` name its path. */
export interface ImportedReusable extends ImportedEntry {
  /** The value that the intake returned for its document. */
  readonly document?: QueuedValue<Document>
}

/** The key of an anchor of the page at a path. */
export const anchorKey = (path: string, anchor: string): string => `${path}#${anchor}`

/**
 * The content of a source. References of kind `page`, `anchor`, `file` and `reusable-content` name paths of the source,
 * all of which are among `pages`, `files` and `reusable`; they are replaced when ids are minted.
 */
export interface ImportedContent {
  readonly pages: ReadonlyArray<ImportedPage>
  readonly files: ReadonlyArray<ImportedFile>
  readonly reusable?: ReadonlyArray<ImportedReusable>
  readonly redirects?: ReadonlyArray<ImportedRedirect>
  /** The number of pages and files found, including omitted ones. */
  readonly total: number
  readonly links: LinkCounts
  /** The line of the first link of each page to an anchor, by the path of the page and by `anchorKey`. */
  readonly anchorLines?: ReadonlyMap<string, ReadonlyMap<string, number>>
  readonly warnings: ImportWarnings
}

/**
 * Receives the documents of a source, each as soon as it is parsed, so that they need not all be kept until the end.
 */
export interface Intake {
  /**
   * Called before any document: the paths of all pages, in reading order, of all that may be imported as files, and of
   * texts that pages include. A document may refer to further files: pages that show their own texts as files.
   */
  readonly begin: (
    pages: ReadonlyArray<string>,
    files: ReadonlyArray<string>,
    reusable?: ReadonlyArray<string>
  ) => Effect.Effect<void>
  /**
   * Takes the document of the page or included text with that path, in reading order, and the title that is not part of
   * it, with the id of its heading; the returned value represents the document.
   */
  readonly take: (
    path: string,
    document: Document,
    title?: string,
    titleId?: string
  ) => Effect.Effect<QueuedValue<Document>>
}

/** Every page of a tree, parents before children, in reading order. */
export function* walk(pages: ReadonlyArray<ImportedPage>): Generator<ImportedPage> {
  const open = pages.toReversed()
  for (let page = open.pop(); page !== undefined; page = open.pop()) {
    yield page
    if (page.type !== "link") open.push(...page.children.toReversed())
  }
}

/** Reads fetched bytes as pages and files. Fetches nothing itself, and knows neither ids nor spaces. */
export class Importers extends Context.Service<
  Importers,
  {
    readonly read: (
      input: ImportInput,
      intake: Intake
    ) => Effect.Effect<ImportedContent, ImportFailed | ImportLimitReached>
    /** Describes a single file: its type by its content, or else by its name; `path` is its name or address. */
    readonly describe: (path: string, bytes: Uint8Array) => Effect.Effect<ImportedFile>
  }
>()("@quire/core/Importers") {}
