import { EventLoop, type Importer, type ImportWarning } from "@quire/core"
import { Effect } from "effect"
import * as FolderSettings from "../generators/FolderSettings.ts"
import * as PageHead from "../generators/PageHead.ts"
import * as SiteLayout from "../generators/SiteLayout.ts"
import * as SiteNavigation from "../generators/SiteNavigation.ts"
import type * as SiteSettings from "../generators/SiteSettings.ts"
import * as LineMap from "../markdown/LineMap.ts"
import * as FolderOutline from "./FolderOutline.ts"
import * as Names from "./Names.ts"
import type * as Outline from "./Outline.ts"
import * as SiteTargets from "./SiteTargets.ts"
import type * as Summary from "./Summary.ts"

/** Reads a file of settings in a process that does no other work. */
export type ReadSettings = (job: SiteSettings.SettingsJob) => Effect.Effect<SiteSettings.SiteSettings>

type Warning = ImportWarning.ImportWarning

/** A source that was written for a generator, or a plain folder. */
export interface Site {
  readonly layout: SiteLayout.SiteLayout
  readonly folders: FolderSettings.FolderSettings
  /** The path of the file that lists the pages, and what it lists. */
  readonly navigation:
    | { readonly path: string; readonly items: ReadonlyArray<SiteNavigation.NavigationItem> }
    | undefined
  readonly title: string | undefined
  /** Files that only describe the site. */
  readonly own: ReadonlySet<string>
  readonly warnings: ReadonlyArray<Warning>
}

export interface SiteSource {
  readonly paths: ReadonlyArray<string>
  readonly pages: ReadonlyArray<string>
  readonly textOf: (path: string) => string | undefined
}

const sidebarNames = ["js", "ts", "cjs", "mjs", "json"].map((extension) => `sidebars.${extension}`)

const isMintlify = (value: unknown): boolean => typeof value === "object" && value !== null && "navigation" in value

interface SiteConfig {
  readonly config: SiteLayout.SiteConfig
  readonly settings: SiteSettings.SiteSettings
}

/** Files of settings that are read to find the site. */
const mostConfigs = 8

const depthOf = ({ path }: SiteLayout.SiteConfig): number => path.split("/").length

/** The nearest file of settings that belongs to a generator, with its value; among equals the one that lists pages. */
const readConfig = Effect.fnUntraced(function* ({ paths, textOf }: SiteSource, readSettings: ReadSettings) {
  const read: Array<SiteConfig> = []
  for (const config of SiteLayout.findConfigs(paths).slice(0, mostConfigs)) {
    if (read[0] !== undefined && depthOf(read[0].config) < depthOf(config)) break
    const settings = yield* readSettings({ format: config.format, text: textOf(config.path) ?? "" })
    if (config.generator !== "mintlify" || isMintlify(settings.value)) read.push({ config, settings })
  }
  return (
    read.find(({ config, settings }) => SiteNavigation.read(config.generator, settings.value) !== undefined) ?? read[0]
  )
})

/** The prefixes of paths that a file next to the settings names. */
const readAliases = Effect.fnUntraced(function* (root: string, { textOf }: SiteSource, readSettings: ReadSettings) {
  const text = textOf(`${root}tsconfig.json`)
  if (text === undefined) return []
  const settings = yield* readSettings({ format: "json", text })
  return SiteLayout.aliasesOf(root, settings.value)
})

/** Settings with the files that they refer to, and the paths of those. */
const readReferences = Effect.fnUntraced(function* (
  { config, settings }: SiteConfig,
  { textOf }: SiteSource,
  readSettings: ReadSettings
) {
  const references = config.generator === "mintlify" ? SiteNavigation.referencesIn(settings.value) : []
  const contents = new Map<string, unknown>()
  const paths: Array<string> = []
  for (const reference of references) {
    const path = config.root + Names.join(reference)
    const text = textOf(path)
    if (text === undefined) continue
    const { value } = yield* readSettings({ format: "json", text })
    contents.set(reference, value)
    paths.push(path)
  }
  return { settings: { ...settings, value: SiteNavigation.withReferences(settings.value, contents) }, paths }
})

const partial = "parts of the settings are computed or cannot be read, and were ignored"

