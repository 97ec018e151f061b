import { Effect } from "effect"
import { type Access, Forbidden } from "../../organizations/access/Access.ts"
import type { Integration } from "./Integration.ts"

/** Lets administrators of the owner go on; whoever sees the integration learns that they may not. */
export const administer =
  (access: Access["Service"]) =>
  ({ name, organization }: Pick<Integration, "name" | "organization">) =>
    access
      .organization(organization, "organization:admin")
      .pipe(
        Effect.catchTag(
          "OrganizationNotFound",
          () => new Forbidden({ action: "organization:admin", target: `integration ${name}` })
        )
      )
