import { Cause, Context, Effect, Option } from "effect"
import type { WireError } from "../error/Errors.ts"
import * as Redaction from "./Redaction.ts"

/** What the parts of the frame tell each other about the request that is being answered. */
export class Exchange {
  /** The `X-Request-Id` of the answer. */
  readonly id: string
  /** Network address of the client; empty when unknown. */
  readonly address: string
  readonly isMutating: boolean
  /** Id of the user who calls, once the token was accepted. */
  user: string | undefined
  /** What is answered for a body that is not read because the path names nothing for the caller. */
  absence: Effect.Effect<Option.Option<WireError>> = Effect.succeedNone
  /** `/v1/spaces/{spaceId}`, once a route was found. */
  template: string | undefined
  /** Why the server failed; empty where it did not. */
  failure: Cause.Cause<unknown> = Cause.empty
  /** Milliseconds that the thread has worked for it, about. */
  worked = 0
  /** Headers that the answer will carry, whatever it is. */
  readonly headers = new Map<string, string>()
  /** Texts that no log line may contain. */
  readonly secrets = new Redaction.Secrets()

  constructor({ address, id, isMutating }: Pick<Exchange, "id" | "address" | "isMutating">) {
    this.id = id
    this.address = address
    this.isMutating = isMutating
  }
}

/** The exchange that the fiber works for; children inherit it. None outside of requests. */
export const current: Context.Reference<Option.Option<Exchange>> = Context.Reference("Exchange/current", {
  defaultValue: () => Option.none<Exchange>()
})
