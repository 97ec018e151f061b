import { Development, Developments } from "@quire/core"
import { Effect } from "effect"
import { Absent, Removed, respondRemoved } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import { integration } from "../installation/Parameters.ts"

const path = "/integrations/:integrationName/dev"

/** Development mode of integrations. */
export class DevelopmentsApi extends Group.make(
  "developments",
  "Development of integrations",
  Endpoint.put("setIntegrationDevelopmentMode", path, {
    summary: "Enable development mode",
    description: "Sends the events of an integration to a tunnel instead of its script for a day.",
    permission: Permission.refusing("integration:admin"),
    params: integration,
    payload: Development.Begin,
    success: Absent,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.delete("disableIntegrationDevelopmentMode", path, {
    summary: "Disable development mode",
    description: "Sends the events of an integration to its script again.",
    permission: Permission.deleting("integration:admin"),
    params: integration,
    success: [Removed, Absent],
    error: [Errors.Forbidden]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.map(Developments.Developments, (developments) => ({
      setIntegrationDevelopmentMode: ({ params: path, payload }) => developments.begin(path.integrationName, payload),
      disableIntegrationDevelopmentMode: ({ params: path }) => respondRemoved(developments.end(path.integrationName))
    }))
  )
}
