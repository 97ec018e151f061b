import { Context, Effect, Layer, Option } from "effect"
import * as Repository from "../../foundation/store/Repository.ts"
import { EmailPolicy, EmailQuota } from "../../people/mail/EmailQuota.ts"
import { cleanName } from "../../people/mail/EmailText.ts"
import { MailQueue } from "../../people/mail/Mail.ts"
import type * as Mailer from "../../people/mail/Mailer.ts"
import { collection as memberCollection } from "../../people/member/Member.ts"
import { collection as organizationCollection } from "../../people/organization/Organization.ts"
import { collection as userCollection } from "../../people/user/User.ts"
import type { Webhook } from "./Webhook.ts"

/** `organization` and `description` are unchecked user input. */
export interface Pause {
  readonly to: string
  readonly organization: string
  readonly webhook: string
  readonly description: string
  /** Reason of the last failure, as written by the engine. */
  readonly why: string
}

/** The email to an administrator about a paused webhook; it has no link (rule letter-strangers). */
export const writeEmail = ({ description, organization, to, webhook, why }: Pause): Mailer.Email => {
  const place = cleanName(organization) ?? "your organization"
  const name = cleanName(description)
  return {
    to,
    subject: `A webhook of ${place} was paused`,
    text: `The webhook ${webhook}${name === undefined ? "" : ` (${name})`} of ${place} was paused because its
deliveries failed for three days. No more events are sent to it.

Last failure: ${why}.

New events are kept for 30 days. They are delivered in order when you set the webhook active again.
`
  }
}

/** Maximum number of administrators who receive an email. */
export const limits = { recipients: 100 } as const

/** Emails administrators that a webhook was paused (rule webhook-paused). */
export class PauseEmails extends Context.Service<PauseEmails>()("@quire/core/PauseEmails", {
  make: Effect.gen(function* () {
    const { off } = yield* EmailPolicy
    const { post } = yield* MailQueue
    const quota = yield* EmailQuota
    const members = yield* Repository.make(memberCollection)
    const organizations = yield* Repository.make(organizationCollection)
    const users = yield* Repository.make(userCollection)

    const findAdministrators = Effect.fnUntraced(function* ({ organization }: Webhook) {
      const equals = { organization, role: "admin", disabled: false }
      const found = yield* members.list("withRole", { equals, limit: limits.recipients })
      return yield* users.getMany(found.map(({ value }) => value.user))
    })

    /** Queues, inside a transaction, one email to each administrator who may still receive one today. */
    const writeEmails = Effect.fnUntraced(function* (self: Webhook, why: string) {
      if (off.includes("webhook")) return
      const owner = Option.getOrUndefined(yield* organizations.get(self.organization))?.value
      const people = Repository.values([...(yield* findAdministrators(self)).values()])
      const written = yield* Effect.orDie(
        quota.take(
          null,
          people.map(({ id }) => id)
        )
      )
      const { description, id: webhook } = self
      for (const { email: to, id } of people) {
        if (!written.has(id)) continue
        const organization = owner?.title ?? ""
        yield* post("webhook", writeEmail({ to, organization, webhook, description, why }))
      }
    })

    return { writeEmails } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([EmailQuota.layer, MailQueue.layer]))
}
