import { Context, Effect, Layer } from "effect"
import * as Repository from "../../foundation/store/Repository.ts"
import type { Space } from "../../spaces/space/Space.ts"
import { collection, effectiveRules, ofNewOrganization, ofNewSpace } from "./MergeSettings.ts"

/** Loads merge settings for operations that have decided about the space. */
export class ApplicableRules extends Context.Service<ApplicableRules>()("@quire/core/ApplicableRules", {
  make: Effect.gen(function* () {
    const settings = yield* Repository.make(collection)

    /** The settings of a space and of its organization. */
    const load = Effect.fnUntraced(function* (organization: string, space: string) {
      const rows = yield* settings.getMany([organization, space])
      return {
        organization: rows.get(organization)?.value ?? ofNewOrganization(organization),
        space: rows.get(space)?.value ?? ofNewSpace(space)
      }
    })

    /** The rules and the strictness that apply in a space. */
    const applicable = Effect.fnUntraced(function* (space: Pick<Space, "id" | "organization">) {
      const loaded = yield* load(space.organization, space.id)
      return { rules: effectiveRules(loaded.space, loaded.organization), strictness: loaded.space.strictness } as const
    })

    return { load, applicable } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
