import { Option, Predicate, Schema } from "effect"
import * as Frontmatter from "../markdown/Frontmatter.ts"
import type * as PageHead from "./PageHead.ts"
import type { SiteLayout } from "./SiteLayout.ts"

/** The title, the place and the address of a page or a folder, as far as the source says them. */
export interface PlaceSettings {
  readonly title?: string | undefined
  readonly position?: number | undefined
  /** The name in addresses. */
  readonly slug?: string | undefined
  /** Whether it is the first page of the site. */
  readonly isHome?: boolean
  /** The page of a folder. */
  readonly index?: string | undefined
  /** What a folder without a page says about itself. */
  readonly description?: string | undefined
}

/** What the pages and folders of a source say about their places. */
export interface FolderSettings {
  /** The folder that the outline is of, empty or with a slash at its end. */
  readonly root: string
  readonly page: (path: string) => PlaceSettings
  readonly folder: (path: string) => PlaceSettings
  /** The path of a page by its address or by its id, relative to the folder of the pages. */
  readonly pageAt: (address: string) => string | undefined
  /** The address of a page of the folder of the pages, relative to that folder. */
  readonly addressOf: (path: string) => string
}

const numbered = /^(\d{1,6})\s?[-_.]+\s?([^-_.\s\d].*)$/

/** The name of a file or a folder without the number that orders it. */
export const withoutNumber = (name: string): string => numbered.exec(name)?.[2] ?? name

const numberOf = (name: string): number | undefined => {
  const number = numbered.exec(name)?.[1]
  return number === undefined ? undefined : Number(number)
}

const categoryNames = new Set(["_category_.json", "_category_.yml", "_category_.yaml"])

/** Whether a file says something about its folder. */
export const isCategory = (path: string): boolean => categoryNames.has(path.slice(path.lastIndexOf("/") + 1))

const decodeJson = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))

const parseJson = (text: string): unknown => Option.getOrUndefined(decodeJson(text))

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : undefined

interface Category extends PlaceSettings {
  readonly doc?: string | undefined
}

/** Reads a `_category_` file; undefined when it is none. */
const readCategory = (path: string, text: string): Category | undefined => {
  if (text.length > Frontmatter.soonCharacters) return undefined
  const value = path.endsWith(".json") ? parseJson(text) : Frontmatter.read(text, () => undefined)?.fields
  if (!Predicate.isReadonlyObject(value)) return undefined
  const link = Predicate.isReadonlyObject(value["link"]) ? value["link"] : {}
  const slug = textOf(link["slug"])
  return {
    title: textOf(value["label"]) ?? textOf(link["title"]),
    position: typeof value["position"] === "number" ? value["position"] : undefined,
    slug: slug === undefined ? undefined : lastSegment(slug),
    doc: textOf(link["id"]),
    description: textOf(link["description"])
  }
}

const segmentsOf = (path: string): ReadonlyArray<string> => path.split("/").filter((each) => each !== "")

const lastSegment = (path: string): string | undefined => segmentsOf(path).at(-1)

const isIndex = (name: string): boolean => /^(?:index|readme)$/i.test(name)

/** The address of a page relative to the folder of the pages, from the names of its folders and its file. */
const addressOf = (segments: ReadonlyArray<string>): string => {
  const names = segments.map(withoutNumber)
  const last = names.at(-1) ?? ""
  return (isIndex(last) || last === names.at(-2) ? names.slice(0, -1) : names).join("/")
}

const withoutExtension = (path: string): string => path.replace(/\.(?:mdx?|markdown|html?)$/i, "")

/** A relative slug is in the folder of its page. */
const addressOfSlug = (slug: string, folder: ReadonlyArray<string>): string =>
  (slug.startsWith("/") ? segmentsOf(slug) : [...folder.map(withoutNumber), ...segmentsOf(slug)]).join("/")

export interface SourceTexts {
  /** What each page says about itself, by its path. */
  readonly heads: ReadonlyMap<string, PageHead.PageHead>
  readonly categories: ReadonlyArray<string>
  readonly textOf: (path: string) => string | undefined
}

/** Reads what the pages and the `_category_` files of a source say. Numbers order names where the generator says so. */
export const read = (layout: SiteLayout, { categories, heads, textOf: read }: SourceTexts): FolderSettings => {
  const hasNumbers =
    layout.generator === "docusaurus" ||
    (layout.generator === undefined &&
      (categories.length > 0 || Array.from(heads.values()).some(({ position }) => position !== undefined)))
  const addresses = new Map<string, string>()
  const add = (address: string, path: string) => void (addresses.has(address) || addresses.set(address, path))
  for (const [path, { id, slug }] of heads) {
    const segments = segmentsOf(withoutExtension(path.slice(layout.docs.length)))
    if (slug !== undefined) add(addressOfSlug(slug, segments.slice(0, -1)), path)
    add(addressOf(segments), path)
    add(segments.map(withoutNumber).join("/"), path)
    add(segments.join("/"), path)
    if (id !== undefined) add([...segments.slice(0, -1).map(withoutNumber), id].join("/"), path)
  }
  const lower = new Map(Array.from(addresses, ([address, path]) => [address.toLowerCase(), path] as const).toReversed())
  const found = new Map(
    categories.flatMap((path) => {
      const category = readCategory(path, read(path) ?? "")
      return category === undefined ? [] : [[path.slice(0, path.lastIndexOf("/") + 1), category] as const]
    })
  )
  const nameSettings = (name: string): PlaceSettings => {
    const slug = withoutNumber(name)
    return hasNumbers ? { position: numberOf(name), ...(slug === name ? {} : { slug }) } : {}
  }
  const own = (settings: PlaceSettings): PlaceSettings =>
    Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
  return {
    root: layout.docs,
    pageAt: (address) => {
      const name = segmentsOf(address).join("/")
      return addresses.get(name) ?? lower.get(name.toLowerCase())
    },
    addressOf: (path) => {
      const slug = heads.get(path)?.slug
      const segments = segmentsOf(withoutExtension(path.slice(layout.docs.length)))
      return slug === undefined ? addressOf(segments) : addressOfSlug(slug, segments.slice(0, -1))
    },
    page: (path) => {
      const { label, position, slug } = heads.get(path) ?? {}
      const segments = segmentsOf(withoutExtension(path.slice(layout.docs.length)))
      const names = segments.filter((name) => !isIndex(name))
      const isHome = slug !== undefined && segmentsOf(slug).length === 0
      return {
        ...nameSettings(names.at(-1) ?? ""),
        ...own({ title: label, position, slug: slug === undefined ? undefined : lastSegment(slug) }),
        isHome
      }
    },
    folder: (path) => {
      const { doc, ...category } = found.get(path) ?? {}
      const folder = path.slice(layout.docs.length)
      const index =
        doc === undefined
          ? undefined
          : (addresses.get(doc) ?? addresses.get(segmentsOf(folder).map(withoutNumber).concat(doc).join("/")))
      return { ...nameSettings(segmentsOf(folder).at(-1) ?? ""), ...own(category), index }
    }
  }
}
