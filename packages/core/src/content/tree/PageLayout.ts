import { Option, Schema, SchemaTransformation } from "effect"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import { ImageRef } from "../document/ContentRef.ts"

/** A field that is always there in memory and left out of the stored form while it has its default. */
export const defaulted = <A extends CanonicalJson.Json>(schema: Schema.Codec<A>, byDefault: NoInfer<A>) =>
  Schema.optionalKey(schema).pipe(
    Schema.decodeTo(
      Schema.toType(schema),
      SchemaTransformation.transformOptional({
        decode: (found) => Option.some(Option.getOrElse(found, () => byDefault)),
        encode: Option.flatMap(Option.liftPredicate((value: A) => !CanonicalJson.equals(value, byDefault)))
      })
    )
  )

/** Which parts of a page its readers see. */
export const PageLayout = Schema.Struct({
  width: defaulted(Schema.Literals(["default", "wide"]), "default"),
  coverSize: defaulted(Schema.Literals(["hero", "full"]), "full"),
  cover: defaulted(Schema.Boolean, true),
  title: defaulted(Schema.Boolean, true),
  description: defaulted(Schema.Boolean, true),
  tableOfContents: defaulted(Schema.Boolean, true),
  outline: defaulted(Schema.Boolean, true),
  pagination: defaulted(Schema.Boolean, true),
  metadata: defaulted(Schema.Boolean, true)
})
export type PageLayout = typeof PageLayout.Type

export const byDefault: PageLayout = Schema.decodeSync(PageLayout)({})

/** The image at the head of a page; `yPos` is its vertical offset. */
export const Cover = Schema.Struct({
  ref: ImageRef,
  refDark: Schema.optionalKey(ImageRef),
  yPos: defaulted(Schema.Finite, 0)
})
export type Cover = typeof Cover.Type
