import { emptyHtml, type Html, html } from "../html/Html.ts"
import { fill } from "../words/Words.ts"
import type { Frame } from "./Frame.ts"

/** A link out of the preview, which does not pass the token on. */
const away = (url: string | undefined, text: string): Html =>
  url === undefined ? emptyHtml : html` <a href="${url}" rel="noreferrer">${text}</a>`

/** A notice that a page is a preview, what it shows, and how to leave it (rule published-preview). */
export const print = ({ site: { preview }, words }: Pick<Frame, "site" | "words">): Html => {
  if (preview === undefined) return emptyHtml
  const { changeRequest, publishedUrl } = preview
  const named =
    changeRequest === undefined
      ? emptyHtml
      : html`<strong>${fill(words.previewOfRequest, changeRequest.number)}</strong> <bdi>${changeRequest.subject}</bdi> · `
  const back = away(changeRequest?.url, words.backToRequest)
  return html`<aside class="preview-banner" aria-label="${words.previewLabel}"><p>${named}${words.preview}${back}${away(publishedUrl, words.openPublished)}</p></aside>`
}
