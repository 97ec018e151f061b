import { Context, Effect, Layer, Option, Schema } from "effect"
import { OrganizationId } from "../../foundation/id/Ids.ts"
import { describeFields } from "../../foundation/input/Input.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Access } from "../access/Access.ts"
import { collection } from "../organization/Organization.ts"

/** No organization has this hostname, or the caller is not in it (rule subdomain-view). */
export class SubdomainNotFound extends Schema.TaggedError<SubdomainNotFound>()("SubdomainNotFound", {
  subdomain: Schema.String
}) {
  readonly kind = "not-found" as const
  override get message() {
    return `subdomain ${this.subdomain} does not exist`
  }
}

/** Organizations by their hostnames. */
export class Subdomains extends Context.Service<Subdomains>()("@quire/core/Subdomains", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const organizations = yield* Repository.make(collection)

    /** Sends the same queries to the store whether or not an organization has the hostname. */
    const get = operation("Subdomains.get")(function* (subdomain: string) {
      const refused = () => new SubdomainNotFound({ subdomain })
      const found = yield* organizations.getBy("hostname", { hostname: subdomain })
      const id = Option.match(found, { onNone: () => subdomain, onSome: ({ value }) => value.id })
      const { organization } = yield* access
        .organization(id, "organization:view")
        .pipe(Effect.catchTag("OrganizationNotFound", () => Effect.fail(refused())))
      const { blocked, hostname, id: organizationId } = organization.value
      if (hostname !== subdomain) return yield* refused()
      return {
        object: "subdomain",
        subdomain,
        target: { type: "organization", organization: organizationId },
        isActive: blocked === null
      } satisfies SubdomainView
    })

    return { get } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(Access.layer))
}

/** The hostname of an organization, and the organization. */
export const SubdomainView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("subdomain"),
      subdomain: Schema.String,
      target: Schema.Struct(
        describeFields(
          { type: Schema.Literal("organization"), organization: OrganizationId },
          { organization: "Organization that the subdomain belongs to." }
        )
      ),
      isActive: Schema.Boolean
    },
    {
      subdomain: "Subdomain of the organization.",
      target: "Target of the subdomain.",
      isActive: "Whether the subdomain is in use."
    }
  )
).annotate({ identifier: "Subdomain" })
export type SubdomainView = typeof SubdomainView.Type
