import { assert, it } from "@effect/vitest"
import { Context, Schema } from "effect"
import { OpenApi } from "effect/http-api"
import * as Endpoint from "../../../src/foundation/endpoint/Endpoint.ts"
import * as Permission from "../../../src/foundation/endpoint/Permission.ts"

it("keeps the documentation and the access as annotations", () => {
  const endpoint = Endpoint.get("getThing", "/things/:thingId", {
    summary: "Get a thing",
    permission: Permission.hiding("content:read"),
    scope: "space:content:read",
    params: { thingId: Schema.String },
    success: Schema.String
  })
  assert.strictEqual(endpoint.method, "GET")
  assert.strictEqual(Context.getOrUndefined(endpoint.annotations, OpenApi.Summary), "Get a thing")
  assert.isUndefined(Context.getOrUndefined(endpoint.annotations, OpenApi.Description))
  assert.deepStrictEqual(Permission.accessOf(endpoint.annotations), {
    permission: { permission: "content:read", without: { blind: 404 } },
    scope: "space:content:read"
  })
})

it("makes an endpoint without a permission fail to compile", () => {
  // @ts-expect-error the permission is missing
  assert.isDefined(Endpoint.get("getThing", "/things", { summary: "Get a thing", success: Schema.String }))
})
