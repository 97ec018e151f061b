import { OpenApiSpecs, OpenApiSpecView } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondCreated, respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

const respondPut = respondCreated(OpenApiSpecView.OpenApiSpecView, ({ urls }) => urls.location)

export const layer = HandlerGroup.layer(Api, "openApiSpecs", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const specs = yield* OpenApiSpecs.OpenApiSpecs
      return handlers
        .handle(
          "listOpenApiSpecs",
          answering(({ params: path, query: urlParams }) => onWire(specs.list(path.organizationId, urlParams)))
        )
        .handle(
          "createOpenApiSpec",
          answering(({ params: path, payload }) => withOwnLocation(onWire(specs.create(path.organizationId, payload))))
        )
        .handle(
          "getOpenApiSpecBySlug",
          answering(({ params: path }) => onWire(specs.get(path.organizationId, path.specSlug)))
        )
        .handle(
          "createOrUpdateOpenApiSpecBySlug",
          answering(({ params: path, payload }) =>
            respondPut(onWire(specs.put(path.organizationId, path.specSlug, payload)))
          )
        )
        .handle(
          "updateOpenApiSpecBySlug",
          answering(({ params: path, payload }) => onWire(specs.update(path.organizationId, path.specSlug, payload)))
        )
        .handle(
          "deleteOpenApiSpecBySlug",
          answering(({ params: path, query: urlParams }) =>
            respondRemoved(onWire(specs.remove(path.organizationId, path.specSlug, urlParams)))
          )
        )
    })
  )
)
