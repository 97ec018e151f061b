import type { JsonObject } from "../Json.ts"
import type { DocumentReference } from "../links/References.ts"
import type { EditorLabels } from "./Labels.ts"

/** A page, an anchor, a person or other content that a search found. */
export interface TargetSuggestion {
  readonly ref: DocumentReference
  readonly title: string
  /** What distinguishes targets with the same title, such as the pages above it. */
  readonly detail?: string
}

/** A file that was uploaded. */
export interface UploadedFile {
  /** Id of the file in the space. */
  readonly file: string
  /** Address at which a browser loads the file, if it is known. */
  readonly url?: string
}

/** What a reference leads to, as the editor shows it. */
export interface ReferenceDetails {
  readonly title?: string
  /** Address at which a browser loads the content. */
  readonly url?: string
}

/** A kind of block that the host adds to the menu of blocks, such as a reusable content. */
export interface HostBlock {
  readonly id: string
  readonly label: string
  readonly keywords?: string
  /** Returns the block, as in documents, or undefined if the person cancels. */
  readonly make: () => Promise<JsonObject | undefined>
}

/** The text that a person wants to comment on. */
export interface CommentTarget {
  /** Keys of the blocks that contain the text. */
  readonly blocks: ReadonlyArray<string>
  readonly text: string
}

/** What the host of an editor provides; each part of the interface is only shown if its function exists. */
export interface EditorHost {
  readonly searchLinks?: (query: string) => Promise<ReadonlyArray<TargetSuggestion>>
  readonly searchMentions?: (query: string) => Promise<ReadonlyArray<TargetSuggestion>>
  /** Stores a file; `onProgress` receives the part that is stored, from 0 to 1. */
  readonly uploadFile?: (file: File, onProgress: (part: number) => void) => Promise<UploadedFile>
  /** Looks up the title and the address of a reference. */
  readonly resolve?: (ref: DocumentReference) => Promise<ReferenceDetails | undefined>
  readonly onComment?: (target: CommentTarget) => void
  readonly blocks?: ReadonlyArray<HostBlock>
}

/** What the parts of the interface share. */
export interface EditorContext {
  readonly host: EditorHost
  readonly labels: EditorLabels
  /** The element that menus are put into. */
  readonly layer: HTMLElement
}
