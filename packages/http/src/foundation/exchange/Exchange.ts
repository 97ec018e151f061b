import type { Actor } from "@quire/core"
import { Cause, Context, Effect, Option } from "effect"
import type { Cookies } from "effect/http"
import type * as Errors from "../error/Errors.ts"
import * as Redaction from "./Redaction.ts"

/** State that the parts of the frame share about the request being answered. */
export class Exchange {
  /** The `X-Request-Id` of the answer. */
  readonly id: string
  /** Network address of the client; empty when unknown. */
  readonly address: string
  readonly isMutating: boolean
  /** Whether the content type is JSON or bytes, which a page of another origin cannot set without a preflight. */
  readonly isPreflighted: boolean
  /** Id of the calling user, once authenticated. */
  user: string | undefined
  /** Authenticates the credential again, for a response that is sent over time; undefined before authentication. */
  authenticateAgain: Effect.Effect<Actor.Caller, Errors.Forbidden | Errors.Unauthorized> | undefined
  /** The error to return instead of reporting the body, if the path names nothing that the caller can view. */
  absence: Effect.Effect<Option.Option<Errors.WireError>> = Effect.succeedNone
  /** The path template (`/v1/spaces/{spaceId}`), once a route is found. */
  template: string | undefined
  /** Why the server failed; empty when it did not. */
  failure: Cause.Cause<unknown> = Cause.empty
  /** Approximate milliseconds of CPU time spent on it. */
  worked = 0
  /** The budgets in which the request was counted; it counts once in each. */
  readonly charged = new Set<string>()
  /** Headers added to the response, whatever its status. */
  readonly headers = new Map<string, string>()
  /** Cookies added to the response, whatever its status. */
  readonly cookies: Array<Cookies.Cookie> = []
  /** Secrets to redact from log lines. */
  readonly secrets = new Redaction.Secrets()

  constructor({
    address,
    id,
    isPreflighted = false,
    isMutating
  }: Pick<Exchange, "id" | "address" | "isMutating"> & Partial<Pick<Exchange, "isPreflighted">>) {
    this.id = id
    this.address = address
    this.isMutating = isMutating
    this.isPreflighted = isPreflighted
  }
}

/** The exchange of the current fiber, inherited by child fibers; none outside requests. */
export const current: Context.Reference<Option.Option<Exchange>> = Context.Reference("Exchange/current", {
  defaultValue: () => Option.none<Exchange>()
})
