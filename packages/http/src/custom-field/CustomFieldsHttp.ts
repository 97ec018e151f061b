import { HttpApiBuilder } from "@effect/platform"
import { CustomFields, SpaceCustomFields } from "@quire/core"
import { Effect } from "effect"
import { located } from "../Answers.ts"
import { Api } from "../Api.ts"
import { onWire } from "../Errors.ts"

export const layer = HttpApiBuilder.group(Api, "customFields", (handlers) =>
  Effect.gen(function* () {
    const fields = yield* CustomFields.CustomFields
    const values = yield* SpaceCustomFields.SpaceCustomFields
    return handlers
      .handle("listCustomFields", ({ path, urlParams }) => onWire(fields.list(path.organizationId, urlParams)))
      .handle("createCustomField", ({ path, payload }) => located(onWire(fields.create(path.organizationId, payload))))
      .handle("getCustomField", ({ path }) => onWire(fields.get(path.organizationId, path.fieldName)))
      .handle("updateCustomField", ({ path, payload, urlParams }) =>
        onWire(fields.update(path.organizationId, path.fieldName, payload, urlParams))
      )
      .handle("deleteCustomField", ({ path }) =>
        Effect.asVoid(onWire(fields.remove(path.organizationId, path.fieldName)))
      )
      .handle("getSpaceCustomFields", ({ path }) => onWire(values.get(path.spaceId)))
      .handle("updateSpaceCustomFields", ({ path, payload }) => onWire(values.update(path.spaceId, payload)))
  })
)
