import { PageLayout } from "@quire/core"
import { Result, Schema } from "effect"

const decode = Schema.decodeUnknownResult(PageLayout.PageLayout, { onExcessProperty: "error" })

/** What a head says of the layout of its page; undefined where it is not one. */
export const read = (value: unknown): PageLayout.PageLayout | undefined => Result.getOrUndefined(decode(value))
