import { isObject } from "../Json.ts"
import { isContentRef as isValidRef } from "../schema/DataChecks.ts"

/** The target of a link, a mention, an image and the like, as in documents. */
export type DocumentReference =
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "file"; readonly file: string }
  | { readonly kind: "page"; readonly page: string; readonly space?: string }
  | { readonly kind: "anchor"; readonly anchor: string; readonly page?: string; readonly space?: string }
  | { readonly kind: "user"; readonly user: string }
  | { readonly kind: "collection"; readonly collection: string }
  | { readonly kind: "space"; readonly space: string }
  | { readonly kind: "reusable-content"; readonly reusableContent: string; readonly space?: string }
  | { readonly kind: "openapi"; readonly spec: string }

export const isContentRef = (value: unknown): value is DocumentReference => isValidRef(value)

/** The reference in the data of a node or a mark. */
export const refOf = (data: unknown): DocumentReference | undefined =>
  isObject(data) && isContentRef(data["ref"]) ? data["ref"] : undefined

/** The reference that an address stands for: an anchor of this page, or the address. */
export const refOfAddress = (address: string): DocumentReference =>
  /^#[^#\s]+$/.test(address) ? { kind: "anchor", anchor: address.slice(1) } : { kind: "url", url: address }

/** A text for a reference whose title is not known. */
export const describeRef = (ref: DocumentReference): string => {
  switch (ref.kind) {
    case "url":
      return ref.url
    case "file":
      return ref.file
    case "page":
      return ref.page
    case "anchor":
      return `#${ref.anchor}`
    case "user":
      return ref.user
    case "collection":
      return ref.collection
    case "space":
      return ref.space
    case "reusable-content":
      return ref.reusableContent
    case "openapi":
      return ref.spec
  }
}
