import { Clock, Context, Effect, Layer, Schema } from "effect"
import type { UserId } from "../../foundation/id/Ids.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { collection, countOn, dayOf, type EmailCount, emptyCount } from "./EmailCount.ts"

/**
 * Kinds of emails: an `invitation` has a sign-in link for a user who was invited by email; `sign-in` has the link that
 * a user requested on the sign-in page; a `webhook` notifies administrators of a paused webhook.
 */
export const EmailKind = Schema.Literals(["invitation", "sign-in", "webhook"])
export type EmailKind = typeof EmailKind.Type

/** Emails per day (UTC): how many a user receives, and how many a user can send to others. */
export const limits = { receivedDaily: 10, sentDaily: 500 } as const

export interface Policy {
  /** Kinds of emails that are never sent (rule letter-strangers). */
  readonly off: ReadonlyArray<EmailKind>
  readonly receivedDaily: number
  readonly sentDaily: number
}

/** The email policy of the operator: daily limits and disabled kinds. */
export const EmailPolicy = Context.Reference<Policy>("@quire/core/EmailPolicy", {
  defaultValue: () => ({ off: [], ...limits })
})

/** The user has reached the daily limit of emails sent to others (rule letter-strangers). */
export class EmailLimitReached extends Schema.TaggedError<EmailLimitReached>()("LetterLimitReached", {
  limit: Schema.Number
}) {
  readonly kind = "limit" as const
  override get message() {
    return `a user can send at most ${this.limit} emails per day`
  }
}

/** Counts the emails of the current day, inside a mutation. */
export class EmailQuota extends Context.Service<EmailQuota>()("@quire/core/EmailQuota", {
  make: Effect.gen(function* () {
    const counts = yield* Repository.make(collection)
    const policy = yield* EmailPolicy

    /**
     * Locks the counts of all given users. Missing counts are inserted in sorted order, because two requests may insert
     * the same ones.
     */
    const lockCounts = Effect.fnUntraced(function* (people: ReadonlyArray<UserId>, today: number) {
      const known = yield* counts.getMany(people)
      for (const id of people.filter((each) => !known.has(each)).sort()) {
        yield* Effect.catchTag(counts.tryInsert(emptyCount(id, today)), "Taken", () => Effect.void)
      }
      return [...(yield* counts.lock(people)).values()]
    })

    /**
     * Counts one email for each recipient and all of them for the sender. The host (null) may send any number. Returns
     * the recipients who may still receive an email today. The sender must not be a recipient.
     */
    const take = Effect.fnUntraced(function* (sender: UserId | null, recipients: ReadonlyArray<UserId>) {
      if (recipients.length === 0) return new Set<UserId>()
      const today = dayOf(yield* Clock.currentTimeMillis)
      const rows = yield* lockCounts(sender === null ? recipients : [sender, ...recipients], today)
      const counted = rows.map((seen) => ({ seen, next: countOn(seen.value, today) }))
      const sends = recipients.length + (counted.find(({ next }) => next.id === sender)?.next.sent ?? 0)
      if (sender !== null && sends > policy.sentDaily) return yield* new EmailLimitReached({ limit: policy.sentDaily })
      const isFree = ({ id, received }: EmailCount) => id !== sender && received < policy.receivedDaily
      const next = (self: EmailCount): EmailCount =>
        self.id === sender ? { ...self, sent: sends } : { ...self, received: self.received + (isFree(self) ? 1 : 0) }
      yield* counts.updateAll(counted.map((each) => ({ seen: each.seen, next: next(each.next) })))
      return new Set(counted.filter((each) => isFree(each.next)).map((each) => each.next.id))
    })

    return { take } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
