import { Input, OrganizationInput, SubdomainView } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"

/** Hostnames of organizations. */
export class SubdomainsApi extends HttpApiGroup.make("subdomains", { topLevel: true })
  .add(
    HttpApiEndpoint.get("getSubdomain", "/subdomains/:subdomain", {
      params: Schema.Struct(
        Input.describeFields({ subdomain: OrganizationInput.Hostname }, { subdomain: "Subdomain of the organization." })
      ),
      success: SubdomainView.SubdomainView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a subdomain")
      .annotate(OpenApi.Description, "Returns the organization that a subdomain belongs to.")
  )
  .annotate(OpenApi.Title, "Subdomains")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
