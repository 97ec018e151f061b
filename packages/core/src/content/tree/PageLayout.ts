import { Option, Schema, SchemaTransformation } from "effect"
import { describeFields } from "../../foundation/input/Input.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import { ImageRef } from "../document/ContentRef.ts"

/** A field that is always present in memory, and omitted from the stored form while it has its default value. */
export const withDefault = <A extends CanonicalJson.Json>(schema: Schema.Codec<A>, byDefault: NoInfer<A>) =>
  Schema.optionalKey(schema)
    .annotateKey({ default: byDefault })
    .pipe(
      Schema.decodeTo(
        Schema.toType(schema),
        SchemaTransformation.transformOptional({
          decode: (found) => Option.some(Option.getOrElse(found, () => byDefault)),
          encode: Option.flatMap(Option.liftPredicate((value: A) => !CanonicalJson.equals(value, byDefault)))
        })
      )
    )

/** Which parts of a page readers see. */
export const PageLayout = Schema.Struct(
  describeFields(
    {
      width: withDefault(Schema.Literals(["default", "wide"]), "default"),
      coverSize: withDefault(Schema.Literals(["hero", "full"]), "full"),
      cover: withDefault(Schema.Boolean, true),
      title: withDefault(Schema.Boolean, true),
      description: withDefault(Schema.Boolean, true),
      tableOfContents: withDefault(Schema.Boolean, true),
      outline: withDefault(Schema.Boolean, true),
      pagination: withDefault(Schema.Boolean, true),
      metadata: withDefault(Schema.Boolean, true)
    },
    {
      width: "Width of the page.",
      coverSize: "Size of the cover image.",
      cover: "Whether the cover image is shown.",
      title: "Whether the title is shown.",
      description: "Whether the description is shown.",
      tableOfContents: "Whether the list of pages is shown.",
      outline: "Whether the outline of headings is shown.",
      pagination: "Whether links to the previous and next page are shown.",
      metadata: "Whether the time of the last change is shown."
    }
  )
)
export type PageLayout = typeof PageLayout.Type

export const defaultLayout: PageLayout = Schema.decodeSync(PageLayout)({})

/** The cover image of a page; `yPos` is its vertical offset. */
export const Cover = Schema.Struct(
  describeFields(
    {
      ref: ImageRef,
      refDark: Schema.optionalKey(ImageRef),
      yPos: withDefault(Schema.Finite, 0)
    },
    {
      ref: "Image shown above the title.",
      refDark: "Image shown in dark mode.",
      yPos: "Vertical position of the image within its frame."
    }
  )
)
export type Cover = typeof Cover.Type
