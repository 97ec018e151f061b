import { emptyHtml, type Html, html, trustMarkup } from "../html/Html.ts"
import type { Words } from "../words/Words.ts"

/** A page that belongs to no site: an error, or a form. Addresses are links from it. */
export interface Message {
  readonly words: Pick<Words, "direction" | "language">
  readonly title: string
  readonly text: string
  /** The stylesheet of some customization. */
  readonly style: string
  readonly script?: string
  /** Follows the text. */
  readonly body?: Html
}

const doctype = trustMarkup("<!DOCTYPE html>")

/** One card on an otherwise empty page. */
export const print = ({ body = emptyHtml, script, style, text, title, words }: Message): Html => {
  const own = script === undefined ? emptyHtml : html`<script src="${script}" defer></script>`
  return html`${doctype}<html lang="${words.language}" dir="${words.direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><meta name="robots" content="noindex"><link rel="stylesheet" href="${style}">${own}</head><body class="message-page"><main class="message-card"><h1>${title}</h1><p>${text}</p>${body}</main></body></html>`
}
