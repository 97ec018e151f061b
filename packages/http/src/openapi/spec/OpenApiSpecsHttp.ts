import { OpenApiSpecs, OpenApiSpecView } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondCreated, respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

const respondPut = respondCreated(OpenApiSpecView.OpenApiSpecView, ({ urls }) => urls.location)

export const layer = HandlerGroup.layer(
  Api,
  "openApiSpecs",
  Effect.gen(function* () {
    const specs = yield* OpenApiSpecs.OpenApiSpecs
    return {
      listOpenApiSpecs: ({ params: path, query: urlParams }) => specs.list(path.organizationId, urlParams),
      createOpenApiSpec: ({ params: path, payload }) => withOwnLocation(specs.create(path.organizationId, payload)),
      getOpenApiSpecBySlug: ({ params: path }) => specs.get(path.organizationId, path.specSlug),
      createOrUpdateOpenApiSpecBySlug: ({ params: path, payload }) =>
        respondPut(specs.put(path.organizationId, path.specSlug, payload)),
      updateOpenApiSpecBySlug: ({ params: path, payload }) => specs.update(path.organizationId, path.specSlug, payload),
      deleteOpenApiSpecBySlug: ({ params: path, query: urlParams }) =>
        respondRemoved(specs.remove(path.organizationId, path.specSlug, urlParams))
    }
  })
)
