import { Context, Effect, Layer } from "effect"
import type { OrganizationId } from "../../foundation/id/Ids.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Access, permit, ReferenceNotFound } from "../../people/access/Access.ts"
import type { ContentAction } from "../../people/access/Decision.ts"
import { isActive } from "../../people/placement/Placement.ts"
import { collection } from "../../spaces/space/Space.ts"

/** Finds the spaces that requests name, for callers with the permissions that a translation needs there. */
export class SourceSpaces extends Context.Service<SourceSpaces>()("@quire/core/SourceSpaces", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const spaces = yield* Repository.make(collection)

    const find = Effect.fnUntraced(function* (
      organization: OrganizationId,
      id: string,
      field: string,
      action: ContentAction
    ) {
      const refused = () => new ReferenceNotFound({ field, id })
      const found = yield* access.placement("space", id, "content:view", refused)
      const { value: placement } = found.placement
      if (!isActive(placement) || placement.organization !== organization) return yield* refused()
      yield* permit(found, action)
      return spaces.decode(found.subject).value
    })

    return {
      /** A space that is translated: its content becomes readable where the translation is. */
      readable: (organization: OrganizationId, id: string, field: string) =>
        find(organization, id, field, "content:read"),
      /** A space that holds a translation. */
      writable: (organization: OrganizationId, id: string, field: string) =>
        find(organization, id, field, "content:create")
    } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(Access.layer))
}
