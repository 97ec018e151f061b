import { Context, Effect, Layer } from "effect"
import type { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { collection } from "./SamlProvider.ts"
import { limits } from "./SamlProviderInput.ts"

/** Updates providers that refer to resources that are being removed. Used with the tree locked. */
export class SamlDefaults extends Context.Service<SamlDefaults>()("@quire/core/SamlDefaults", {
  make: Effect.map(Repository.make(collection), (providers) => {
    /** Removes a team that is being deleted from the default teams of providers (rule saml-defaults). */
    const forgetTeam = Effect.fnUntraced(function* (organization: OrganizationId, team: string) {
      const limit = limits.providersPerOrganization
      for (const row of yield* providers.list("withTeam", { equals: { organization, defaultTeam: team }, limit })) {
        yield* providers.update(row, { ...row.value, defaultTeam: null })
      }
    })

    /** Whether members can sign in to the organization with another provider than the one that is being removed. */
    const canSignIn = (organization: OrganizationId, except?: string) =>
      Effect.map(providers.list("usable", { equals: { organization, usable: true }, limit: 2 }), (rows) =>
        rows.some(({ value }) => value.id !== except)
      )

    return { forgetTeam, canSignIn } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
