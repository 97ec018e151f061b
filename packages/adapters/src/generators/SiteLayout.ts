import { posix } from "node:path"
import { Predicate } from "effect"
import type { SettingsFormat } from "./SiteSettings.ts"

export type Generator = "docusaurus" | "mintlify" | "mkdocs" | "starlight" | "vitepress"

/** The file of settings of a site, and what its place says. */
export interface SiteConfig {
  readonly generator: Generator
  readonly path: string
  readonly format: SettingsFormat
  /** The folder of the site, which is empty or ends with a slash. */
  readonly root: string
}

const configs: ReadonlyArray<readonly [generator: Generator, name: RegExp]> = [
  ["mintlify", /^(?:docs|mint)\.json$/],
  ["mkdocs", /^mkdocs\.ya?ml$/],
  ["docusaurus", /^docusaurus\.config\.[cm]?[jt]s$/],
  ["starlight", /^astro\.config\.[cm]?[jt]s$/],
  ["vitepress", /^\.vitepress\/config(?:\/index)?\.[cm]?[jt]s$/]
]

const depthOf = (path: string): number => path.split("/").length

const formatOf = (path: string): SettingsFormat =>
  path.endsWith(".json") ? "json" : /\.ya?ml$/.test(path) ? "yaml" : "javascript"

/** The folder of a path, empty or with a slash at its end. */
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1)

/** Files of settings of known generators, nearest to the root first. */
export const findConfigs = (paths: Iterable<string>): ReadonlyArray<SiteConfig> => {
  const found: Array<SiteConfig> = []
  for (const path of paths) {
    const at = path.indexOf(".vitepress/")
    const root = at < 0 ? folderOf(path) : path.slice(0, at)
    const name = path.slice(root.length)
    const generator = configs.find(([, pattern]) => pattern.test(name))?.[0]
    if (generator !== undefined) found.push({ generator, path, format: formatOf(path), root })
  }
  return found.sort((left, right) => depthOf(left.path) - depthOf(right.path))
}

/** Folders that a generator serves at the root of the site. */
const publicNames = ["public", "static"] as const

/** Where the pages and the files of a site are. */
export interface SiteLayout {
  readonly generator: Generator | undefined
  readonly root: string
  /** The folder of the pages, which is empty or ends with a slash. */
  readonly docs: string
  /** Folders that are served at the root of the site. */
  readonly publicFolders: ReadonlyArray<string>
  /** The path that every address of the site begins with, such as `repository/`. */
  readonly base: string
  /** The folders that prefixes of paths mean, such as `@site/`. */
  readonly aliases: ReadonlyArray<readonly [prefix: string, folder: string]>
}

export type Dialect = "generators" | "mdx" | "python"

const dialects: Readonly<Record<Generator, Dialect>> = {
  docusaurus: "mdx",
  mintlify: "mdx",
  mkdocs: "python",
  starlight: "generators",
  vitepress: "generators"
}

/** The syntax of the Markdown of a site. */
export const dialectOf = ({ generator }: SiteLayout): Dialect =>
  generator === undefined ? "generators" : dialects[generator]

const propertyOf = (value: unknown, name: string): unknown =>
  Predicate.isReadonlyObject(value) && Object.hasOwn(value, name) ? value[name] : undefined

const textAt = (value: unknown, ...names: ReadonlyArray<string>): string | undefined => {
  const inner = names.reduce(propertyOf, value)
  return typeof inner === "string" ? inner : undefined
}

/** A folder that a setting names, relative to a folder. */
const within = (root: string, name: string): string => {
  const path = posix.join(root, name, "/").replace(/^(?:\.?\/)+/, "")
  return path.startsWith("../") ? root : path
}

const docsNames: Readonly<Record<Generator, string>> = {
  docusaurus: "docs",
  mintlify: ".",
  mkdocs: "docs",
  starlight: "src/content/docs",
  vitepress: "."
}

/** The folder of the pages that the preset of Docusaurus names. */
const presetFolder = (settings: unknown): string | undefined => {
  const presets = propertyOf(settings, "presets")
  const options = (Array.isArray(presets) ? presets : []).map((preset) =>
    Array.isArray(preset) ? preset.at(1) : undefined
  )
  return options.map((each) => textAt(each, "docs", "path")).find((path) => path !== undefined)
}

/** The folder of the pages that settings name. */
const givenFolder = (generator: Generator, settings: unknown): string | undefined => {
  if (generator === "docusaurus") return presetFolder(settings)
  return generator === "mkdocs" ? textAt(settings, "docs_dir") : textAt(settings, "srcDir")
}

/** The layout of a site with these settings; a folder of pages that is empty is not one. */
export const make = (config: SiteConfig | undefined, settings: unknown, pages: ReadonlyArray<string>): SiteLayout => {
  if (config === undefined)
    return {
      generator: undefined,
      root: "",
      docs: "",
      publicFolders: publicNames.map((name) => `${name}/`),
      base: "",
      aliases: []
    }
  const { generator, root } = config
  const given = givenFolder(generator, settings)
  const docs = within(root, given ?? docsNames[generator])
  const hasPages = pages.some((page) => page.startsWith(docs))
  const base = textAt(settings, "base") ?? textAt(settings, "baseUrl") ?? ""
  const shown = hasPages ? docs : root
  return {
    generator,
    root,
    docs: shown,
    publicFolders: Array.from(
      new Set([root, shown].flatMap((folder) => publicNames.map((name) => `${folder}${name}/`)))
    ),
    base: base.replace(/^\/|^https?:.*$/, "").replace(/([^/])$/, "$1/"),
    aliases: [
      ["@site/", root],
      ["~/", `${root}src/`],
      ["@/", `${root}src/`]
    ]
  }
}

/** The prefixes of paths that the settings of TypeScript next to those of a site name. */
export const aliasesOf = (root: string, settings: unknown): SiteLayout["aliases"] =>
  Object.entries(Object(propertyOf(propertyOf(settings, "compilerOptions"), "paths"))).flatMap(
    ([name, folders]): SiteLayout["aliases"] => {
      const folder: unknown = Array.isArray(folders) ? folders[0] : undefined
      if (typeof folder !== "string" || !name.endsWith("/*") || !folder.endsWith("/*")) return []
      return [[name.slice(0, -1), within(root, folder.slice(0, -1))]]
    }
  )

const hidden = /(?:^|\/)\.(?!gitbook\/)[^/.]/
/** Folders of a site that are no content: themes, templates, results of a build, and what a package manager installs. */
const machinery = /(?:^|\/)(?:node_modules|overrides|theme|themes|_layouts|_includes|_sass|venv)\//

/** Texts that the pages of Jekyll include. */
const templates = /(?:^|\/)_includes\//

/** Whether a page of the source is a page of the site. */
export const isContent = ({ docs, generator, publicFolders, root }: SiteLayout, path: string): boolean => {
  if (hidden.test(path)) return false
  if (generator === undefined) return !templates.test(path)
  if (!path.startsWith(docs) || publicFolders.some((folder) => path.startsWith(folder))) return false
  return !machinery.test(path.slice(root.length))
}
