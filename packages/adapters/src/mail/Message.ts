import type { Mailer } from "@quire/core"
import { Result } from "effect"

const controlCharacters = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g

/** Characters that could end an address or split it in two. */
const unsafeCharacter = /[\s()<>[\]\\,;:"\u0000-\u001f\u007f-\u009f]/

/** An email as a message. Sender and recipient are separate fields, so that no header decides where it is sent. */
export interface Message {
  readonly from: string
  readonly to: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly text: string
  readonly disableFileAccess: true
  readonly disableUrlAccess: true
}

/** Converts an email so that none of its texts can add a header. Fails when the recipient address is invalid. */
export const fromEmail = (from: string, { subject, text, to }: Mailer.Email): Result.Result<Message, string> =>
  unsafeCharacter.test(to) || !to.includes("@")
    ? Result.fail("the email address is invalid")
    : Result.succeed({
        from,
        to: { name: "", address: to },
        subject: subject.replace(controlCharacters, " "),
        text,
        disableFileAccess: true,
        disableUrlAccess: true
      })
