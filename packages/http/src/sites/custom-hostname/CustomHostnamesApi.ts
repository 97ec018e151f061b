import { CustomHostnameInput, CustomHostnameView, Hostname, Input } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, PreconditionFailed, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"

const one = "/custom-hostnames/:hostname"
const named = Schema.Struct(
  Input.describeFields({ hostname: Hostname.Hostname }, { hostname: "Hostname, such as `docs.example.com`." })
)

/** Hostnames of sites, which the DNS must say are theirs. */
export class CustomHostnamesApi extends HttpApiGroup.make("customHostnames", { topLevel: true })
  .add(
    HttpApiEndpoint.get("getCustomHostname", one, {
      params: named,
      success: CustomHostnameView.CustomHostnameView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a custom hostname")
      .annotate(OpenApi.Description, "Administrators see the DNS record that verifies it.")
  )
  .add(
    HttpApiEndpoint.post("setupCustomHostname", one, {
      params: Schema.Struct(
        Input.describeFields({ hostname: Schema.String }, { hostname: "Hostname, such as `docs.example.com`." })
      ),
      payload: CustomHostnameInput.Setup,
      success: CustomHostnameView.CustomHostnameView.pipe(HttpApiSchema.status(201)),
      error: [Errors.Conflict, UnprocessableContent, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Set up a custom hostname")
      .annotate(OpenApi.Description, "The hostname leads to the site once it is verified.")
  )
  .add(
    HttpApiEndpoint.patch("dnsRevalidateCustomHostname", one, {
      params: named,
      success: Absent,
      error: [Errors.Conflict, PreconditionFailed, UnprocessableContent, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Verify a custom hostname")
      .annotate(OpenApi.Description, "Looks for the TXT record of the hostname in the DNS.")
  )
  .add(
    HttpApiEndpoint.delete("removeCustomHostname", one, {
      params: named,
      success: [Removed, Absent],
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Remove a custom hostname")
      .annotate(OpenApi.Description, "The hostname can be used for another site at once.")
  )
  .annotate(OpenApi.Title, "Custom hostnames")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
