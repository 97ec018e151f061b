import { Schema } from "effect"
import { describeFields, optional } from "../../foundation/input/Input.ts"
import * as Text from "../../foundation/text/Text.ts"

export const limits = { urlLength: 2048 } as const

const scheme = /^([a-z][a-z0-9+.-]*):/i
const allowed = new Set(["http", "https", "mailto", "tel"])
const controlCharacter = /[\u0000-\u001f\u007f]/

/**
 * Whether a text is allowed as the target of a link or image: relative, `#anchor`, or one of the schemes http, https,
 * mailto and tel; no control characters, which browsers drop before they look at the scheme.
 */
export const isSafeUrl = (url: string): boolean => {
  if (controlCharacter.test(url) || url.trim() !== url || !url.isWellFormed()) return false
  if (url.length > limits.urlLength && Text.codePoints(url) > limits.urlLength) return false
  const found = scheme.exec(url)?.[1]
  return found === undefined || allowed.has(found.toLowerCase())
}

/** A target that `isSafeUrl` accepts, at most 2,048 characters; not resolved against anything. */
export const SafeUrl = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter((url) => (isSafeUrl(url) ? undefined : "must be a relative, http, https, mailto or tel URL"), {
      toJsonSchema: () => ({ format: "uri-reference", maxLength: limits.urlLength })
    })
  )
)

const Id = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter((id) => id !== "" && id.isWellFormed() && !controlCharacter.test(id), {
      expected: "{ string | filter }",
      toJsonSchema: () => ({ minLength: 1 })
    })
  )
)

export const UrlRef = Schema.Struct(
  describeFields(
    { kind: Schema.Literal("url"), url: SafeUrl },
    { url: "Address: relative, http, https, mailto or tel." }
  )
)
export type UrlRef = typeof UrlRef.Type

export const FileRef = Schema.Struct(
  describeFields({ kind: Schema.Literal("file"), file: Id }, { file: "Identifier of the file." })
)
export type FileRef = typeof FileRef.Type

export const PageRef = Schema.Struct(
  describeFields(
    { kind: Schema.Literal("page"), page: Id, space: optional(Id) },
    { page: "Identifier of the page.", space: "Space of the content; the same space when absent." }
  )
)
export type PageRef = typeof PageRef.Type

/** A heading or block of a page; without `page`, of the page that holds the reference. */
export const AnchorRef = Schema.Struct(
  describeFields(
    {
      kind: Schema.Literal("anchor"),
      anchor: Id,
      page: optional(Id),
      space: optional(Id)
    },
    {
      page: "Identifier of the page.",
      space: "Space of the content; the same space when absent.",
      anchor: "Anchor of the heading on the page."
    }
  )
)
export type AnchorRef = typeof AnchorRef.Type

export const ReusableContentRef = Schema.Struct(
  describeFields(
    {
      kind: Schema.Literal("reusable-content"),
      reusableContent: Id,
      space: optional(Id)
    },
    {
      space: "Space of the content; the same space when absent.",
      reusableContent: "Identifier of the reusable content."
    }
  )
)
export type ReusableContentRef = typeof ReusableContentRef.Type

/** An OpenAPI specification of the organization, by slug. */
export const OpenApiRef = Schema.Struct(
  describeFields(
    { kind: Schema.Literal("openapi"), spec: Id },
    { spec: "Slug of an OpenAPI description of the organization." }
  )
)
export type OpenApiRef = typeof OpenApiRef.Type

/** The source of an image: a URL, or a file of the space. */
export const ImageRef = Schema.Union([UrlRef, FileRef])
export type ImageRef = typeof ImageRef.Type

/** The target of a link, mention, image and the like; without `space`, in the space that holds it. */
export const ContentRef = Schema.Union([
  UrlRef,
  FileRef,
  PageRef,
  AnchorRef,
  Schema.Struct(describeFields({ kind: Schema.Literal("user"), user: Id }, { user: "Identifier of the user." })),
  Schema.Struct(
    describeFields(
      { kind: Schema.Literal("collection"), collection: Id },
      { collection: "Identifier of the collection." }
    )
  ),
  Schema.Struct(describeFields({ kind: Schema.Literal("space"), space: Id }, { space: "Identifier of the space." })),
  ReusableContentRef,
  OpenApiRef
]).annotate({ identifier: "ContentRef" })
export type ContentRef = typeof ContentRef.Type

