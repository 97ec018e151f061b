import { Context, Data, Effect, Layer, Schema } from "effect"

/** Plain text to one person. */
export const Letter = Schema.Struct({ to: Schema.String, subject: Schema.String, text: Schema.String })
export interface Letter extends Schema.Schema.Type<typeof Letter> {}

/** The letter was not taken; it may be later. The cause names no address: it is logged. */
export class MailFailed extends Data.TaggedError("MailFailed")<{ readonly cause: string }> {}

/** Hands letters to whoever delivers them. */
export class Mailer extends Context.Service<
  Mailer,
  {
    readonly send: (letter: Letter) => Effect.Effect<void, MailFailed>
    /** Nobody delivers: letters wait in the store until somebody does. */
    readonly isAbsent?: true
  }
>()("@quire/core/Mailer") {
  static readonly layerAbsent = Layer.succeed(this, {
    send: () => Effect.fail(new MailFailed({ cause: "no mail server is set" })),
    isAbsent: true
  })
}
