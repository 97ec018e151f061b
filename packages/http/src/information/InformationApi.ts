import { Effect } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import * as Endpoint from "../foundation/endpoint/Endpoint.ts"
import * as Group from "../foundation/endpoint/Group.ts"
import * as Permission from "../foundation/endpoint/Permission.ts"
import { Failures } from "../foundation/error/Failures.ts"
import { Authentication } from "../foundation/exchange/Authentication.ts"
import { Information, release } from "./Information.ts"

export class InformationApi extends HttpApiGroup.make("information")
  .add(
    Endpoint.get("getApiInformation", "/v1/", {
      summary: "Get the API version",
      description: "Returns the version and build time of this server. No token is required.",
      permission: Permission.allowing("token"),
      success: Information
    })
  )
  .middleware(Authentication)
  .middleware(Failures)
  .annotate(OpenApi.Title, "Information") {
  static readonly layer = Group.layer(this, Effect.succeed({ getApiInformation: () => Effect.succeed(release) }))
}
