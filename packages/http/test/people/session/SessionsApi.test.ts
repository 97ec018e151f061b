import { assert, it } from "@effect/vitest"
import { Api } from "../../../src/Api.ts"
import * as OpenApiDocument from "../../../src/documentation/OpenApiDocument.ts"
import { bytesTypes } from "../../../src/foundation/body/Body.ts"

it("accepts a session wherever a token is accepted, because no form can send such a body (rule session-forgery)", () => {
  const { paths } = OpenApiDocument.fromApi(Api)
  const operations = Object.values(paths).flatMap((item) => Object.values(item))
  const closed = operations.filter(({ security }) => security.some((requirement) => "bearer" in requirement))
  assert.isAbove(closed.length, 250)
  for (const { operationId, requestBody, security } of closed) {
    assert.deepStrictEqual(security, [{ bearer: [] }, { session: [] }, { secureSession: [] }], operationId)
    if (requestBody !== undefined) {
      const [type = "", ...others] = Object.keys(requestBody.content)
      assert.include(["application/json", ...bytesTypes], type, operationId)
      assert.deepStrictEqual(others, [], operationId)
    }
  }
})
