import { Components, Input } from "@quire/core"
import { Effect } from "effect"
import { limits } from "../../foundation/body/Body.ts"
import * as Json from "../../foundation/body/Json.ts"
import * as ErrorResponse from "../../foundation/error/ErrorResponse.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import * as LzString from "./LzString.ts"

const field = "request"

const refuse = (rule: string, path = "") =>
  ErrorResponse.invalidRequest({ rules: [{ path: path === "" ? field : path, rule }], isWhole: true })

const decode = Input.decoded(Components.ComponentRequest)
const values = Json.maximumValues(limits.bytes)

/** Reads the render request from a compressed query (rule integration-render-compressed). */
export const read = Effect.fnUntraced(function* (packed: string) {
  const text = yield* Effect.mapError(Effect.fromResult(LzString.unpack(packed, limits.bytes)), (rule) => refuse(rule))
  const json = yield* Effect.mapError(Json.read(text, { anyKeys: false, values }), ({ path, rule }) =>
    refuse(rule, path)
  )
  return yield* onWire(decode(json))
})
