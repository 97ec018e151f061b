import { Context, Effect, Layer, Schema } from "effect"
import type { PageView } from "../../content/tree/PageView.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { ChangeRequests } from "../../spaces/change-request/ChangeRequests.ts"
import type { ChangeRequestView } from "../../spaces/change-request/ChangeRequestView.ts"
import { Collections } from "../../spaces/collection/Collections.ts"
import type { CollectionView } from "../../spaces/collection/CollectionView.ts"
import { Spaces } from "../../spaces/space/Spaces.ts"
import type { SpaceView } from "../../spaces/space/SpaceView.ts"
import * as ContentAddress from "./ContentAddress.ts"
import { Contents } from "./Contents.ts"

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
      { changeRequest, revision, space }: ContentAddress.ContentAddress & { readonly kind: "space" },
      page: string
    ) {
      const found = yield* contents.page({ space, changeRequest, revision }, page)
      return found.type === "document" || found.type === "group" ? { page: found } : yield* new ContentAddressNotFound()
    })

    const findSpace = Effect.fnUntraced(function* (
      address: ContentAddress.ContentAddress & { readonly kind: "space" }
    ) {
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
      const address = ContentAddress.parse(url, app)
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
