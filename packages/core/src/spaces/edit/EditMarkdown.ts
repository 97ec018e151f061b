import { Effect, Option, Schema } from "effect"
import { AnchorRef, type ContentRef, fromUrl } from "../../content/document/ContentRef.ts"
import type { Document } from "../../content/document/Document.ts"
import { DocumentTooLarge, TextTooComplex } from "../../content/document/DocumentRefusal.ts"
import type { BoundedPage, Markdown } from "../../content/document/Markdown.ts"
import * as PagePath from "../../content/tree/PagePath.ts"
import * as Root from "../../content/tree/Root.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"

/** The content in which link targets of a text are looked up. */
export interface LinkScope {
  readonly root: Root.Root
  /** The pages after the batch, for targets not found in `root`. */
  readonly ahead: Effect.Effect<Option.Option<Root.Root>>
  /** Ids by ref; links may use a ref in place of an id. */
  readonly refs: ReadonlyMap<string, string>
  /** The path of the page above the one being written; `""` at the top. */
  readonly folder: string
}

const withScheme = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i
const extension = /\.mdx?$/i
const folderPage = /(?:^|\/)(?:readme|index)$/i

/** Whether a target is neither a web address nor an anchor on the same page. */
export const isLocal = (target: string): boolean => !withScheme.test(target) && !target.startsWith("#")

const splitAnchor = (target: string) => {
  const at = target.indexOf("#")
  return at === -1 ? { path: target, anchor: undefined } : { path: target.slice(0, at), anchor: target.slice(at + 1) }
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Resolves a relative target to a path, with `.` and `..` resolved and `README.md` or `.md` removed. */
export const resolvePath = (folder: string, path: string): string => {
  const segments: Array<string> = path.startsWith("/") ? [] : folder.split("/").filter((part) => part !== "")
  for (const part of decode(path)
    .replace(/^\/pages\//, "/")
    .split("/")) {
    if (part === "..") segments.pop()
    else if (part !== "" && part !== ".") segments.push(part)
  }
  return segments.join("/").replace(extension, "").replace(folderPage, "")
}

const isAnchor = Schema.is(AnchorRef)

/** A reference to a heading, given the text after `#`; undefined if no heading can have it. */
export const anchorRef = (written: string, page: { readonly page?: string } = {}): ContentRef | undefined => {
  const ref = { kind: "anchor", anchor: decode(written), ...page } as const
  return isAnchor(ref) ? ref : undefined
}

const makeRef = (page: string, anchor: string | undefined): ContentRef =>
  anchorRef(anchor ?? "", { page }) ?? { kind: "page", page }

const resolveRef = Effect.fnUntraced(function* (scope: LinkScope, ref: ContentRef) {
  const made = new Set(scope.refs.values())
  const idOf = (id: string) => scope.refs.get(id) ?? id
  switch (ref.kind) {
    case "page":
    case "anchor": {
      if (ref.space !== undefined || ref.page === undefined) return ref
      const page = idOf(ref.page)
      const exists = made.has(page) || Option.isSome(yield* Root.page(scope.root, page))
      return exists ? { ...ref, page } : undefined
    }
    case "file": {
      const file = idOf(ref.file)
      return made.has(file) || Option.isSome(yield* Root.file(scope.root, file)) ? { ...ref, file } : undefined
    }
    case "reusable-content": {
      const id = idOf(ref.reusableContent)
      if (ref.space !== undefined) return ref
      const exists = made.has(id) || Option.isSome(yield* Root.reusable(scope.root, id))
      return exists ? { ...ref, reusableContent: id } : undefined
    }
    default:
      return ref
  }
})

/** Finds the page at a path, or else the page that a later change of the batch creates there. */
const findPageAt = Effect.fnUntraced(function* ({ ahead, root }: LinkScope, path: string) {
  const found = yield* PagePath.find(root, path)
  if (Option.isSome(found)) return found
  const later = yield* ahead
  return Option.isNone(later) ? Option.none() : yield* PagePath.find(later.value, path)
})

/**
 * Resolves a local target: `/pages/{id}` and the like, `/pages/` with a path, a path from the top, or one relative to
 * the page, with or without `.md`. Undefined if there is no target.
 */
export const resolveLinks = Effect.fnUntraced(function* (scope: LinkScope, target: string) {
  const ref = fromUrl(target)
  const direct = ref === undefined ? undefined : yield* resolveRef(scope, ref)
  if (direct !== undefined) return direct
  const { anchor, path } = splitAnchor(target)
  const byId = fromUrl(path)
  if (byId?.kind === "page" && scope.refs.has(byId.page)) return makeRef(scope.refs.get(byId.page) ?? "", anchor)
  const found = yield* findPageAt(scope, resolvePath(scope.folder, path))
  return Option.isSome(found) ? makeRef(found.value.id, anchor) : undefined
})

/** The targets of local links in a text. */
type Links = ReadonlyMap<string, ContentRef | undefined>

interface RememberedText {
  readonly title: string
  readonly links: Links
  readonly page: BoundedPage
}

/** Texts of a batch that were read, by field, so that a batch that is computed again does not read them again. */
export type RememberedTexts = Map<string, RememberedText>

/** The context in which a text is read. */
export interface TextReading {
  readonly markdown: Markdown["Service"]
  readonly scope: LinkScope
  /** Title of the page. A heading that repeats it at the beginning of the text is omitted from the document. */
  readonly title: string
  /** The path of the body in the input. */
  readonly field: string
  readonly texts: RememberedTexts
}

/** Matches what looks like a target in a text: after `](` or `]:`, or in an attribute of a tag. */
const targetPattern = /\](?:\(|:)[ \t]*<?([^\s<>()]+)|\s(?:href|src|url)="([^"]*)"/g

