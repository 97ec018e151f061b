import { Effect } from "effect"
import type { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { collection } from "./SamlProvider.ts"
import { limits } from "./SamlProviderInput.ts"

/** What providers say of things that may go. Used with the tree locked. */
export const make = Effect.map(Repository.make(collection), (providers) => {
  /** Has no provider put people into a team that is about to go (rule saml-defaults). */
  const forgetTeam = Effect.fnUntraced(function* (organization: OrganizationId, team: string) {
    const limit = limits.providersPerOrganization
    for (const row of yield* providers.list("withTeam", { equals: { organization, defaultTeam: team }, limit })) {
      yield* Effect.orDie(providers.update(row, { ...row.value, defaultTeam: null }))
    }
  })

  /** Whether people can sign in to the organization with a provider, besides one that is about to go. */
  const canSignIn = (organization: OrganizationId, except?: string) =>
    Effect.map(providers.list("usable", { equals: { organization, usable: true }, limit: 2 }), (rows) =>
      rows.some(({ value }) => value.id !== except)
    )

  return { forgetTeam, canSignIn } as const
})
