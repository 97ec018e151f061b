import { Context, Schema, SchemaAST } from "effect"
import { HttpApiSchema } from "effect/http-api"

export const limits = {
  bytes: 1_048_576,
  largeBytes: 10_485_760,
  depth: 64,
  keysPerObject: 1_000,
  itemsPerArray: 10_000
} as const

/** The greatest size of an endpoint's body in bytes, as received. Annotate endpoints whose limit is not 1 MiB. */
export const MaximumBytes = Context.Reference("@quire/http/MaximumBytes", {
  defaultValue: (): number => limits.bytes
})

/**
 * Whether keys that reach prototypes are allowed in an endpoint's body. Annotate only endpoints whose schema takes keys
 * as data.
 */
export const AnyKeys = Context.Reference("@quire/http/AnyKeys", {
  defaultValue: (): boolean => false
})

/** The content types of bodies of bytes. A page of another origin cannot send them without a preflight. */
export const bytesTypes = ["application/octet-stream", "application/offset+octet-stream"] as const

/** A body of bytes, which the endpoint reads from the request. */
export const bytesOf = (contentType: (typeof bytesTypes)[number]) => HttpApiSchema.StreamUint8Array({ contentType })

/** A body that rejects unknown fields at every depth and reports every fault. */
export const closed = <Fields extends Schema.Struct.Fields>(fields: Fields) => Schema.Struct(fields)

const shapeOf = (form: Schema.Top): string => {
  const ast = SchemaAST.toEncoded(form.ast)
  const names = (SchemaAST.isObjects(ast) ? ast.propertySignatures : []).map(({ name, type }) =>
    SchemaAST.isOptional(type) ? `${String(name)}?` : String(name)
  )
  return `{${names.join(", ")}}`
}

/**
 * A body that has one of several closed forms. A body with the fields of one form is validated against that form; for
 * any other the error lists the forms.
 */
export const oneOf = <Forms extends ReadonlyArray<Schema.Top>>(...forms: Forms) => {
  const message = `must have the form ${forms.map(shapeOf).join(" or ")}`
  return Schema.Union(forms).annotate({ message: message })
}
