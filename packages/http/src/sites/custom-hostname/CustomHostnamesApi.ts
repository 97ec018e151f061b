import { CustomHostname, CustomHostnames, Hostname, Input } from "@quire/core"
import { Effect, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { Absent, Removed, respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, PreconditionFailed, UnprocessableContent } from "../../foundation/error/Errors.ts"

const one = "/custom-hostnames/:hostname"
const named = Schema.Struct(
  Input.describeFields({ hostname: Hostname.Hostname }, { hostname: "Hostname, such as `docs.example.com`." })
)

/** Custom hostnames of sites, verified by DNS. */
export class CustomHostnamesApi extends Group.make(
  "customHostnames",
  "Custom hostnames",
  Endpoint.get("getCustomHostname", one, {
    summary: "Get a custom hostname",
    description: "Administrators see the DNS record that verifies it.",
    permission: Permission.hiding("content:view"),
    params: named,
    success: CustomHostname.CustomHostnameView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.post("setupCustomHostname", one, {
    summary: "Set up a custom hostname",
    description: "The hostname serves the site once it is verified.",
    permission: { permission: "target:admin", without: { viewing: 403 } },
    params: Schema.Struct(
      Input.describeFields({ hostname: Schema.String }, { hostname: "Hostname, such as `docs.example.com`." })
    ),
    payload: CustomHostname.Setup,
    success: CustomHostname.CustomHostnameView.pipe(HttpApiSchema.status(201)),
    error: [Errors.Conflict, UnprocessableContent, Errors.Forbidden, NotFound]
  }),
  Endpoint.patch("dnsRevalidateCustomHostname", one, {
    summary: "Verify a custom hostname",
    description: "Looks up the TXT record of the hostname in DNS.",
    permission: Permission.refusing("organization:admin"),
    params: named,
    success: Absent,
    error: [Errors.Conflict, PreconditionFailed, UnprocessableContent, Errors.Forbidden, NotFound]
  }),
  Endpoint.delete("removeCustomHostname", one, {
    summary: "Remove a custom hostname",
    description: "The hostname can be used for another site immediately.",
    permission: Permission.deleting("organization:admin"),
    params: named,
    success: [Removed, Absent],
    error: [Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.map(CustomHostnames.CustomHostnames, (hostnames) => ({
      getCustomHostname: ({ params: path }) => hostnames.get(path.hostname),
      setupCustomHostname: ({ params: path, payload }) => withOwnLocation(hostnames.setup(path.hostname, payload)),
      dnsRevalidateCustomHostname: ({ params: path }) => hostnames.verify(path.hostname),
      removeCustomHostname: ({ params: path }) => respondRemoved(hostnames.remove(path.hostname))
    }))
  )
}
