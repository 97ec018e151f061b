import { Mailer } from "@quire/core"
import { Effect, Layer, Predicate, Redacted } from "effect"
import * as PercentDecoding from "../text/PercentDecoding.ts"
import * as Message from "./Message.ts"

export interface Options {
  /** `smtp://` or `smtps://`, with user and password if the server requires them. */
  readonly url: Redacted.Redacted
  /** The sender: an address, or `Name <address>`. */
  readonly from: string
}

/** Timeout in milliseconds for each of connecting, the greeting and any later silence. */
const timeoutMs = 10_000

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** A password is never sent unencrypted, except to this machine. */
const settingsOf = (url: URL) => {
  const secure = url.protocol === "smtps:"
  const auth =
    url.username === ""
      ? {}
      : { auth: { user: PercentDecoding.decode(url.username), pass: PercentDecoding.decode(url.password) } }
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS: !secure && url.username !== "" && !loopback.test(url.hostname),
    ...auth,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs
  }
}

const describePart = (error: unknown, name: string): string => {
  const value = Predicate.hasProperty(error, name) ? error[name] : undefined
  return typeof value === "string" || typeof value === "number" ? ` ${value}` : ""
}

/** The reason without the server's own words, which may name the recipient. */
const reasonOf = (error: unknown) =>
  `smtp${describePart(error, "code")}${describePart(error, "responseCode")}${describePart(error, "command")}`

/** Sends emails to a mail server, each over a separate connection. The SMTP client is loaded with the first email. */
export const layer = ({ from, url }: Options): Layer.Layer<Mailer.Mailer> =>
  Layer.sync(Mailer.Mailer, () => {
    const settings = settingsOf(new URL(Redacted.value(url)))
    return {
      send: Effect.fnUntraced(function* (email: Mailer.Email) {
        const message = yield* Effect.mapError(
          Effect.fromResult(Message.fromEmail(from, email)),
          (cause) => new Mailer.MailFailed({ cause })
        )
        yield* Effect.tryPromise({
          try: async () => {
            const { createTransport } = await import("nodemailer")
            return createTransport(settings).sendMail(message)
          },
          catch: (error) => new Mailer.MailFailed({ cause: reasonOf(error) })
        })
      })
    }
  })
