import { Context, Data, Effect, Layer, Schema } from "effect"

/** A plain-text letter to one person. */
export const Email = Schema.Struct({ to: Schema.String, subject: Schema.String, text: Schema.String })
export interface Email extends Schema.Schema.Type<typeof Email> {}

/** The letter was not accepted, but may be later. The cause is logged, so it contains no address. */
export class MailFailed extends Data.TaggedError("MailFailed")<{ readonly cause: string }> {}

/** Sends letters. */
export class Mailer extends Context.Service<
  Mailer,
  {
    readonly send: (letter: Email) => Effect.Effect<void, MailFailed>
    /** There is no mail server: letters wait in the store until there is one. */
    readonly isAbsent?: true
  }
>()("@quire/core/Mailer") {
  static readonly layerAbsent = Layer.succeed(this, {
    send: () => Effect.fail(new MailFailed({ cause: "no mail server is configured" })),
    isAbsent: true
  })
}
