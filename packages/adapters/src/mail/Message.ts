import type { Mailer } from "@quire/core"
import { Result } from "effect"

const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g

/** What an address must not have: anything that would end it, or make two of it. */
const unsafe = /[\s()<>[\]\\,;:"\u0000-\u001f\u007f-\u009f]/

/** What a letter is as a message. Sender and recipient are also named apart, so that no header decides where it goes. */
export interface Message {
  readonly from: string
  readonly to: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly text: string
  readonly disableFileAccess: true
  readonly disableUrlAccess: true
}

/** None of a letter's texts can add a header; a failure when its address is not one. */
export const of = (from: string, { subject, text, to }: Mailer.Letter): Result.Result<Message, string> =>
  unsafe.test(to) || !to.includes("@")
    ? Result.fail("the address is not one")
    : Result.succeed({
        from,
        to: { name: "", address: to },
        subject: subject.replace(control, " "),
        text,
        disableFileAccess: true,
        disableUrlAccess: true
      })
