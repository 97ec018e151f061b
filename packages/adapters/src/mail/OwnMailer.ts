import { Mailer } from "@quire/core"
import { Effect, Layer, Predicate } from "effect"

/** Delivers one letter; a rejection means that it was not taken, and it is offered again later. */
export type Deliver = (letter: Mailer.Email, signal: AbortSignal) => Promise<unknown>

/** What is logged of a refusal, without the address that it may name. */
const reasonOf = (cause: unknown, { to }: Mailer.Email): string => {
  const text = Predicate.isError(cause) ? cause.message : String(cause)
  return text.replaceAll(to, "the recipient")
}

/** Letters go to a function of the host's. */
export const layer = (deliver: Deliver): Layer.Layer<Mailer.Mailer> =>
  Layer.succeed(Mailer.Mailer, {
    send: (letter) =>
      Effect.asVoid(
        Effect.tryPromise({
          try: (signal) => deliver(letter, signal),
          catch: (cause) => new Mailer.MailFailed({ cause: reasonOf(cause, letter) })
        })
      )
  })
