import type { ContentRef, Importer } from "@quire/core"

/** Attributes that a table of contents can give to an entry without a file. */
type Marks = Pick<Importer.ImportedLink, "icon" | "emoji" | "hidden">
type Indexing = Pick<Importer.ImportedGroup, "noIndex" | "noRobotsIndex">

/** A page that is a file of the source; `title` takes precedence over the title in the file. */
export interface PageEntry {
  readonly type: "page"
  readonly path: string
  readonly title?: string
  /** Whether the title is only that of the table of contents: another title of the file stays in its text. */
  readonly isLabel?: boolean
  /** The name in addresses; takes precedence over the slug and the name of the file. */
  readonly slug?: string
  /** The name in addresses if neither the file nor its name says any: the folder of the pages below. */
  readonly folderName?: string
  readonly children: ReadonlyArray<Entry>
}

/** A page of which the source has only the name. */
export interface FolderEntry extends Marks, Indexing {
  readonly type: "folder"
  readonly path: string
  readonly title: string
  /** Its slug as written in the source. */
  readonly slug?: string
  readonly description?: string
  readonly children: ReadonlyArray<Entry>
}

export interface GroupEntry extends Marks, Indexing {
  readonly type: "group"
  readonly path: string
  readonly title: string
  readonly slug?: string
  readonly children: ReadonlyArray<Entry>
}

export interface LinkEntry extends Marks {
  readonly type: "link"
  readonly path: string
  readonly title: string
  readonly target: ContentRef.ContentRef
}

/** An entry of the new table of contents. */
export type Entry = PageEntry | FolderEntry | GroupEntry | LinkEntry

/** Every entry, parents before children. */
export function* walk(entries: ReadonlyArray<Entry>): Generator<Entry> {
  const open = entries.toReversed()
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    yield entry
    if (entry.type !== "link") open.push(...entry.children.toReversed())
  }
}
