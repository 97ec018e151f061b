import { CommentBody, CommentId, CommentReplyId } from "@quire/core"
import { Effect, Schema } from "effect"
import * as Paging from "../../foundation/query/Paging.ts"

export const comment = { commentId: CommentId.CommentId }
export const reply = { commentReplyId: CommentReplyId.CommentReplyId }

const format = { format: Schema.optionalKey(CommentBody.CommentFormat) }

/** The format of bodies; Markdown by default. */
export const FormatQuery = Schema.Struct(format)
export const FormatListQuery = Schema.Struct({ ...Paging.UrlParams.fields, ...format })

/** Which comments a list shows. */
export const Filter = Schema.Struct({
  ...FormatListQuery.fields,
  status: Schema.Literals(["all", "open", "resolved"]).pipe(Schema.withDecodingDefaultType(Effect.succeed("all"))),
  order: Schema.Literals(["asc", "desc"]).pipe(Schema.withDecodingDefaultType(Effect.succeed("desc"))),
  targetPage: Schema.optionalKey(Schema.String),
  authors: Schema.optionalKey(Schema.Array(Schema.String))
})