/** Finds out for which generator a source was written, and reads what it says about its pages. */
export const find = Effect.fnUntraced(function* (
  source: SiteSource,
  readSettings: ReadSettings
): Effect.fn.Return<Site> {
  const { pages, paths, textOf } = source
  const found = yield* readConfig(source, readSettings)
  const made = SiteLayout.make(found?.config, found?.settings.value, pages)
  const own = found === undefined ? [] : yield* readAliases(found.config.root, source, readSettings)
  const layout = { ...made, aliases: [...own, ...made.aliases] }
  const categories = paths.filter((path) => FolderSettings.isCategory(path))
  const inDocs = pages.filter((path) => path.startsWith(layout.docs))
  const heads = new Map(yield* EventLoop.map(inDocs, (path) => [path, PageHead.read(textOf(path) ?? "")] as const))
  const folders = FolderSettings.read(layout, { heads, categories, textOf })
  const plain = { layout, folders, navigation: undefined, title: undefined, own: new Set(categories), warnings: [] }
  if (found === undefined) return plain
  const { config } = found
  const { paths: parts, settings } = yield* readReferences(found, source, readSettings)
  const sidebar =
    config.generator === "docusaurus"
      ? sidebarNames.map((name) => config.root + name).find((path) => paths.includes(path))
      : undefined
  const path = sidebar ?? config.path
  const listed =
    sidebar === undefined
      ? settings
      : yield* readSettings({ format: sidebar.endsWith(".json") ? "json" : "javascript", text: textOf(sidebar) ?? "" })
  const hasList = config.generator !== "docusaurus" || sidebar !== undefined
  const items = hasList ? SiteNavigation.read(config.generator, listed.value) : undefined
  return {
    ...plain,
    navigation: items === undefined ? undefined : { path, items },
    title: SiteNavigation.titleOf(config.generator, settings.value),
    own: new Set([...categories, config.path, path, ...parts]),
    warnings: hasList && listed.isPartial ? [{ kind: "contents", path, reason: partial }] : []
  }
})

const otherKinds: ReadonlyArray<readonly [folder: RegExp, kind: string]> = [
  [/^(?:.*\/)?(?:\w+_)?versioned_docs\/[^/]+/, "documentation of another version"],
  [/^(?:.*\/)?i18n\/[^/]+/, "translations"],
  [/^(?:.*\/)?blog(?=\/)/, "posts of a blog"],
  [/^(?:.*\/)?src\/pages(?=\/)/, "pages outside of the documentation"]
]

/** The place of a page that is not content of a site, and what is there. */
const placeOf = (path: string): readonly [place: string, kind: string] => {
  for (const [folder, kind] of otherKinds) {
    const place = folder.exec(path)?.[0]
    if (place !== undefined) return [place, `${kind}; import this folder to have them`]
  }
  const folder = Names.dirname(path)
  return [folder === "." ? path : folder, "not content of the site"]
}

/** The addresses at which the generator serves the pages of its site; Docusaurus serves them below `docs`. */
export const redirectsOf = (
  { folders, layout: { generator } }: Site,
  pages: ReadonlyArray<string>
): ReadonlyArray<Importer.ImportedRedirect> => {
  if (generator === undefined) return []
  const prefixes = generator === "docusaurus" ? ["docs/", ""] : [""]
  return prefixes.flatMap((prefix) => pages.map((page) => ({ from: prefix + folders.addressOf(page), page })))
}

/** The pages of a site, and one warning for each place with pages that are none. */
export const select = ({ layout }: Site, pages: ReadonlyArray<string>) => {
  const content: Array<string> = []
  const skipped = new Map<string, { readonly kind: string; count: number }>()
  for (const path of pages) {
    if (SiteLayout.isContent(layout, path)) content.push(path)
    else {
      const [place, kind] = placeOf(path)
      const entry = skipped.get(place) ?? { kind, count: 0 }
      entry.count++
      skipped.set(place, entry)
    }
  }
  const warnings = Array.from(
    skipped,
    ([path, { count, kind }]): Warning => ({
      kind: "file",
      path,
      reason: `${count} ${count === 1 ? "page" : "pages"} skipped: ${kind}`
    })
  )
  return { content, warnings }
}

/** Whether a page is a text that other pages import. */
export const isPartial = ({ layout: { docs, generator, root } }: Site, path: string): boolean => {
  if (generator === "mintlify") return path.startsWith(`${root}snippets/`)
  const inner = path.startsWith(docs) ? path.slice(docs.length) : Names.basename(path)
  return generator !== undefined && /(?:^|\/)_(?!index\b)(?:[^/]*\/){0,32}[^/]*\.mdx?$/.test(inner)
}

/** The folder that holds all pages of some items, if there is one in that of the documentation. */
const commonFolder = (pages: ReadonlyArray<string>, docs: string): string | undefined => {
  const [first, ...others] = new Set(pages.map((path) => Names.dirname(path)))
  return first === undefined || others.length > 0 || first === "." || `${first}/` === docs
    ? undefined
    : FolderSettings.withoutNumber(Names.basename(first))
}

const itemsOf = (entries: ReadonlyArray<Outline.Entry>): ReadonlyArray<Summary.Item> =>
  entries.flatMap((entry): ReadonlyArray<Summary.Item> => {
    if (entry.type === "link") return []
    const anchor = "slug" in entry ? entry.slug : undefined
    const target = entry.type === "page" ? SiteTargets.targetOf(entry.path) : undefined
    return [{ title: entry.title ?? "", target, anchor, children: itemsOf(entry.children) }]
  })

