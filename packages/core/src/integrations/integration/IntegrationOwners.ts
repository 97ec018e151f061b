import { Effect } from "effect"
import { type Access, Forbidden } from "../../people/access/Access.ts"
import type { Integration } from "./Integration.ts"

/** Requires an administrator of the owner; other callers who can see the integration get a refusal. */
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
