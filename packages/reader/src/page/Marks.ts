import { Emoji } from "@quire/core"
import { emptyHtml, type Html, html } from "../html/Html.ts"

/** The emoji or the icon before a title; nothing where it has none. */
export const markOf = (
  { emoji, icon }: { readonly emoji?: string; readonly icon?: string },
  draw: (name: string) => Html
): Html => {
  const character = emoji === undefined ? undefined : Emoji.characters(emoji)
  if (character !== undefined) return html`<span class="emoji" aria-hidden="true">${character}</span>`
  return icon === undefined ? emptyHtml : draw(icon)
}
