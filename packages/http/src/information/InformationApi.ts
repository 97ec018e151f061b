import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Failures } from "../foundation/error/Failures.ts"
import { Authentication } from "../foundation/exchange/Authentication.ts"
import { Information } from "./Information.ts"

export class InformationApi extends HttpApiGroup.make("information")
  .add(
    HttpApiEndpoint.get("getApiInformation", "/v1/", { success: Information }).annotate(
      OpenApi.Summary,
      "Get the version of the service"
    )
  )
  .middleware(Authentication)
  .middleware(Failures)
  .annotate(OpenApi.Title, "Information") {}
