import { randomUUID } from "node:crypto"
import { mkdir, open, rename, rm } from "node:fs/promises"
import { join } from "node:path"
import { Mailer } from "@quire/core"
import { Clock, Effect, Layer, Predicate } from "effect"
import * as Message from "./Message.ts"

export interface Options {
  readonly directory: string
  /** The sender: an address, or `Name <address>`. */
  readonly from?: string
}

/** The headers as they would be sent, and the unencoded text, so that links in the file stay whole. */
const composeContent = async (message: Message.Message): Promise<string> => {
  const { createTransport } = await import("nodemailer")
  const composer = createTransport({ streamTransport: true, buffer: true, newline: "unix" })
  const { message: composed } = await composer.sendMail(message)
  if (!Buffer.isBuffer(composed)) throw new Error("the message was not composed synchronously")
  const [headers = ""] = composed.toString("utf8").split("\n\n")
  return `${headers.replace(/^(Content-Transfer-Encoding): .*$/m, "$1: 8bit")}\n\n${message.text}`
}

/** Writes a file that only this user can read, atomically. */
const writeAtomically = async (directory: string, name: string, content: string): Promise<void> => {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const unfinished = join(directory, `.${name}.part`)
  const file = await open(unfinished, "wx", 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
    await file.close()
    await rename(unfinished, join(directory, name))
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(unfinished, { force: true })
    throw error
  }
}

const reasonOf = (error: unknown) =>
  Predicate.hasProperty(error, "code") && typeof error.code === "string" ? `folder ${error.code}` : "folder"

/** Writes each email to a file in a folder: `{time}-{id}.eml`. */
export const layer = ({ directory, from = "Quire <quire@localhost>" }: Options): Layer.Layer<Mailer.Mailer> =>
  Layer.succeed(Mailer.Mailer, {
    send: Effect.fnUntraced(function* (email: Mailer.Email) {
      const message = yield* Effect.mapError(
        Effect.fromResult(Message.fromEmail(from, email)),
        (cause) => new Mailer.MailFailed({ cause })
      )
      const now = yield* Clock.currentTimeMillis
      const time = new Date(now).toISOString().replace(/[-:.]/g, "")
      yield* Effect.tryPromise({
        try: async () => writeAtomically(directory, `${time}-${randomUUID()}.eml`, await composeContent(message)),
        catch: (error) => new Mailer.MailFailed({ cause: reasonOf(error) })
      })
    })
  })
