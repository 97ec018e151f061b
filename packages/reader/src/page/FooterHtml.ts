import { emptyHtml, type Html, html } from "../html/Html.ts"
import type { PageFrame } from "./Frame.ts"
import * as HeaderHtml from "./HeaderHtml.ts"
import { siteTitle } from "./HeadHtml.ts"
import * as Links from "./Links.ts"

/** The footer of every page; nothing if the settings define none. */
export const print = (frame: PageFrame): Html => {
  const { footer, privacyPolicy } = frame.site.customization
  const groups = frame.site.footer.map(
    ({ links, title }) => html`<div><h2>${title}</h2>${HeaderHtml.links(frame, links)}</div>`
  )
  const logo = HeaderHtml.picture(frame, footer.logo, siteTitle(frame), "logo")
  const copyright = footer.copyright === undefined ? emptyHtml : html`<p dir="auto">${footer.copyright}</p>`
  const privacy = Links.outwardHrefOf(privacyPolicy.url)
  const policy =
    privacy === undefined
      ? emptyHtml
      : html`<a href="${privacy}"${Links.outward(frame)}>${frame.words.privacyPolicy}</a>`
  if ([...groups, logo ?? emptyHtml, copyright, policy].every(({ text }) => text === "")) return emptyHtml
  const nav =
    groups.length === 0
      ? emptyHtml
      : html`<nav class="footer-groups" aria-label="${frame.words.furtherLinks}">${groups}</nav>`
  return html`<footer class="site-footer"><div class="footer-inner"><div class="footer-own">${logo ?? emptyHtml}${copyright}${policy}</div>${nav}</div></footer>`
}
