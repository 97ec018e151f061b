import { Effect } from "effect"
import * as ContentRef from "../../content/document/ContentRef.ts"
import * as FileName from "../../content/file/FileName.ts"
import type { File } from "../../content/tree/File.ts"
import type * as Page from "../../content/tree/Page.ts"
import * as RefUrl from "../../content/tree/RefUrl.ts"
import * as Root from "../../content/tree/Root.ts"
import type { BookTarget, BookTargets } from "./Book.ts"
import { limits } from "./Pdf.ts"

interface At {
  readonly root: Root.Root
  readonly space: string
  readonly app: string
  /** The ids of the pages of the book. */
  readonly pages: ReadonlySet<string>
}

const fileTarget = ({ blob, contentType, dimensions, name, size }: File): BookTarget => ({
  kind: "file",
  title: FileName.sanitize(name),
  contentType,
  size,
  blob,
  ...(dimensions === undefined ? {} : { dimensions })
})

const describe = (page: Page.Page) => ({
  title: page.title,
  ...(page.type === "document" && page.description !== undefined ? { text: page.description } : {})
})

const isOfPage = (ref: ContentRef.ContentRef): ref is ContentRef.PageRef | ContentRef.AnchorRef =>
  (ref.kind === "page" || ref.kind === "anchor") && ref.page !== undefined

/** A reference to this space need not name it. */
const isHere = (ref: ContentRef.PageRef | ContentRef.AnchorRef, { space }: At): boolean =>
  ref.space === undefined || ref.space === space

const unique = (ids: Iterable<string>): ReadonlyArray<string> => [...new Set(ids)]

/**
 * Targets of references: pages of the book, files of the space, and addresses in the app for what is not in the book
 * (rule pdf-links). Names of users are never included, and of other spaces only the address.
 */
export const resolve = Effect.fnUntraced(function* (at: At, given: Iterable<ContentRef.ContentRef>) {
  const { app, pages, root, space } = at
  const refs = new Map(Array.from(given, (ref) => [ContentRef.toUrl(ref), ref]))
  const own = [...refs.values()].filter(isOfPage).filter((ref) => isHere(ref, at))
  const known = yield* Root.pages(root, unique(own.flatMap(({ page }) => page ?? [])))
  const fileIds = unique([...refs.values()].flatMap((ref) => (ref.kind === "file" ? [ref.file] : [])))
  const files = yield* Root.files(root, fileIds)
  const urlOf = RefUrl.make({ app, space, file: () => undefined })
  const pageTarget = (ref: ContentRef.PageRef | ContentRef.AnchorRef): BookTarget | undefined => {
    const [id, url] = [ref.page ?? "", urlOf(ref) ?? ""]
    const page = isHere(ref, at) ? known.get(id) : undefined
    if (isHere(ref, at) && page === undefined) return undefined
    if (page === undefined) return { kind: "web", url, title: url }
    if (!pages.has(id)) return { kind: "web", url, ...describe(page) }
    return { kind: "page", page: id, ...(ref.kind === "anchor" ? { anchor: ref.anchor } : {}), ...describe(page) }
  }
  const targetOf = (ref: ContentRef.ContentRef): BookTarget | undefined => {
    if (isOfPage(ref)) return pageTarget(ref)
    const file = ref.kind === "file" ? files.get(ref.file) : undefined
    if (file !== undefined) return fileTarget(file)
    const url = ref.kind === "space" || ref.kind === "collection" || ref.kind === "url" ? urlOf(ref) : undefined
    return url === undefined ? undefined : { kind: "web", url, title: url }
  }
  const targets: BookTargets = Object.fromEntries(
    Array.from(refs, ([key, ref]) => [key, targetOf(ref)] as const).flatMap(([key, target]) =>
      target === undefined ? [] : [[key, target] as const]
    )
  )
  return targets
})

/** The hashes of the images that are printed: those within the limits of size, individually and in total. */
export const imagesOf = (targets: BookTargets): ReadonlyArray<string> => {
  const images = new Map<string, number>()
  let left: number = limits.imagesBytes
  for (const target of Object.values(targets)) {
    if (target.kind !== "file" || !target.contentType.startsWith("image/") || images.has(target.blob)) continue
    const { dimensions, size } = target
    const pixels = dimensions === undefined ? 0 : dimensions.width * dimensions.height
    if (size > Math.min(limits.imageBytes, left) || pixels > limits.imagePixels) continue
    images.set(target.blob, size)
    left -= size
  }
  return [...images.keys()]
}
