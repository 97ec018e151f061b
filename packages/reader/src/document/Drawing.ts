import type { Block, PageBlocks, PublishedPage } from "@quire/core"
import type { Models } from "../api/Anchors.ts"
import type { ApiSheets } from "../api/ApiSheets.ts"
import type { Html } from "../html/Html.ts"
import type { IconSet, IconStyle } from "../icon/Icons.ts"
import type { Words } from "../words/Words.ts"
import type { Ids } from "./Ids.ts"
import type { TypesetTexts } from "./TypesetTexts.ts"

export type Target = PublishedPage.Target

/** Context of the page whose document is rendered. */
export interface DocumentContext {
  readonly references: PublishedPage.Targets
  /** The API descriptions that its operation and schema blocks refer to. */
  readonly specs?: ReadonlyArray<PublishedPage.PublishedSpec> | undefined
  /** The elements that scripts of integrations returned for its blocks. */
  readonly drawn?: PageBlocks.ShownBlocks["elements"] | undefined
  /** An address below the site as a link from the page. */
  readonly linkTo: (path: string) => string
  readonly words: Words
  readonly externalLinks: "self" | "blank"
  readonly icons: IconSet
  readonly iconStyle: IconStyle
}

/** A text with a footnote, whose body is rendered after the block that contains the text. */
export interface OpenNote {
  readonly id: string
  readonly note: Block.Annotation
}

/** State of rendering one document. */
export interface Drawing extends DocumentContext {
  /** Origins of the frames that the page may embed. */
  readonly frames: ReadonlySet<string>
  readonly ids: Ids
  /** Notes of the text drawn last, until they are drawn. */
  readonly notes: Array<OpenNote>
  /** The title of the heading with an anchor, in the form used in URLs. */
  readonly headingTitle: (fragment: string) => string | undefined
  readonly icon: (name: string) => Html
  readonly typeset: TypesetTexts
  readonly sheets: ApiSheets
  readonly models: Models
  /** The anchors of the models that are drawn. */
  readonly drawnModels: Set<string>
  readonly blocks: (blocks: ReadonlyArray<Block.Block>) => Html
}
