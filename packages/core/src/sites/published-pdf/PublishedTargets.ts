import * as ContentRef from "../../content/document/ContentRef.ts"
import type { File } from "../../content/tree/File.ts"
import type { BookFile, BookTarget, BookTargets } from "../../spaces/pdf/Book.ts"
import type * as PublishedPage from "../published-page/PublishedPage.ts"
import type { Targets } from "../published-page/PublishedPage.ts"

interface Known {
  /** Public address of the site; ends with a slash. */
  readonly url: string
  /** The ids of the pages of the book by their addresses below the site. */
  readonly ids: ReadonlyMap<string, string>
  readonly files: ReadonlyMap<string, File>
}

const decode = (fragment: string): string => {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

const ofPage = (target: Extract<PublishedPage.Target, { kind: "page" }>, { ids, url }: Known): BookTarget => {
  const [path = "", fragment] = target.path.split("#", 2)
  const id = ids.get(path)
  const named = { title: target.title, ...(target.description === undefined ? {} : { text: target.description }) }
  if (id === undefined) return { kind: "web", url: `${url}${target.path}`, ...named }
  return { kind: "page", page: id, ...(fragment === undefined ? {} : { anchor: decode(fragment) }), ...named }
}

const ofFile = (
  { contentType, dimensions, path, size, title }: Extract<PublishedPage.Target, { kind: "file" }>,
  { blob }: File,
  { url }: Known
): BookFile => ({
  kind: "file",
  title,
  contentType,
  size,
  blob,
  url: `${url}${path}`,
  ...(dimensions === undefined ? {} : { dimensions })
})

const targetOf = (key: string, target: PublishedPage.Target, known: Known): BookTarget | undefined => {
  if (target.kind === "page") return ofPage(target, known)
  if (target.kind === "space") return { kind: "web", url: `${known.url}${target.path}`, title: target.title }
  const ref = ContentRef.fromUrl(key)
  const file = ref?.kind === "file" ? known.files.get(ref.file) : undefined
  return file && ofFile(target, file, known)
}

/** Targets of an audience's references in a book: pages of the book, and addresses of the site for other targets. */
export const make = (targets: Targets, known: Known): BookTargets =>
  Object.fromEntries(
    Object.entries(targets).flatMap(([key, target]) => {
      const made = targetOf(key, target, known)
      return made === undefined ? [] : [[key, made] as const]
    })
  )
