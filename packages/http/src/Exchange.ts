import { Cause, Context, Option } from "effect"
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
  /** `/v1/spaces/{spaceId}`, once a route was found. */
  template: string | undefined
  /** Why the server failed; empty where it did not. */
  failure: Cause.Cause<unknown> = Cause.empty
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
