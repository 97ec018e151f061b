import { Contents, Moment, PageView } from "@quire/core"
import { Schema } from "effect"
import * as Paging from "../../foundation/query/Paging.ts"

/** `metadata=false` omits Git metadata; `computed=false` does not evaluate computed content. */
export const Flags = { metadata: Paging.Flag(true), computed: Paging.Flag(true) }

/** The content as it was at a time (rule content-as-of). */
export const AsOf = { asOf: Schema.optionalKey(Moment.Moment) }

/** The format of bodies; they are omitted when it is absent. */
export const Format = { format: Schema.optionalKey(Contents.PageFormat) }

export const Pages = Schema.Struct({ pages: Schema.Array(PageView.PageView) })

/** Documents have one schema, so both are the same. */
export const DocumentSchema = { schema: Schema.optionalKey(Schema.Literals(["current", "next"])) }
