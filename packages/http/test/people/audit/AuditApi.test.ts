import { assert, it } from "@effect/vitest"
import { EventType } from "@quire/core/internal"
import { Api } from "../../../src/Api.ts"
import * as OpenApiDocument from "../../../src/documentation/OpenApiDocument.ts"

it("lists the event types for entries and for the filter, and allows any other (rule event-types)", () => {
  const { components, paths } = OpenApiDocument.fromApi(Api)
  assert.deepInclude(components.schemas["EventType"], { type: "string", enum: [...EventType.EventType.literals] })
  const open = { anyOf: [{ $ref: "#/components/schemas/EventType" }, { type: "string" }] }
  assert.deepNestedInclude(components.schemas, { "AuditEntry.properties.type.anyOf": open.anyOf })
  const parameters = paths["/v1/orgs/{organizationId}/audit-log"]?.["get"]?.parameters ?? []
  assert.deepInclude(
    parameters.find(({ name }) => name === "type"),
    { in: "query", required: false, schema: open }
  )
})
