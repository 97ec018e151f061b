import { CustomHostnameInput, CustomHostnameView, Hostname } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import {
  Conflict,
  Forbidden,
  NotFound,
  PreconditionFailed,
  UnprocessableContent
} from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"

const one = "/custom-hostnames/:hostname"
const named = Schema.Struct({ hostname: Hostname.Hostname })

/** Hostnames of sites, which the DNS must say are theirs. */
export class CustomHostnamesApi extends HttpApiGroup.make("customHostnames", { topLevel: true })
  .add(
    HttpApiEndpoint.get("getCustomHostname", one, {
      params: named,
      success: CustomHostnameView.CustomHostnameView,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Get a custom hostname; administrators see the TXT record that verifies it")
  )
  .add(
    HttpApiEndpoint.post("setupCustomHostname", one, {
      params: Schema.Struct({ hostname: Schema.String }),
      payload: CustomHostnameInput.Setup,
      success: CustomHostnameView.CustomHostnameView.pipe(HttpApiSchema.status(201)),
      error: [Conflict, UnprocessableContent, Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Register a hostname for a site; it leads there once it is verified")
  )
  .add(
    HttpApiEndpoint.patch("dnsRevalidateCustomHostname", one, {
      params: named,
      success: Absent,
      error: [Conflict, PreconditionFailed, UnprocessableContent, Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Verify a custom hostname: look for its TXT record in the DNS")
  )
  .add(
    HttpApiEndpoint.delete("removeCustomHostname", one, {
      params: named,
      success: [Removed, Absent],
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Remove a custom hostname, which is free at once")
  )
  .annotate(OpenApi.Title, "Custom hostnames")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
