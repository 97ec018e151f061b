import { Mailer } from "@quire/core"
import { Effect, Layer, Predicate } from "effect"

/** Delivers one email. A rejected promise means that the email was not accepted; delivery is retried later. */
export type Deliver = (email: Mailer.Email, signal: AbortSignal) => Promise<unknown>

/** The reason to log for a rejection, without the recipient address that it may contain. */
const reasonOf = (cause: unknown, { to }: Mailer.Email): string => {
  const text = Predicate.isError(cause) ? cause.message : String(cause)
  return text.replaceAll(to, "the recipient")
}

/** Sends emails with a function of the host application. */
export const layer = (deliver: Deliver): Layer.Layer<Mailer.Mailer> =>
  Layer.succeed(Mailer.Mailer, {
    send: (email) =>
      Effect.asVoid(
        Effect.tryPromise({
          try: (signal) => deliver(email, signal),
          catch: (cause) => new Mailer.MailFailed({ cause: reasonOf(cause, email) })
        })
      )
  })
