import { Effect, Option } from "effect"
import * as ContentReader from "../../content/tree/ContentReader.ts"
import * as PagePath from "../../content/tree/PagePath.ts"
import * as Recent from "../../foundation/store/Recent.ts"
import type { Publication } from "../publication/Publications.ts"
import * as PageFacts from "./PageFacts.ts"
import * as PagePlaces from "./PagePlaces.ts"
import type { Alternate } from "./PublishedPage.ts"
import type { OpenRoot } from "./PublishedRoots.ts"
import type { ResolvedPage } from "./Resolution.ts"
import * as SitePlaces from "./SitePlaces.ts"

/** `kept`: memory limit for the pages that were found in other contents, as estimated here. */
export const limits = { kept: 8_388_608 } as const

const overhead = 150

/** The target of a page path in a content: `""` is its first page; undefined if it has no page at all. */
interface Same {
  readonly path: string | undefined
  /** Whether it is the page that has the path, not the first one in its place, and in the language of its space. */
  readonly isSame: boolean
}

/** By the hash of the content's root and the path. */
const known = Recent.make<Same>(limits.kept)

const keyOf = (hash: string, path: string): string => `${hash}/${path}`

const findSame = Effect.fnUntraced(function* (place: SitePlaces.SitePlace, inSpace: string, openRoot: OpenRoot) {
  const { landing, root } = yield* PagePlaces.open(place, openRoot)
  const same = inSpace === "" ? landing : Option.getOrUndefined(yield* PagePath.find(root, inSpace))
  const isDocument = same?.type === "document"
  const found =
    isDocument && same.id !== landing?.id ? (yield* PagePath.locate(root, [same.id])).get(same.id) : undefined
  const path = found?.path ?? (landing === undefined ? undefined : "")
  const key = keyOf(root.hash, inSpace)
  const answer = { path, isSame: isDocument && same.computed === undefined }
  known.put(key, answer, overhead + 2 * (key.length + (path?.length ?? 0)))
  return answer
})

/** Other site-spaces of the section, each with the same page or its first one (rule publication-alternates). */
export const list = Effect.fnUntraced(function* (
  publication: Publication,
  { at, place }: ResolvedPage,
  openRoot: OpenRoot
) {
  const { roots, spaces } = publication.seen
  const { inSpace } = place
  const others = at.section.siteSpaces
    .filter(({ id }) => id !== at.siteSpace.id)
    .map((siteSpace) => ({ section: at.section, siteSpace }))
  const alternate = (other: SitePlaces.SitePlace, path: string, isSame: boolean): Alternate => ({
    siteSpace: other.siteSpace.id,
    title: spaces.get(other.siteSpace.space)?.title ?? "",
    path: SitePlaces.addressOf(publication, other, path),
    ...(isSame ? PageFacts.languageOf(publication, other.siteSpace.space) : {})
  })
  const pathIn = ({ siteSpace }: SitePlaces.SitePlace) => known.get(keyOf(roots.get(siteSpace.space) ?? "", inSpace))
  const found = new Map(others.map((other) => [other, pathIn(other)]))
  const missing = others.filter((other) => found.get(other) === undefined)
  const read = (other: SitePlaces.SitePlace) =>
    Effect.map(findSame(other, inSpace, openRoot), (same) => found.set(other, same))
  if (missing.length > 0) yield* Effect.forEach(missing, read, ContentReader.batched)
  return others.flatMap((other) => {
    const { isSame = false, path } = found.get(other) ?? {}
    return path === undefined ? [] : [alternate(other, path, isSame)]
  })
})
