import { Input, Organization, Subdomains } from "@quire/core"
import { Effect, Schema } from "effect"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"

/** Hostnames of organizations. */
export class SubdomainsApi extends Group.make(
  "subdomains",
  "Subdomains",
  Endpoint.get("getSubdomain", "/subdomains/:subdomain", {
    summary: "Get a subdomain",
    description: "Returns the organization that a subdomain belongs to.",
    permission: Permission.hiding("organization:view"),
    params: Schema.Struct(
      Input.describeFields({ subdomain: Organization.Hostname }, { subdomain: "Subdomain of the organization." })
    ),
    success: Subdomains.SubdomainView,
    error: [Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.map(Subdomains.Subdomains, (subdomains) => ({
      getSubdomain: ({ params: path }) => subdomains.get(path.subdomain)
    }))
  )
}