/** The parts of a table of contents that the navigation of a site means; `text` is that of its file. */
export const partsOf = (
  { folders, layout }: Site,
  items: ReadonlyArray<SiteNavigation.NavigationItem>,
  pages: ReadonlyArray<string>,
  text: string
): ReadonlyArray<Summary.Part> => {
  const known = new Set(pages)
  const pageOf = (target: string): string | undefined => {
    const path = /^[^?#]*/.exec(target)?.[0] ?? ""
    const whole = layout.docs + path.replace(/^\//, "")
    return known.has(whole) ? whole : folders.pageAt(Names.withoutExtension(path))
  }
  const isUrl = (target: string) => /^[a-z][a-z0-9+.-]*:|^\/\//i.test(target)
  const targetOf = (target: string | undefined) => {
    if (target === undefined || isUrl(target)) return target
    const page = pageOf(target)
    return page === undefined ? `/${layout.docs}${target.replace(/^\//, "")}` : SiteTargets.targetOf(page)
  }
  const isPage = ({ target }: NavigationItems[number]) => target !== undefined && pageOf(target) !== undefined
  const writtenIn = (inner: NavigationItems): ReadonlyArray<string> =>
    inner.flatMap((item) => [...(isPage(item) ? [] : [item.target ?? item.title]), ...writtenIn(item.children)])
  const lines = LineMap.linesOfParts(text, writtenIn(items))
  const pagesBelow = (folder: string) => {
    const root = folder === "." || folder === "" ? layout.docs : `${layout.docs}${folder.replace(/^\/|\/$/g, "")}/`
    return { root, below: pages.filter((path) => path.startsWith(root)) }
  }
  const pagesIn = ({ children, folder, target }: NavigationItems[number]): ReadonlyArray<string> => {
    const own = target === undefined || isUrl(target) ? undefined : pageOf(target)
    const below = folder === undefined ? [] : pagesBelow(folder).below
    return [...(own === undefined ? [] : [own]), ...below, ...children.flatMap(pagesIn)]
  }
  /** The name of a group in addresses, unless the group around it has that name already. */
  const anchorOf = (item: NavigationItems[number], outer: string | undefined) => {
    const folder = commonFolder(pagesIn(item), layout.docs)
    return folder === outer ? undefined : folder
  }
  const toItems = (item: NavigationItems[number], outer: string | undefined): ReadonlyArray<Summary.Item> => {
    if (item.folder !== undefined) {
      const { below, root } = pagesBelow(item.folder)
      return itemsOf(FolderOutline.make(below, { ...folders, root }))
    }
    const target = targetOf(item.target)
    const anchor = target === undefined ? anchorOf(item, outer) : undefined
    const children = item.children.flatMap((child) => toItems(child, anchor ?? outer))
    const line = lines.get(item.target ?? item.title)
    const located = line === undefined ? {} : { line }
    return item.title === "" && target === undefined
      ? children
      : [{ title: item.title, target, anchor, ...located, children }]
  }
  const listed = new Set(items.flatMap(pagesIn))
  const home = pages.find(
    (path) =>
      !listed.has(path) &&
      Names.dirname(path) === Names.dirname(`${layout.docs}x`) &&
      Names.indexRank(Names.basename(path)) !== undefined
  )
  const parts = items.map((item): Summary.Part => {
    const isGroup = item.title !== "" && item.target === undefined && item.children.length > 0
    const folder = isGroup ? anchorOf(item, undefined) : undefined
    return {
      heading: isGroup ? item.title : undefined,
      anchor: isGroup ? (folder ?? item.title) : undefined,
      items: isGroup ? item.children.flatMap((child) => toItems(child, folder)) : toItems(item, undefined)
    }
  })
  if (home === undefined) return parts
  const first = { title: "", target: SiteTargets.targetOf(home), anchor: undefined, children: [] }
  return [{ heading: undefined, anchor: undefined, items: [first] }, ...parts]
}

type NavigationItems = ReadonlyArray<SiteNavigation.NavigationItem>

/** Entries with the names in addresses that pages of the site have; their titles are those of the navigation. */
export const withSettings = (site: Site, entries: ReadonlyArray<Outline.Entry>): ReadonlyArray<Outline.Entry> =>
  entries.map((entry): Outline.Entry => {
    if (entry.type === "link") return entry
    const children = withSettings(site, entry.children)
    if (entry.type !== "page") return { ...entry, children }
    const { slug, title: label } = site.folders.page(entry.path)
    const title = entry.title ?? label
    return {
      ...entry,
      ...(title === undefined ? {} : { title, isLabel: true }),
      ...(slug === undefined ? {} : { slug }),
      children
    }
  })
