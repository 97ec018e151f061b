import { CustomFields, SpaceCustomFields } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { withOwnLocation } from "../../foundation/answer/Answers.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(
  Api,
  "customFields",
  Effect.gen(function* () {
    const fields = yield* CustomFields.CustomFields
    const values = yield* SpaceCustomFields.SpaceCustomFields
    return {
      listCustomFields: ({ params: path, query: urlParams }) => fields.list(path.organizationId, urlParams),
      createCustomField: ({ params: path, payload }) => withOwnLocation(fields.create(path.organizationId, payload)),
      getCustomField: ({ params: path }) => fields.get(path.organizationId, path.fieldName),
      updateCustomField: ({ params: path, payload, query: urlParams }) =>
        fields.update(path.organizationId, path.fieldName, payload, urlParams),
      deleteCustomField: ({ params: path }) => Effect.asVoid(fields.remove(path.organizationId, path.fieldName)),
      getSpaceCustomFields: ({ params: path }) => values.get(path.spaceId),
      updateSpaceCustomFields: ({ params: path, payload }) => values.update(path.spaceId, payload)
    }
  })
)
