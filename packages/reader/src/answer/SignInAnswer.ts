import type { VisitorAuthentications } from "@quire/core"
import * as AnonymousAnswer from "./AnonymousAnswer.ts"
import type { ReaderAnswer } from "./ReaderAnswer.ts"

/**
 * The response of an integration to a visitor without a token, treated as untrusted and never cached. Undefined where
 * it cannot be passed on (rule visitor-integration).
 */
export const of = ({ answer, policy }: VisitorAuthentications.VisitorAnswer): ReaderAnswer | undefined => {
  const { body, headers, status } = answer
  if (!AnonymousAnswer.isPassable(status) || status >= 500) return undefined
  return Object.freeze({
    status,
    headers: Object.freeze({
      ...AnonymousAnswer.headersOf(headers, policy),
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff"
    }),
    body: AnonymousAnswer.isEmpty(status) ? undefined : body
  })
}
