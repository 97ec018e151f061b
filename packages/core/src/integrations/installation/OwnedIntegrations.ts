import { Effect } from "effect"
import type { OrganizationId } from "../../foundation/id/Ids.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { OrganizationNotEmpty } from "../../people/organization/Organization.ts"
import type * as OrganizationRows from "../../people/organization/OrganizationRows.ts"
import { collection as integrationCollection } from "../integration/Integration.ts"
import { collection as installationCollection } from "./IntegrationInstallation.ts"

/** Installations of an organization, and its own integrations unless another organization has installed them. */
export const rows: OrganizationRows.Source = {
  make: Effect.gen(function* () {
    const integrations = yield* Repository.make(integrationCollection)
    const installations = yield* Repository.make(installationCollection)
    return Effect.fnUntraced(function* (organization: OrganizationId) {
      yield* installations.removeWhere("inOrganization", { equals: { organization } })
      const owned = yield* integrations.list("inOrganization", { equals: { organization }, limit: noLimit })
      const integration = { in: owned.map(({ value }) => value.id) }
      const others = yield* installations.count("ofIntegration", { equals: { integration } }, 1)
      if (others > 0) return yield* new OrganizationNotEmpty({ id: organization })
      yield* integrations.removeWhere("inOrganization", { equals: { organization } })
    })
  })
}
