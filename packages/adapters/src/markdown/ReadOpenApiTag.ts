import type { ContentRef } from "@quire/core"
import { Schema } from "effect"
import { imageRef } from "./InlineElement.ts"
import { fullWidth, get, isSet, type ReadTag, type TaggedContent, voidOf } from "./TaggedContent.ts"

const isSpec = Schema.is(Schema.Struct({ kind: Schema.Literal("openapi"), spec: Schema.NonEmptyString }))

const specOf = (tagged: TaggedContent): ContentRef.OpenApiRef | undefined => {
  const ref = { kind: "openapi", spec: get(tagged, "spec") } as const
  return isSpec(ref) ? ref : undefined
}

export const operation: ReadTag = (tagged) => {
  const [ref, path, method] = [specOf(tagged), get(tagged, "path"), get(tagged, "method")]
  if (ref === undefined || path === undefined || method === undefined) return undefined
  return voidOf(tagged, { object: "block", type: "openapi-operation", isVoid: true, data: { path, method, ref } })
}

export const schemas: ReadTag = (tagged) => {
  const [ref, names] = [specOf(tagged), get(tagged, "schemas") ?? get(tagged, "schema")]
  if (ref === undefined || names === undefined) return undefined
  const grouped = get(tagged, "grouped")
  return voidOf(tagged, {
    object: "block",
    type: "openapi-schemas",
    isVoid: true,
    data: {
      schemas: names === "" ? [] : names.split(","),
      ...(grouped === "true" || grouped === "false" ? { grouped: grouped === "true" } : {}),
      ref
    }
  })
}

export const webhook: ReadTag = (tagged) => {
  const [ref, name, method] = [specOf(tagged), get(tagged, "name"), get(tagged, "method")]
  if (ref === undefined || name === undefined || method === undefined) return undefined
  return voidOf(tagged, { object: "block", type: "openapi-webhook", isVoid: true, data: { name, method, ref } })
}

/** An operation of a specification that is a file or an address. */
export const swagger: ReadTag = (tagged) => {
  const [path, method] = [get(tagged, "path"), get(tagged, "method")]
  const ref = imageRef(get(tagged, "src"), tagged.reader)
  if (ref === undefined || path === undefined || method === undefined) return undefined
  const expanded = isSet(tagged, "expanded") ? { expanded: true } : {}
  const data = { path, method, ref, ...expanded, ...fullWidth(tagged) }
  return voidOf(tagged, { object: "block", type: "swagger", isVoid: true, data })
}
