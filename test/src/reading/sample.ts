import { Customization, type PublishedPage, type SiteFrame } from "@quire/core"
import { PageLayout } from "@quire/core/internal"
import { emptyHtml, type Html, html, type Page, type PageFrame, Sidebar, Words } from "@quire/reader"

type Entry = PublishedPage.Entry

const document = (id: string, title: string, path: string, pages: ReadonlyArray<Entry> = []): Entry => ({
  type: "document",
  id,
  title,
  path,
  textPath: path,
  pages
})

export const contents: ReadonlyArray<Entry> = [
  document("start", "Start", "start"),
  document("review", "Reviewing", "review", [document("merge", "Merging", "merge")]),
  document("roles", "Roles", "roles", [document("teams", "Teams", "teams")])
]

const sections: SiteFrame.SiteFrame["tabs"] = [
  { kind: "section", id: "guides", title: "Guides", path: "start", isCurrent: true },
  {
    kind: "group",
    id: "more",
    title: "More",
    isCurrent: false,
    sections: [{ kind: "section", id: "api", title: "API", path: "api", description: "Calls", isCurrent: false }]
  }
]

/** What a site shows, with the settings of its styling and its header. */
export const siteWith = (
  styling: Partial<Customization.Customization["styling"]>,
  preset: Customization.Customization["header"]["preset"] = "default"
): SiteFrame.SiteFrame => ({
  title: "Harbour",
  url: "https://docs.example.com/",
  customization: {
    ...Customization.defaults,
    styling: { ...Customization.defaults.styling, ...styling },
    header: { preset, links: [] },
    footer: { groups: [], copyright: "© Harbour" },
    git: { showEditLink: true }
  },
  tabs: sections,
  header: [
    { title: "Blog", style: "link", url: "https://example.com/", links: [] },
    { title: "Community", style: "link", links: [{ title: "Forum", url: "https://forum.example.com/" }] },
    { title: "Log in", style: "button-secondary", url: "https://example.com/in", links: [] },
    { title: "Start", style: "button-primary", url: "https://example.com/new", links: [] }
  ],
  footer: [{ title: "Product", links: [{ title: "Pricing", url: "https://example.com/pricing" }] }],
  announcement: { message: "Version 3 is out.", style: "success", link: { title: "Read more", path: "start" } },
  images: {}
})

export const page: Page = {
  object: "published-page",
  id: "review",
  title: "Reviewing",
  path: "review",
  textPath: "review",
  canonical: "https://docs.example.com/review",
  description: "How changes are looked at.",
  layout: PageLayout.defaultLayout,
  space: { id: "s", title: "Version 2" },
  siteSpace: "two",
  section: { id: "guides", title: "Guides" },
  breadcrumbs: [{ title: "Guides", path: "start" }, { title: "Changes" }],
  previous: { id: "start", title: "Start", path: "start" },
  next: { id: "merge", title: "Merging", path: "merge" },
  alternates: [
    { siteSpace: "one", title: "Version 1", path: "one/review" },
    { siteSpace: "two", title: "Version 2", path: "review" }
  ],
  outline: [
    { level: 1, title: "Ask", anchor: "ask" },
    { level: 1, title: "Approve", anchor: "approve" }
  ],
  references: {},
  robots: "index",
  caching: "public",
  updatedAt: "2026-10-04T08:30:00.000Z"
}

const panel = (group: string, title: string, text: string): Html =>
  html`<section class="tab" id="${group}-${title}"><p class="tab-title">${title}</p><div class="tab-body"><p>${text}</p></div></section>`

const tabs = (group: string): Html =>
  html`<div class="tabs" data-tabs>${panel(group, "npm", "With npm.")}${panel(group, "yarn", `With yarn in ${group}.`)}</div>`

/** Blocks as documents have them, as far as the script does something with them. */
export const body: Html = html`<div class="document"><p>Look, <a href="#approve">then approve</a>.</p><h2 id="ask">Ask</h2>${tabs("first")}${tabs("second")}<figure class="code" data-copy><pre dir="ltr" tabindex="0"><code>let a = 1
let b = 2</code></pre></figure><figure class="image"><img src="./picture.svg" alt="A map" width="40" height="40" data-zoom></figure>${Array.from({ length: 30 }, (_, line) => html`<p>Line ${line}.</p>`)}<h2 id="approve">Approve</h2><details class="expandable"><summary>Who?</summary><div class="expandable-body"><p id="deep">All.</p></div></details></div>`

/** A frame around a page of a site whose pages all lie at its root. */
export const frameOf = (
  site: SiteFrame.SiteFrame,
  words: Words.Words = Words.of("en"),
  entries: ReadonlyArray<Entry> = contents
): PageFrame => ({
  site,
  words,
  assets: { style: "./style.css", script: "./script.js", favicon: "./sign.svg" },
  path: page.path,
  linkTo: (path) => `./${path}`,
  editUrl: "https://example.com/edit",
  icon: () => emptyHtml,
  hasPdfs: true,
  sidebar: Sidebar.prepare(entries, { site, icon: () => emptyHtml })
})

const longWord = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"

const told = new Set(["title", "message", "description", "copyright"])

const stretch = (value: unknown, key = ""): unknown => {
  if (typeof value === "string") return told.has(key) ? longWord : value
  if (Array.isArray(value)) return value.map((item) => stretch(item, key))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, stretch(item, name)]))
}

/** The same with one long word in place of every text that readers see. */
export const stretched = <A extends object>(value: A): A => Object.assign(structuredClone(value), stretch(value))
