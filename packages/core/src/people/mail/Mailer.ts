import { Context, Data, Effect, Layer, Schema } from "effect"

/** A plain-text email to one recipient. */
export const Email = Schema.Struct({ to: Schema.String, subject: Schema.String, text: Schema.String })
export interface Email extends Schema.Schema.Type<typeof Email> {}

/** The email was not accepted, but a later attempt may succeed. The cause is logged, so it contains no address. */
export class MailFailed extends Data.TaggedError("MailFailed")<{ readonly cause: string }> {}

/** Sends emails. */
export class Mailer extends Context.Service<
  Mailer,
  {
    readonly send: (email: Email) => Effect.Effect<void, MailFailed>
    /** No mail server is configured: emails stay in the queue until there is one. */
    readonly isAbsent?: true
  }
>()("@quire/core/Mailer") {
  static readonly layerAbsent = Layer.succeed(this, {
    send: () => Effect.fail(new MailFailed({ cause: "no mail server is configured" })),
    isAbsent: true
  })
}
