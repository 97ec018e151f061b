import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Authentication } from "../Authentication.ts"
import { Information } from "./Information.ts"

export class InformationApi extends HttpApiGroup.make("information")
  .add(
    HttpApiEndpoint.get("getApiInformation", "/v1/")
      .annotate(OpenApi.Summary, "Get the version of the service")
      .addSuccess(Information)
  )
  .middleware(Authentication)
  .annotate(OpenApi.Title, "Information") {}
