import { Schema } from "effect"
import { InputInvalid } from "../../foundation/input/Input.ts"
import { limits } from "./Subscription.ts"

export interface Options {
  /**
   * Where a new subscription starts: with events committed from now on, which is the default, or with the first event
   * that the store still has.
   */
  readonly from?: "now" | "beginning"
}

/** The subscription is already open in this process. */
export class AlreadySubscribed extends Schema.TaggedError<AlreadySubscribed>()("AlreadySubscribed", {
  name: Schema.String
}) {
  readonly kind = "conflict" as const
  override get message() {
    return `subscription ${this.name} is already open in this process; close it first or choose another name`
  }
}

/** The subscription does not exist. */
export class SubscriptionNotFound extends Schema.TaggedError<SubscriptionNotFound>()("SubscriptionNotFound", {
  name: Schema.String
}) {
  readonly kind = "not-found" as const
  override get message() {
    return `subscription ${this.name} does not exist`
  }
}

/** The store has reached its limit of subscriptions. */
export class TooManySubscriptions extends Schema.TaggedError<TooManySubscriptions>()("TooManySubscriptions", {}) {
  readonly kind = "limit" as const
  override get message() {
    return `the store has reached the limit of ${limits.perStore} subscriptions; forget one that is no longer used`
  }
}

const form = /^[a-z0-9][a-z0-9-]*$/

/** Returns the error of a name or an option, if any (rule subscription-name). */
export const findFault = (name: string, { from }: Options): InputInvalid | undefined => {
  if (name.length > limits.nameLength || !form.test(name)) {
    const rule = `must be 1 to ${limits.nameLength} lowercase letters, digits and -, and begin with a letter or digit`
    return new InputInvalid({ details: [{ path: "name", rule }] })
  }
  if (from === undefined || from === "now" || from === "beginning") return undefined
  return new InputInvalid({ details: [{ path: "options.from", rule: 'must be "now" or "beginning"' }] })
}
