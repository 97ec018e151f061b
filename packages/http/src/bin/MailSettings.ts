import { join } from "node:path"
import { EmailQuota } from "@quire/core"
import { Redacted } from "effect"
import * as Sender from "../host/Sender.ts"
import { type NamedValue, refuse } from "./UsageError.ts"

/** How emails are delivered. */
export type MailSettings =
  | { readonly _tag: "None" }
  | { readonly _tag: "Folder"; readonly directory: string; readonly from: string | undefined }
  | { readonly _tag: "Smtp"; readonly url: Redacted.Redacted; readonly from: string }

const parseSender = ({ name, text }: NamedValue): string =>
  Sender.normalize(text) ?? refuse(`${name} must be an address or Name <address>, not "${text}"`)

const isMailServer = (text: string) => {
  if (!URL.canParse(text)) return false
  const { hostname, protocol } = new URL(text)
  return /^smtps?:$/.test(protocol) && hostname !== ""
}

/** Chooses between a mail server and a folder; `data` is the folder of the embedded store, if used. */
export const parse = (
  given: {
    readonly url: NamedValue | undefined
    readonly from: NamedValue | undefined
    readonly folder: NamedValue | undefined
  },
  data: string | undefined
): MailSettings => {
  const { folder, url } = given
  const from = given.from === undefined ? undefined : parseSender(given.from)
  if (url !== undefined && folder !== undefined) return refuse(`${url.name} and ${folder.name} cannot be used together`)
  if (url !== undefined) {
    if (!isMailServer(url.text)) return refuse(`${url.name} must be an smtp:// or smtps:// URL`)
    if (from === undefined) return refuse(`${url.name} requires --mail-from or QUIRE_MAIL_FROM`)
    return { _tag: "Smtp", url: Redacted.make(url.text), from }
  }
  const directory = folder?.text ?? (data === undefined ? undefined : join(data, "outbox"))
  return directory === undefined ? { _tag: "None" } : { _tag: "Folder", directory, from }
}

const kinds = EmailQuota.EmailKind.literals

/** Kinds of emails that are not sent: `all`, or a comma-separated list. */
export const parseDisabledKinds = (given: NamedValue | undefined): ReadonlyArray<EmailQuota.EmailKind> => {
  if (given === undefined) return []
  if (given.text === "all") return kinds
  const named = new Set(given.text.split(",").map((kind) => kind.trim()))
  const found = kinds.filter((kind) => named.delete(kind))
  const [unknown] = named
  return unknown === undefined ? found : refuse(`${given.name} must be all or ${kinds.join(", ")}, not "${unknown}"`)
}
