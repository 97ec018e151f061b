import { type Customization, Emoji } from "@quire/core"
import { type Html, html } from "../html/Html.ts"
import * as Palette from "../theme/Palette.ts"

const mark = (customization: Customization.Customization, title: string): Html => {
  const { emoji } = customization.favicon
  const character = emoji === undefined ? undefined : Emoji.characters(emoji)
  if (character !== undefined) return html`<text x="32" y="50" font-size="52" text-anchor="middle">${character}</text>`
  const { light } = Palette.of(customization)
  const [initial = ""] = title.trim().toUpperCase()
  return html`<rect width="64" height="64" rx="14" fill="${light.accent}"/><text x="32" y="45" font-size="38" font-family="system-ui,sans-serif" font-weight="700" text-anchor="middle" fill="${light.accentText}">${initial}</text>`
}

/** The icon of a site as SVG: the emoji of its settings, or the first letter of its title. */
export const print = (customization: Customization.Customization, title: string): string =>
  html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${mark(customization, customization.title ?? title)}</svg>`
    .text
