import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authentication } from "../Authentication.ts"
import { Failures } from "../Failures.ts"
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
