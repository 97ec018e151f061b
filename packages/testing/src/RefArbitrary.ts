import type { ContentRef } from "@quire/core"
import * as fc from "fast-check"

const id = fc.oneof(fc.stringMatching(/^[a-zA-Z0-9]{1,12}$/), fc.constantFrom("a b", "ü/é", "100%", "日本"))

const withSpace = <A extends object>(ref: fc.Arbitrary<A>) =>
  fc.oneof(
    ref,
    fc.tuple(ref, id).map(([value, space]) => ({ ...value, space }))
  )

export const url: fc.Arbitrary<ContentRef.UrlRef> = fc
  .constantFrom(
    "https://example.com",
    "https://example.com/a_b*c?d=e&amp=f|g",
    "http://example.com/(x)/[y]",
    "mailto:someone@example.com",
    "tel:+123",
    "https://example.com/a\\",
    "../guide/intro.md",
    "a b.md",
    "<x>.md",
    "?q=1",
    "./100%.md"
  )
  .map((target) => ({ kind: "url", url: target }))

export const file: fc.Arbitrary<ContentRef.FileRef> = id.map((value) => ({ kind: "file", file: value }))

export const image: fc.Arbitrary<ContentRef.ImageRef> = fc.oneof(url, file)

export const reusable: fc.Arbitrary<ContentRef.ReusableContentRef> = withSpace(
  id.map((value) => ({ kind: "reusable-content" as const, reusableContent: value }))
)

export const openApi: fc.Arbitrary<ContentRef.OpenApiRef> = id.map((spec) => ({ kind: "openapi", spec }))

/** References of every kind. */
export const any: fc.Arbitrary<ContentRef.ContentRef> = fc.oneof(
  url,
  file,
  reusable,
  openApi,
  withSpace(id.map((page) => ({ kind: "page" as const, page }))),
  withSpace(id.map((anchor) => ({ kind: "anchor" as const, anchor }))),
  withSpace(fc.tuple(id, id).map(([anchor, page]) => ({ kind: "anchor" as const, anchor, page }))),
  id.map((user) => ({ kind: "user" as const, user })),
  id.map((collection) => ({ kind: "collection" as const, collection })),
  id.map((space) => ({ kind: "space" as const, space }))
)
