import { Context, Effect, Layer, Schema } from "effect"
import type { PageView } from "../../content/tree/PageView.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import type { ChangeRequestView } from "../change-request/ChangeRequest.ts"
import { ChangeRequests } from "../change-request/ChangeRequests.ts"
import type { CollectionView } from "../collection/Collection.ts"
import { Collections } from "../collection/Collections.ts"
import type { SpaceView } from "../space/Space.ts"
import { Spaces } from "../space/Spaces.ts"
import { Contents } from "./Contents.ts"

/** The target of an address in the application (rule content-lookup). */
export type ContentAddress =
  | { readonly kind: "collection"; readonly collection: string }
  | {
      readonly kind: "space"
      readonly space: string
      /** The number or id of a change request. */
      readonly changeRequest?: string
      readonly revision?: string
      readonly page?: string
    }

const collectionPattern = /^\/c\/([^/]+)\/?$/
const spacePattern = /^\/s\/([^/]+)(?:\/(cr|r)\/([^/]+))?(?:\/p\/([^/]+))?\/?$/

/** Parses an address; undefined if it is not one of the application. */
export const parseAddress = (address: string, app: string): ContentAddress | undefined => {
  if (!URL.canParse(address) || !URL.canParse(app)) return undefined
  const [url, own] = [new URL(address), new URL(app)]
  if (url.host !== own.host || !url.pathname.startsWith(own.pathname)) return undefined
  const path = url.pathname.slice(own.pathname.replace(/\/$/, "").length)
  const collection = collectionPattern.exec(path)?.[1]
  if (collection !== undefined) return { kind: "collection", collection }
  const [, space, form, id, page] = spacePattern.exec(path) ?? []
  if (space === undefined) return undefined
  return {
    kind: "space",
    space,
    ...(form === "cr" && id !== undefined ? { changeRequest: id } : {}),
    ...(form === "r" && id !== undefined ? { revision: id } : {}),
    ...(page === undefined ? {} : { page })
  }
}

/** The address names nothing that the caller may see (rule content-lookup). */
export class ContentAddressNotFound extends Schema.TaggedError<ContentAddressNotFound>()("ContentAddressNotFound", {}) {
  readonly kind = "not-found" as const
  override get message() {
    return "no content was found at the URL"
  }
}

/** The target of an address in the application; a page is a document or a group. */
export type ContentLookupView =
  | { readonly collection: CollectionView }
  | { readonly space: SpaceView; readonly changeRequest?: ChangeRequestView; readonly page?: PageView }

/** Resolves addresses in the application (rule content-lookup). */
export class ContentLookups extends Context.Service<ContentLookups>()("@quire/core/ContentLookups", {
  make: Effect.gen(function* () {
    const { app } = yield* Addresses
    const collections = yield* Collections
    const spaces = yield* Spaces
    const requests = yield* ChangeRequests
    const contents = yield* Contents

    const findPage = Effect.fnUntraced(function* (
      { changeRequest, revision, space }: ContentAddress & { readonly kind: "space" },
      page: string
    ) {
      const found = yield* contents.page({ space, changeRequest, revision }, page)
      return found.type === "document" || found.type === "group" ? { page: found } : yield* new ContentAddressNotFound()
    })

    const findSpace = Effect.fnUntraced(function* (address: ContentAddress & { readonly kind: "space" }) {
      const { changeRequest: number, page, revision, space } = address
      if (revision !== undefined) yield* contents.pages({ space, revision })
      return {
        space: yield* spaces.get(space),
        ...(number === undefined ? {} : { changeRequest: yield* requests.get(space, number) }),
        ...(page === undefined ? {} : yield* findPage(address, page))
      }
    })

    /** Parts that the caller may not see are treated as missing. */
    const find = operation("ContentLookups.find")(function* (url: string) {
      const address = parseAddress(url, app)
      if (address === undefined) return yield* new ContentAddressNotFound()
      const found: Effect.Effect<
        ContentLookupView,
        unknown,
        Effect.Services<ReturnType<typeof findSpace>>
      > = address.kind === "collection"
        ? Effect.map(collections.get(address.collection), (collection) => ({ collection }))
        : findSpace(address)
      return yield* Effect.mapError(found, () => new ContentAddressNotFound())
    })

    return { find } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([ChangeRequests.layer, Collections.layer, Contents.layer, Spaces.layer])
  )
}
