import { CustomFields, SpaceCustomFields } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { withOwnLocation } from "../../foundation/answer/Answers.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(Api, "customFields", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const fields = yield* CustomFields.CustomFields
      const values = yield* SpaceCustomFields.SpaceCustomFields
      return handlers
        .handle(
          "listCustomFields",
          answering(({ params: path, query: urlParams }) => onWire(fields.list(path.organizationId, urlParams)))
        )
        .handle(
          "createCustomField",
          answering(({ params: path, payload }) => withOwnLocation(onWire(fields.create(path.organizationId, payload))))
        )
        .handle(
          "getCustomField",
          answering(({ params: path }) => onWire(fields.get(path.organizationId, path.fieldName)))
        )
        .handle(
          "updateCustomField",
          answering(({ params: path, payload, query: urlParams }) =>
            onWire(fields.update(path.organizationId, path.fieldName, payload, urlParams))
          )
        )
        .handle(
          "deleteCustomField",
          answering(({ params: path }) => Effect.asVoid(onWire(fields.remove(path.organizationId, path.fieldName))))
        )
        .handle(
          "getSpaceCustomFields",
          answering(({ params: path }) => onWire(values.get(path.spaceId)))
        )
        .handle(
          "updateSpaceCustomFields",
          answering(({ params: path, payload }) => onWire(values.update(path.spaceId, payload)))
        )
    })
  )
)
