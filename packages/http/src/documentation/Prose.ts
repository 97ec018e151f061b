import { type Html, html } from "../foundation/answer/Html.ts"

const verbatim = (text: string): Html => html`${text}`

/** A text of the reference: what stands between backticks is code, the rest as `shown` has it. */
export const coded = (text: string, shown = verbatim): Html =>
  html`${text.split(/`([^`]+)`/).map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : shown(part)))}`
