import { CommentBody, CommentId, CommentReplyId } from "@quire/core"
import { Schema } from "effect"
import * as Paging from "../Paging.ts"

export const comment = { commentId: CommentId.CommentId }
export const reply = { commentReplyId: CommentReplyId.CommentReplyId }

const format = { format: Schema.optionalWith(CommentBody.CommentFormat, { exact: true }) }

/** How bodies are shown: Markdown unless said. */
export const Shown = Schema.Struct(format)
export const ShownList = Schema.Struct({ ...Paging.UrlParams.fields, ...format })

/** Which comments a list shows. */
export const Filter = Schema.Struct({
  ...ShownList.fields,
  status: Schema.optionalWith(Schema.Literal("all", "open", "resolved"), { default: () => "all" }),
  order: Schema.optionalWith(Schema.Literal("asc", "desc"), { default: () => "desc" }),
  targetPage: Schema.optionalWith(Schema.String, { exact: true }),
  authors: Schema.optionalWith(Schema.Array(Schema.String), { exact: true })
})
