import { Schema } from "effect"
import { InputInvalid } from "../../foundation/input/Input.ts"
import * as MentioningRows from "../../foundation/personal-data/MentioningRows.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant } from "../../foundation/time/Instant.ts"

export const limits = {
  nameLength: 40,
  /** Subscriptions of one store. */
  perStore: 100,
  /** Characters of the reason of a failure. */
  reasonLength: 1_000
} as const

/** Why the next event could not be delivered. */
export const Failure = Schema.Struct({
  event: Schema.String,
  attempts: Schema.Int,
  at: Instant,
  reason: Schema.String
})
export type Failure = typeof Failure.Type

/** A named subscription. All events up to an offset of the outbox were handled (rule subscription-once-or-more). */
export const Subscription = Schema.Struct({
  /** The name that the host chose. */
  id: Schema.String,
  offset: Schema.String,
  failure: Schema.NullOr(Failure)
})
export type Subscription = typeof Subscription.Type

export const begun = (name: string, offset: string): Subscription => ({ id: name, offset, failure: null })

export const moved = (self: Subscription, offset: string): Subscription => ({ ...self, offset, failure: null })

/** Number of failed deliveries of an event. */
export const attemptsOf = ({ failure }: Subscription, event: string): number =>
  failure?.event === event ? failure.attempts : 0

export const failed = (self: Subscription, offset: string, { reason, ...failure }: Failure): Subscription => ({
  ...self,
  offset,
  failure: { ...failure, reason: reason.slice(0, limits.reasonLength) }
})

export const collection = Repository.collection({
  name: "event_subscriptions",
  schema: Subscription,
  columns: {},
  indexes: { all: { on: [] } },
  unique: {},
  references: [],
  counters: [],
  rank: 3
})

/** Failure reasons of a host program that mention a user are hidden once the user is erased. */
export const mentioningRows = MentioningRows.source(collection, "all", (self, hide) => {
  if (self.failure === null) return self
  const reason = hide(self.failure.reason)
  return reason === self.failure.reason ? self : { ...self, failure: { ...self.failure, reason } }
})

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
