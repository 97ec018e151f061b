import { emptyHtml, type Html, html, trustMarkup } from "../html/Html.ts"
import type { Words } from "../words/Words.ts"
import * as MessageStyle from "./MessageStyle.ts"

/** A page that belongs to no site: an error, or a form. Addresses are links from it. */
export interface Message {
  readonly words: Pick<Words, "direction" | "language">
  readonly title: string
  readonly text?: string
  readonly script?: string
  /** Follows the text. */
  readonly body?: Html
}

/** The content security policy of an error page: only scripts of these sources, and its own style. */
export const policy = (scripts = ""): string =>
  `default-src 'none'; ${scripts === "" ? "" : `script-src ${scripts}; connect-src 'self'; `}style-src ${MessageStyle.style().hash}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`

const doctype = trustMarkup("<!DOCTYPE html>")

/** One card on an otherwise empty page. */
export const print = ({ body = emptyHtml, script, text, title, words }: Message): Html => {
  const paragraph = text === undefined ? emptyHtml : html`<p>${text}</p>`
  const own = script === undefined ? emptyHtml : html`<script src="${script}" defer></script>`
  return html`${doctype}<html lang="${words.language}" dir="${words.direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><meta name="robots" content="noindex"><style>${MessageStyle.style().html}</style>${own}</head><body><main><h1>${title}</h1>${paragraph}${body}</main></body></html>`
}
