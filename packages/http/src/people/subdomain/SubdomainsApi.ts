import { Input, OrganizationInput, SubdomainView } from "@quire/core"
import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"

/** Hostnames of organizations. */
export class SubdomainsApi extends HttpApiGroup.make("subdomains", { topLevel: true })
  .add(
    Endpoint.get("getSubdomain", "/subdomains/:subdomain", {
      summary: "Get a subdomain",
      description: "Returns the organization that a subdomain belongs to.",
      permission: Permission.hiding("organization:view"),
      params: Schema.Struct(
        Input.describeFields({ subdomain: OrganizationInput.Hostname }, { subdomain: "Subdomain of the organization." })
      ),
      success: SubdomainView.SubdomainView,
      error: [Errors.Forbidden, NotFound]
    })
  )
  .annotate(OpenApi.Title, "Subdomains")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
