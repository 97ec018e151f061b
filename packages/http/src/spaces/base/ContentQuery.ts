import { Contents, PageView } from "@quire/core"
import { Schema } from "effect"
import * as Paging from "../../foundation/query/Paging.ts"

/** `metadata=false` leaves out Git metadata; `computed=false` leaves computed content as it is. */
export const Flags = { metadata: Paging.Flag(true), computed: Paging.Flag(true) }

/** The form of bodies: none where it is left out. */
export const Format = { format: Schema.optionalKey(Contents.PageFormat) }

export const Pages = Schema.Struct({ pages: Schema.Array(PageView.PageView) })
