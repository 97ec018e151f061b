import { CommentBody, Input } from "@quire/core"
import { Effect, Schema } from "effect"
import * as Paging from "../../foundation/query/Paging.ts"

const format = Input.describeFields(
  { format: Schema.optionalKey(CommentBody.CommentFormat) },
  { format: "Form in which bodies are returned." }
)

/** The format of bodies; Markdown by default. */
export const FormatQuery = Schema.Struct(format)
export const FormatListQuery = Schema.Struct({ ...Paging.UrlParams.fields, ...format })

/** Filter of comment lists. */
export const Filter = Schema.Struct(
  Input.describeFields(
    {
      ...FormatListQuery.fields,
      status: Schema.Literals(["all", "open", "resolved"])
        .check(Paging.showsDefault("all"))
        .pipe(Schema.withDecodingDefaultType(Effect.succeed("all"))),
      order: Schema.Literals(["asc", "desc"])
        .check(Paging.showsDefault("desc"))
        .pipe(Schema.withDecodingDefaultType(Effect.succeed("desc"))),
      targetPage: Schema.optionalKey(Schema.String),
      authors: Schema.optionalKey(Schema.Array(Schema.String))
    },
    {
      order: "Direction of the order.",
      status: "Which comments are listed.",
      targetPage: "Page that the comments must be about.",
      authors: "Users who must have posted the comments."
    }
  )
)
