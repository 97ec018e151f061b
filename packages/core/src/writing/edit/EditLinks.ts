import { Effect, Option } from "effect"
import { type ContentRef, fromUrl } from "../../content/document/ContentRef.ts"
import * as PagePath from "../../content/tree/PagePath.ts"
import * as Root from "../../content/tree/Root.ts"

/** What the targets of links in a text are looked up in. */
export interface LinkScope {
  readonly root: Root.Root
  /** Where what is not there yet is looked up. */
  readonly ahead: Effect.Effect<Option.Option<Root.Root>>
  /** Ids by ref, which links may name like ids. */
  readonly refs: ReadonlyMap<string, string>
  /** Path of the page above the one that is written; `""` at the top. */
  readonly folder: string
}

const withScheme = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i
const extension = /\.mdx?$/i
const folderPage = /(?:^|\/)(?:readme|index)$/i

/** A target that is no web address and no anchor of its own page. */
export const isLocal = (target: string): boolean => !withScheme.test(target) && !target.startsWith("#")

const split = (target: string) => {
  const at = target.indexOf("#")
  return at === -1 ? { path: target, anchor: undefined } : { path: target.slice(0, at), anchor: target.slice(at + 1) }
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The path that a relative target means, with `.` and `..` resolved and `README.md` or `.md` left out. */
export const resolvePath = (folder: string, path: string): string => {
  const segments: Array<string> = path.startsWith("/") ? [] : folder.split("/").filter((part) => part !== "")
  for (const part of decoded(path)
    .replace(/^\/pages\//, "/")
    .split("/")) {
    if (part === "..") segments.pop()
    else if (part !== "" && part !== ".") segments.push(part)
  }
  return segments.join("/").replace(extension, "").replace(folderPage, "")
}

const anchored = (page: string, anchor: string | undefined): ContentRef =>
  anchor === undefined || anchor === "" ? { kind: "page", page } : { kind: "anchor", anchor: decoded(anchor), page }

const known = Effect.fnUntraced(function* (scope: LinkScope, ref: ContentRef) {
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

/** The page at a path, else the one that a later change of the batch puts there. */
const pageAt = Effect.fnUntraced(function* ({ ahead, root }: LinkScope, path: string) {
  const found = yield* PagePath.find(root, path)
  if (Option.isSome(found)) return found
  const later = yield* ahead
  return Option.isNone(later) ? Option.none() : yield* PagePath.find(later.value, path)
})

/**
 * What a local target refers to: `/pages/{id}` and the like, `/pages/` with a path, a path from the top, or one
 * relative to the page, with or without `.md`. Undefined when it names nothing there.
 */
export const resolve = Effect.fnUntraced(function* (scope: LinkScope, target: string) {
  const ref = fromUrl(target)
  const direct = ref === undefined ? undefined : yield* known(scope, ref)
  if (direct !== undefined) return direct
  const { anchor, path } = split(target)
  const byId = fromUrl(path)
  if (byId?.kind === "page" && scope.refs.has(byId.page)) return anchored(scope.refs.get(byId.page) ?? "", anchor)
  const found = yield* pageAt(scope, resolvePath(scope.folder, path))
  return Option.isSome(found) ? anchored(found.value.id, anchor) : undefined
})
