import { type PublishedDocument, Typesetting } from "@quire/core"
import { Effect } from "effect"
import * as Anchors from "../api/Anchors.ts"
import * as ApiSheets from "../api/ApiSheets.ts"
import { emptyHtml, type Html, html } from "../html/Html.ts"
import { drawBlocks } from "./Blocks.ts"
import type { DocumentContext, Drawing } from "./Drawing.ts"
import * as FrameOrigins from "./FrameOrigins.ts"
import { Ids } from "./Ids.ts"
import * as IntegrationHtml from "./IntegrationHtml.ts"
import * as TypesetTexts from "./TypesetTexts.ts"

export interface DocumentHtml {
  readonly html: Html
  /** Whether another attempt would print the same: false where there was no time for code and formulas. */
  readonly isFinal: boolean
  /** Origins of the frames in it. */
  readonly frames: ReadonlySet<string>
}

const decode = (fragment: string): string => {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

const draw = (
  document: PublishedDocument.PublishedDocument,
  context: DocumentContext,
  sheets: ApiSheets.ApiSheets,
  typeset: TypesetTexts.TypesetTexts,
  frames: ReadonlySet<string>
): Html => {
  const ids = Ids.of(document)
  const drawing: Drawing = {
    ...context,
    ids,
    frames,
    typeset,
    sheets,
    models: Anchors.modelsOf(document, ids),
    drawnModels: new Set(),
    notes: [],
    headingTitle: (fragment) => ids.titleOf(decode(fragment)),
    icon: (name) => context.icons.svg(name, context.iconStyle) ?? emptyHtml,
    blocks: (blocks) => drawBlocks(blocks, drawing)
  }
  return html`<div class="document">${drawBlocks(document.nodes, drawing)}</div>`
}

/**
 * The document as HTML that the page embeds. The IDs of its headings are those of the page's outline. Yields to other
 * work while a long document is rendered.
 */
export const print = Effect.fnUntraced(function* (
  document: PublishedDocument.PublishedDocument,
  context: DocumentContext
) {
  const sheets = ApiSheets.prepare(document, context.specs ?? [])
  const blocks = ApiSheets.listBlocks(sheets)
  const shown = [...(context.drawn?.values() ?? [])]
  const frames = FrameOrigins.of(shown)
  const written = shown.flatMap(IntegrationHtml.writtenIn)
  const asked = TypesetTexts.ask({ nodes: [...document.nodes, ...blocks, ...written] })
  const { typeset } = yield* Typesetting.Typesetting
  const made = yield* typeset(TypesetTexts.textsOf(asked))
  const texts = new TypesetTexts.TypesetTexts(asked, made)
  const printed: DocumentHtml = {
    html: draw(document, context, sheets, texts, frames),
    isFinal: made.isFinal,
    frames
  }
  return printed
})
