import { type Html, html } from "../foundation/answer/Html.ts"

const verbatim = (text: string): Html => html`${text}`

/** Renders a text of the reference: text between backticks becomes code, the rest is rendered by `render`. */
export const coded = (text: string, shown = verbatim): Html =>
  html`${text.split(/`([^`]+)`/).map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : shown(part)))}`
