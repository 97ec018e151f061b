import { Contents, Input, Moment, PageView } from "@quire/core"
import { Schema } from "effect"
import * as Paging from "../../foundation/query/Paging.ts"

/** `metadata=false` omits Git metadata; `computed=false` does not evaluate computed content. */
export const Flags = Input.describeFields(
  { metadata: Paging.Flag(true), computed: Paging.Flag(true) },
  {
    metadata: "Whether data about the last change is returned.",
    computed: "Whether computed pages are returned in full."
  }
)

/** The content as it was at a time (rule content-as-of). */
export const AsOf = Input.describeFields(
  { asOf: Schema.optionalKey(Moment.Moment) },
  { asOf: "Time whose content is read." }
)

/** The format of bodies; they are omitted when it is absent. */
export const Format = Input.describeFields(
  { format: Schema.optionalKey(Contents.PageFormat) },
  { format: "Form in which the text is returned: a document or Markdown." }
)

export const Pages = Schema.Struct(
  Input.describeFields(
    { pages: Schema.Array(PageView.PageView) },
    { pages: "Pages at the top, with those below them." }
  )
)

/** Documents have one schema, so both are the same. */
export const DocumentSchema = Input.describeFields(
  { schema: Schema.optionalKey(Schema.Literals(["current", "next"])) },
  { schema: "Version of the document schema." }
)
