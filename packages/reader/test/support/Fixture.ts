import { Customization, PageLayout, type PublishedPage, type SiteFrame } from "@quire/core/internal"
import { html } from "../../src/html/Html.ts"
import type { Page, PageFrame } from "../../src/page/Frame.ts"
import * as Sidebar from "../../src/page/Sidebar.ts"
import * as Words from "../../src/words/Words.ts"

type Entry = PublishedPage.Entry

export const document = (id: string, title: string, path: string, pages: ReadonlyArray<Entry> = []): Entry => ({
  type: "document",
  id,
  title,
  path,
  textPath: path === "" ? "introduction" : path,
  robots: "index",
  pages
})

export const group = (id: string, title: string, pages: ReadonlyArray<Entry>): Entry => ({
  type: "group",
  id,
  title,
  pages
})

export const contents: ReadonlyArray<Entry> = [
  { ...document("intro", "Introduction", ""), emoji: "1f44b" },
  document("quick", "Quickstart", "quickstart"),
  group("concepts", "Core concepts", [
    document("spaces", "Spaces and sites", "concepts/spaces"),
    document("changes", "Change requests", "concepts/changes", [
      document("review", "Reviewing changes", "concepts/changes/review", [
        document("conflicts", "Solving conflicts that two people made at once", "concepts/changes/review/conflicts"),
        document("rules", "Rules for merging", "concepts/changes/review/rules")
      ]),
      document("merge", "Merging", "concepts/changes/merge")
    ]),
    document("roles", "Roles and permissions", "concepts/roles", [document("teams", "Teams", "concepts/roles/teams")])
  ]),
  group("publish", "Publishing", [
    document("domain", "A domain of your own", "publish/domain"),
    document("access", "Who may read", "publish/access"),
    { type: "link", id: "status", title: "Status page", url: "https://status.example.com/", pages: [] }
  ])
]

export const site: SiteFrame.SiteFrame = {
  title: "Harbour",
  url: "https://docs.example.com/",
  customization: {
    ...Customization.defaults,
    git: { showEditLink: true },
    footer: { groups: [], copyright: "© 2026 Harbour Ltd" },
    privacyPolicy: { url: "https://example.com/privacy" }
  },
  tabs: [
    { kind: "section", id: "guides", title: "Guides", path: "", isCurrent: true },
    { kind: "section", id: "api", title: "API reference", path: "api", isCurrent: false },
    {
      kind: "group",
      id: "more",
      title: "Resources",
      isCurrent: false,
      sections: [
        {
          kind: "section",
          id: "tutorials",
          title: "Tutorials",
          path: "tutorials",
          description: "Step by step, from nothing to a site",
          isCurrent: false
        },
        { kind: "section", id: "releases", title: "Release notes", path: "releases", isCurrent: false }
      ]
    }
  ],
  header: [
    { title: "Blog", style: "link", url: "https://example.com/blog", links: [] },
    {
      title: "Community",
      style: "link",
      links: [
        { title: "Forum", url: "https://forum.example.com/" },
        { title: "Events", path: "releases" }
      ]
    },
    { title: "Log in", style: "button-secondary", url: "https://app.example.com/", links: [] },
    { title: "Start free", style: "button-primary", url: "https://app.example.com/new", links: [] }
  ],
  footer: [
    {
      title: "Product",
      links: [
        { title: "Pricing", url: "https://example.com/pricing" },
        { title: "Changes", path: "releases" }
      ]
    },
    { title: "Company", links: [{ title: "About", url: "https://example.com/about" }] }
  ],
  announcement: {
    message: "Version 3 is out, with faster search.",
    style: "info",
    link: { title: "Read what changed", path: "releases" }
  },
  images: {}
}

export const page: Page = {
  object: "published-page",
  id: "review",
  title: "Reviewing changes",
  path: "concepts/changes/review",
  textPath: "concepts/changes/review",
  canonical: "https://docs.example.com/concepts/changes/review",
  description: "Look at what others changed, talk about it, and decide together what readers will see.",
  emoji: "1f50d",
  layout: PageLayout.defaultLayout,
  space: { id: "s1", title: "Version 3" },
  siteSpace: "v3",
  section: { id: "guides", title: "Guides" },
  breadcrumbs: [
    { title: "Guides", path: "" },
    { title: "Core concepts" },
    { title: "Change requests", path: "concepts/changes" }
  ],
  previous: { id: "changes", title: "Change requests", path: "concepts/changes" },
  next: {
    id: "conflicts",
    title: "Solving conflicts that two people made at once",
    path: "concepts/changes/review/conflicts"
  },
  alternates: [
    { siteSpace: "v3", title: "Version 3", path: "concepts/changes/review" },
    { siteSpace: "v2", title: "Version 2", path: "v2/concepts/changes/review" }
  ],
  outline: [
    { level: 1, title: "Ask for a review", anchor: "ask" },
    { level: 2, title: "Choose who reviews", anchor: "choose" },
    { level: 2, title: "What reviewers see", anchor: "see" },
    { level: 1, title: "Comment on a block", anchor: "comment" },
    { level: 1, title: "Approve", anchor: "approve" }
  ],
  references: {},
  robots: "index",
  caching: "public",
  updatedAt: "2026-10-04T08:30:00.000Z"
}

const relative = (from: string) => {
  const up = "../".repeat(from.split("/").length - 1)
  return (to: string) => `${up === "" ? "./" : up}${to}`
}

/** A frame around the page at `path`. */
export const frameOf = (own: Partial<SiteFrame.SiteFrame> = {}, path = page.path, entries = contents): PageFrame => {
  const whole = { ...site, ...own }
  const icon = (name: string) => html`<svg class="icon" data-name="${name}"></svg>`
  return {
    site: whole,
    words: Words.of("en"),
    assets: { style: "../../~asset/a.css", script: "../../~asset/b.js", favicon: "../../~asset/c.svg" },
    path,
    linkTo: relative(path),
    editUrl: "https://example.com/edit/review",
    icon,
    hasPdfs: false,
    sidebar: Sidebar.prepare(entries, { site: whole, icon })
  }
}