/** Guesses the targets that a text names; only its parser knows them exactly. */
export const guessTargets = (text: string): ReadonlySet<string> =>
  new Set(Array.from(text.matchAll(targetPattern), ([, plain, attribute]) => plain ?? attribute ?? ""))

const lookUp = Effect.fnUntraced(function* (scope: LinkScope, targets: Iterable<string>) {
  const links = new Map<string, ContentRef | undefined>()
  for (const target of targets) {
    if (isLocal(target)) links.set(target, yield* resolveLinks(scope, target))
  }
  return links
})

/**
 * Reads a text once if every local target that resolves was guessed, otherwise a second time with all of them resolved.
 */
const readText = Effect.fnUntraced(function* (text: string, { field, markdown, scope, title }: TextReading) {
  const foreseen = yield* lookUp(scope, guessTargets(text))
  const pageWith = (links: Links, unforeseen: Set<string>) => {
    const refOf = (target: string) => {
      if (isLocal(target)) {
        if (!links.has(target)) unforeseen.add(target)
        return links.get(target) ?? null
      }
      return target.startsWith("#") ? anchorRef(target.slice(1)) : undefined
    }
    const options = { refOf, heading: { repeats: title } }
    return Effect.mapError(markdown.read(text, options), () => new TextTooComplex({ field }))
  }
  const unforeseen = new Set<string>()
  const page = yield* pageWith(foreseen, unforeseen)
  const others = yield* lookUp(scope, unforeseen)
  const links: Links = new Map([...foreseen, ...others])
  const isRight = Array.from(others.values()).every((ref) => ref === undefined)
  return { title, links, page: isRight ? page : yield* pageWith(links, unforeseen) } satisfies RememberedText
})

const isSame = (before: Links, now: Links): boolean =>
  Array.from(before).every(([target, ref]) => CanonicalJson.equals(ref, now.get(target)))

/** Reads a text as a document; its links are resolved as links of the page it is written to. */
export const read = Effect.fnUntraced(function* (text: string, reading: TextReading) {
  const { field, scope, texts, title } = reading
  const before = texts.get(field)
  const holds = before?.title === title && isSame(before.links, yield* lookUp(scope, before.links.keys()))
  const found = before !== undefined && holds ? before : yield* readText(text, reading)
  texts.set(field, found)
  const { beyond, document, warnings } = found.page
  if (beyond !== undefined) return yield* new DocumentTooLarge({ field, limit: beyond })
  if (warnings.some(({ name }) => name === "too-complex")) return yield* new TextTooComplex({ field })
  return document satisfies Document
})
