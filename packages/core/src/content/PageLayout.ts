import { Option, Schema } from "effect"
import { ImageRef } from "../document/ContentRef.ts"
import * as CanonicalJson from "./CanonicalJson.ts"

/** A field that is always there in memory and left out of the stored form while it has its default. */
export const defaulted = <A extends CanonicalJson.Json>(schema: Schema.Schema<A>, byDefault: A) =>
  Schema.optionalToRequired(schema, schema, {
    decode: Option.getOrElse(() => byDefault),
    encode: Option.liftPredicate((value: A) => !CanonicalJson.equals(value, byDefault))
  })

/** Which parts of a page its readers see. */
export const PageLayout = Schema.Struct({
  width: defaulted(Schema.Literal("default", "wide"), "default"),
  coverSize: defaulted(Schema.Literal("hero", "full"), "full"),
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
  refDark: Schema.optionalWith(ImageRef, { exact: true }),
  yPos: defaulted(Schema.Finite, 0)
})
export type Cover = typeof Cover.Type
