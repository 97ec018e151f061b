import { OpenApiVersions } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(
  Api,
  "openApiVersions",
  Effect.gen(function* () {
    const versions = yield* OpenApiVersions.OpenApiVersions
    return {
      listOpenApiSpecVersions: ({ params: path, query: urlParams }) =>
        versions.list(path.organizationId, path.specSlug, urlParams),
      getLatestOpenApiSpecVersion: ({ params: path }) =>
        versions.get(path.organizationId, path.specSlug, OpenApiVersions.latest),
      getLatestOpenApiSpecVersionContent: ({ params: path }) =>
        versions.content(path.organizationId, path.specSlug, OpenApiVersions.latest),
      getOpenApiSpecVersionById: ({ params: path }) => versions.get(path.organizationId, path.specSlug, path.versionId),
      getOpenApiSpecVersionContentById: ({ params: path }) =>
        versions.content(path.organizationId, path.specSlug, path.versionId)
    }
  })
)
