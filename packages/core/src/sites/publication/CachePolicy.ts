import * as Claims from "../../sites/adaptive-schema/Claims.ts"
import type { Audience, Facts, Request } from "../visitor/Audience.ts"

/**
 * Who may cache a response: anyone (`public`), only the reader's own programs, which must revalidate each time
 * (`private`), or nothing (`none`), since it may contain data that identifies the reader, or is a preview (rule
 * publication-caching).
 */
export type CachePolicy = "public" | "private" | "none"

export const of = (
  { adaptive, visibility }: Facts,
  { shareKey }: Request,
  { claims, preview }: Audience
): CachePolicy => {
  if (preview !== undefined || (adaptive.enabled && Claims.canName(adaptive.schema, claims))) return "none"
  const isOpen = visibility === "public" || visibility === "unlisted"
  return isOpen && shareKey === undefined && !adaptive.enabled ? "public" : "private"
}
