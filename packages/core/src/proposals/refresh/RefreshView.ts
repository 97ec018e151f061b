import { Schema } from "effect"
import { describeFields } from "../../foundation/input/Input.ts"
import { ProposedChanges } from "../../spaces/api-import/ApiImport.ts"
import { ChangeRequestView } from "../../spaces/change-request/ChangeRequestView.ts"

/** Result of a refresh: a change request and what it proposes, or nothing (rule api-refresh-request). */
export const RefreshResult = Schema.Struct(
  describeFields(
    {
      result: Schema.Literals(["change-request", "unchanged"]),
      /** Absent if there was nothing to propose. */
      changeRequest: Schema.optionalKey(ChangeRequestView),
      ...ProposedChanges.fields
    },
    {
      result: "Whether a change request was created or nothing had changed.",
      changeRequest: "Change request that was created."
    }
  )
).annotate({ identifier: "OpenAPIRefreshResult" })
export type RefreshResult = typeof RefreshResult.Type

/** The space has no pages that were written of the spec. */
export class ApiImportNotFound extends Schema.TaggedError<ApiImportNotFound>()("ApiImportNotFound", {
  spec: Schema.String
}) {
  readonly kind = "not-found" as const
  override get message() {
    return `the space has no pages that were imported from the OpenAPI spec ${this.spec}`
  }
}

/** A change request brings an earlier version of the pages and is not merged yet (rule api-refresh-request). */
export class RefreshUnderWay extends Schema.TaggedError<RefreshUnderWay>()("RefreshUnderWay", {
  number: Schema.Int
}) {
  readonly kind = "conflict" as const
  override get message() {
    return `change request #${this.number} contains an earlier refresh: merge or archive it first`
  }
}
