import { type Cause, Context, MutableRef, Option } from "effect"

/** What the parts of the frame tell each other about the request that is being answered. */
export interface Exchange {
  /** The `X-Request-Id` of the answer. */
  readonly id: string
  /** Network address of the client; empty when unknown. */
  readonly address: string
  readonly isMutating: boolean
  /** Id of the user who calls, once the token was accepted. */
  readonly user: MutableRef.MutableRef<Option.Option<string>>
  /** `/v1/spaces/{spaceId}`, once a route was found. */
  readonly template: MutableRef.MutableRef<Option.Option<string>>
  /** Why the server failed, where it did. */
  readonly failure: MutableRef.MutableRef<Option.Option<Cause.Cause<unknown>>>
  /** Headers that the answer will carry, whatever it is. */
  readonly headers: Map<string, string>
  /** Texts that no log line may contain. */
  readonly secrets: Set<string>
}

export const make = (known: Pick<Exchange, "id" | "address" | "isMutating">): Exchange => ({
  ...known,
  user: MutableRef.make(Option.none()),
  template: MutableRef.make(Option.none()),
  failure: MutableRef.make(Option.none()),
  headers: new Map(),
  secrets: new Set()
})

/** The exchange that the fiber works for; children inherit it. None outside of requests. */
export const current: Context.Reference<Option.Option<Exchange>> = Context.Reference("Exchange/current", {
  defaultValue: () => Option.none<Exchange>()
})
