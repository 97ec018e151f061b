import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Failures } from "../foundation/error/Failures.ts"
import { Authentication } from "../foundation/exchange/Authentication.ts"
import { Information } from "./Information.ts"

export class InformationApi extends HttpApiGroup.make("information")
  .add(
    HttpApiEndpoint.get("getApiInformation", "/v1/", { success: Information })
      .annotate(OpenApi.Summary, "Get the API version")
      .annotate(OpenApi.Description, "Returns the version and build time of this server. No token is required.")
  )
  .middleware(Authentication)
  .middleware(Failures)
  .annotate(OpenApi.Title, "Information") {}
