import { Customization } from "@quire/core"
import { emptyHtml, type Html, html, type PageFrame, ShellHtml, Words } from "@quire/reader"
import type { Area } from "./Reference.ts"

export const customization: Customization.Customization = {
  ...Customization.defaults,
  pagination: { enabled: false },
  pageActions: { externalAI: false, markdown: false }
}

export const title = "Quire API"

const words: PageFrame["words"] = { ...Words.of("en"), searchHint: "Search the operations" }

/** Content of a page of the reference, without its frame. */
export interface Page {
  /** Its name below `/docs/`; empty for the first page. */
  readonly name: string
  readonly title: string
  readonly body: Html
  /** Ids and titles of what is on it. */
  readonly outline: ReadonlyArray<readonly [id: string, title: string]>
}

/** Paths below `/docs/`, each with a hash of its content. */
export interface Assets {
  readonly style: string
  readonly script: string
  readonly sign: string
}

/** Returns the relative path from a page to a path below `/docs/`. */
const linkFrom =
  (name: string) =>
  (path: string): string => {
    if (path === "") return name === "" ? "docs" : "../docs"
    return name === "" ? `docs/${path}` : path
  }

/** Pages other than those of areas. */
const others = [
  ["", "Overview"],
  ["rules", "Rules"],
  ["reasons", "Error reasons"],
  ["schemas", "Schemas"]
] as const

/** The frame of the pages, like that of a published site. */
export const frameOf = (assets: Assets, name: string): PageFrame => {
  const linkTo = linkFrom(name)
  return {
    site: {
      title,
      url: "",
      customization,
      images: {},
      tabs: [],
      header: [{ title: "OpenAPI", style: "link", path: "../openapi.json", links: [] }],
      footer: []
    },
    words,
    assets: { style: linkTo(assets.style), script: linkTo(assets.script), favicon: linkTo(assets.sign) },
    hasPdfs: false,
    path: name,
    linkTo,
    icon: () => emptyHtml,
    sidebar: { print: () => emptyHtml, bytes: 0 }
  }
}

const group = (
  { linkTo, path }: PageFrame,
  groupTitle: string,
  entries: ReadonlyArray<readonly [name: string, title: string]>
): Html => {
  const items = entries.map(([name, entryTitle]) => {
    const current = name === path ? html` aria-current="page"` : emptyHtml
    return html`<li><a href="${linkTo(name)}"${current}>${entryTitle}</a></li>`
  })
  return html`<li class="group"><span>${groupTitle}</span><ul>${items}</ul></li>`
}

const contents = (frame: PageFrame, areas: ReadonlyArray<Area>): Html => {
  const named = areas.map((area) => [area.name, area.title] as const)
  return html`<div class="contents"><ul>${group(frame, "Reference", others)}${group(frame, "Operations", named)}</ul></div>`
}

const outlineOf = ({ outline }: Page): Html =>
  outline.length === 0
    ? emptyHtml
    : html`<nav class="outline" aria-labelledby="page:outline" data-outline><h2 id="page:outline">${words.onThisPage}</h2><ul>${outline.map(
        ([id, text]) => html`<li class="level-1"><a href="#${id}">${text}</a></li>`
      )}</ul></nav>`

/** A whole page. */
export const print = (assets: Assets, areas: ReadonlyArray<Area>, page: Page): string => {
  const frame = frameOf(assets, page.name)
  return ShellHtml.print(frame, {
    head: { title: page.title, isIndexed: true },
    contents: contents(frame, areas),
    main: html`<article class="reference"><header class="page-header"><h1>${page.title}</h1></header><div class="document">${page.body}</div></article>`,
    aside: outlineOf(page),
    className: page.outline.length === 0 ? "default no-outline" : "default"
  }).text
}
