import { type Html, html } from "@quire/reader"

const renderVerbatim = (text: string): Html => html`${text}`

/** Renders a text of the reference: text between backticks becomes code, the rest is rendered by `render`. */
export const renderCode = (text: string, render = renderVerbatim): Html =>
  html`${text.split(/`([^`]+)`/).map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : render(part)))}`
