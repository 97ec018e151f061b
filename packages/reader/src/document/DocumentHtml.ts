import { type PublishedDocument, Slices } from "@quire/core"
import { emptyHtml, html } from "../html/Html.ts"
import { drawBlocks } from "./Blocks.ts"
import type { DocumentContext, Drawing, Drawn } from "./Drawing.ts"
import { Ids } from "./Ids.ts"
import { drawFormula } from "./Inlines.ts"

const decode = (fragment: string): string => {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

function* draw(document: PublishedDocument.PublishedDocument, context: DocumentContext): Drawn {
  const ids = yield* Ids.of(document)
  const drawing: Drawing = {
    ...context,
    ids,
    notes: [],
    headingTitle: (fragment) => ids.titleOf(decode(fragment)),
    icon: (name) => context.icons.svg(name, context.iconStyle) ?? emptyHtml,
    formula: drawFormula,
    blocks: (blocks) => drawBlocks(blocks, drawing)
  }
  return html`<div class="document">${yield* drawBlocks(document.nodes, drawing)}</div>`
}

/**
 * The document as HTML, for the page around it to hold; ids of its headings are those of the page's outline. Others may
 * take their turn while a long one is drawn.
 */
export const print = (document: PublishedDocument.PublishedDocument, context: DocumentContext) =>
  Slices.run(draw(document, context))