const withSpace = (space: string | undefined, rest: string) =>
  space === undefined ? rest : `/spaces/${encodeURIComponent(space)}${rest}`

/** The default URL of a reference in Markdown; `fromUrl` is its inverse. */
export const toUrl = (ref: ContentRef): string => {
  switch (ref.kind) {
    case "url":
      return ref.url
    case "file":
      return `/files/${encodeURIComponent(ref.file)}`
    case "page":
      return withSpace(ref.space, `/pages/${encodeURIComponent(ref.page)}`)
    case "anchor": {
      const page = ref.page === undefined ? "" : `/pages/${encodeURIComponent(ref.page)}`
      return `${withSpace(ref.space, page)}#${encodeURIComponent(ref.anchor)}`
    }
    case "user":
      return `/users/${encodeURIComponent(ref.user)}`
    case "collection":
      return `/collections/${encodeURIComponent(ref.collection)}`
    case "space":
      return `/spaces/${encodeURIComponent(ref.space)}`
    case "reusable-content":
      return withSpace(ref.space, `/reusable-contents/${encodeURIComponent(ref.reusableContent)}`)
    case "openapi":
      return `/openapi/${encodeURIComponent(ref.spec)}`
  }
}

const ownAddress =
  /^(?:\/spaces\/(?<space>[^/#?]+))?(?:\/(?<what>pages|files|users|collections|reusable-contents|openapi)\/(?<id>[^/#?]+))?(?:#(?<anchor>.+))?$/

const decodeId = (text: string | undefined): string | undefined => {
  if (text === undefined) return undefined
  try {
    const id = decodeURIComponent(text)
    return Schema.is(Id)(id) ? id : undefined
  } catch {
    return undefined
  }
}

const inSpace = (space: string | undefined) => (space === undefined ? {} : { space })

const makeRef = (what: string, id: string, space: string | undefined): ContentRef | undefined => {
  if (what === "pages") return { kind: "page", page: id, ...inSpace(space) }
  if (what === "reusable-contents") return { kind: "reusable-content", reusableContent: id, ...inSpace(space) }
  if (space !== undefined) return undefined
  if (what === "files") return { kind: "file", file: id }
  if (what === "users") return { kind: "user", user: id }
  if (what === "collections") return { kind: "collection", collection: id }
  return { kind: "openapi", spec: id }
}

const isCanonical = (ref: ContentRef | undefined, url: string): ref is ContentRef =>
  ref !== undefined && toUrl(ref) === url

/** Parses a URL that `toUrl` made; undefined for any other URL. */
export const fromUrl = (url: string): ContentRef | undefined => {
  const groups = ownAddress.exec(url)?.groups
  if (groups === undefined || url === "") return undefined
  const [space, id, anchor] = [decodeId(groups["space"]), decodeId(groups["id"]), decodeId(groups["anchor"])]
  const what = groups["what"]
  const candidate: ContentRef | undefined =
    anchor !== undefined
      ? { kind: "anchor", anchor, ...(id === undefined ? {} : { page: id }), ...inSpace(space) }
      : what !== undefined && id !== undefined
        ? makeRef(what, id, space)
        : space !== undefined
          ? { kind: "space", space }
          : undefined
  return isCanonical(candidate, url) ? candidate : undefined
}

/** Resolves a target in a text: our own URLs and anchors, otherwise a URL; undefined if it is unsafe. */
export const fromTarget = (url: string): ContentRef | undefined =>
  fromUrl(url) ?? (isSafeUrl(url) ? { kind: "url", url } : undefined)

export const isImageRef = (ref: ContentRef): ref is ImageRef => ref.kind === "url" || ref.kind === "file"
