import { Context, Effect, Layer } from "effect"
import type { OrganizationId } from "../../foundation/id/Ids.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import type { Viewer } from "../../people/access/Viewer.ts"
import { collection, maySee, type OpenApiSpecView, viewFor } from "./OpenApiSpec.ts"

/** Finds the specs that content refers to and that its viewer may see; other specs are omitted (rule spec-links). */
export class KnownSpecs extends Context.Service<KnownSpecs>()("@quire/core/KnownSpecs", {
  make: Effect.gen(function* () {
    const addresses = yield* Addresses
    const specs = yield* Repository.make(collection)

    /** By slug; an organization has so few that they are read at once. */
    const find = Effect.fnUntraced(function* (
      organization: OrganizationId,
      viewer: Viewer,
      slugs: ReadonlyArray<string>
    ): Effect.fn.Return<ReadonlyMap<string, OpenApiSpecView>> {
      if (slugs.length === 0 || !maySee(viewer)) return new Map()
      const wanted = new Set(slugs)
      const rows = yield* specs.list("inOrganization", { equals: { organization }, limit: noLimit })
      return new Map(
        Repository.values(rows).flatMap((spec) =>
          wanted.has(spec.slug) ? [[spec.slug, viewFor(viewer, spec, addresses)] as const] : []
        )
      )
    })

    return { find } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
