import { OpenApiVersions } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(Api, "openApiVersions", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const versions = yield* OpenApiVersions.OpenApiVersions
      return handlers
        .handle(
          "listOpenApiSpecVersions",
          answering(({ params: path, query: urlParams }) =>
            onWire(versions.list(path.organizationId, path.specSlug, urlParams))
          )
        )
        .handle(
          "getLatestOpenApiSpecVersion",
          answering(({ params: path }) =>
            onWire(versions.get(path.organizationId, path.specSlug, OpenApiVersions.latest))
          )
        )
        .handle(
          "getLatestOpenApiSpecVersionContent",
          answering(({ params: path }) =>
            onWire(versions.content(path.organizationId, path.specSlug, OpenApiVersions.latest))
          )
        )
        .handle(
          "getOpenApiSpecVersionById",
          answering(({ params: path }) => onWire(versions.get(path.organizationId, path.specSlug, path.versionId)))
        )
        .handle(
          "getOpenApiSpecVersionContentById",
          answering(({ params: path }) => onWire(versions.content(path.organizationId, path.specSlug, path.versionId)))
        )
    })
  )
)
