import { createHash } from "node:crypto"
import { Customization, Lazy } from "@quire/core"
import { emptyHtml, type Html, html, trustMarkup } from "../html/Html.ts"
import * as Palette from "../theme/Palette.ts"
import type { Words } from "../words/Words.ts"

const colors = (): string => {
  const { dark, light } = Palette.of(Customization.defaults)
  const both = (name: keyof Palette.Tones) => `light-dark(${light[name]},${dark[name]})`
  return `--ground:${both("surfaceSunken")};--card:${both("surfaceRaised")};--border:${both("border")};--control:${both("controlBorder")};--text:${both("text")};--muted:${both("textMuted")};--accent:${both("accent")};--on-accent:${both("accentText")};--link:${both("link")};--code:${both("codeSurface")}`
}

/** The style of an error page, which is inlined so that the page does not need a second request. */
export interface Style {
  readonly html: Html
  /** The source expression that lets it apply under a policy. */
  readonly hash: string
}

const write = () => `:root{color-scheme:light dark;${colors()}}
*{box-sizing:border-box}
[hidden]{display:none!important}
body{display:grid;min-height:100vh;min-height:100dvh;margin:0;padding:1rem;place-items:center;background:var(--ground);color:var(--text);font:1rem/1.65 system-ui,sans-serif;overflow-wrap:anywhere}
main{width:100%;max-width:32rem;padding:clamp(1.5rem,5vw,2.5rem);border:1px solid var(--border);border-radius:.75rem;background:var(--card);box-shadow:0 1px 2px rgb(0 0 0/.05),0 4px 12px rgb(0 0 0/.06)}
h1{margin:0 0 .75rem;font-size:1.5rem;line-height:1.25;letter-spacing:-.015em;text-wrap:balance}
h2{margin:1.5rem 0 0;font-size:1rem}
ul{margin:.5rem 0 0;padding-inline-start:1.25rem}
p{margin:.75rem 0 0}
a{color:var(--link);text-underline-offset:.2em}
input{font:inherit}
code,#token{font:.875em/1.5 ui-monospace,monospace}
code{padding:.12em .36em;border:1px solid var(--border);border-radius:.25rem;background:var(--code)}
.row{display:flex;flex-wrap:wrap;gap:.6rem;margin-block-start:1.25rem}
input{flex:1 1 14rem;min-width:0;padding:.55rem .7rem;border:1px solid var(--control);border-radius:.5rem;background:var(--code);color:inherit}
button{padding:.55rem 1.1rem;border:0;border-radius:.5rem;background:var(--accent);color:var(--on-accent);font:600 1rem/1.5 system-ui,sans-serif;cursor:pointer}
button:disabled{opacity:.55;cursor:default}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.note{color:var(--muted);font-size:.9rem}
`

/** Created with the first error page, because its colors have to be computed. */
export const style: () => Style = Lazy.make(() => {
  const source = write()
  return { html: trustMarkup(source), hash: `'sha256-${createHash("sha256").update(source).digest("base64")}'` }
})

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
  `default-src 'none'; ${scripts === "" ? "" : `script-src ${scripts}; connect-src 'self'; `}style-src ${style().hash}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`

const doctype = trustMarkup("<!DOCTYPE html>")

/** One card on an otherwise empty page. */
export const print = ({ body = emptyHtml, script, text, title, words }: Message): Html => {
  const paragraph = text === undefined ? emptyHtml : html`<p>${text}</p>`
  const own = script === undefined ? emptyHtml : html`<script src="${script}" defer></script>`
  return html`${doctype}<html lang="${words.language}" dir="${words.direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><meta name="robots" content="noindex"><style>${style().html}</style>${own}</head><body><main><h1>${title}</h1>${paragraph}${body}</main></body></html>`
}
