import { Option, Redacted } from "effect"
import * as Quire from "../Quire.ts"
import * as BlobSettings from "./BlobSettings.ts"
import type { Settings } from "./Settings.ts"

const storeOf = ({ store }: Settings, guest: boolean): Quire.Store => {
  switch (store._tag) {
    case "Memory":
      return { kind: "memory" }
    case "Embedded":
      return { kind: "embedded", directory: store.directory, guest }
    case "Postgres":
      return { kind: "postgres", url: Redacted.value(store.url) }
  }
}

const mailOf = ({ mail }: Settings): Quire.Mail => {
  switch (mail._tag) {
    case "None":
      return { kind: "none" }
    case "Folder":
      return { kind: "folder", directory: mail.directory, ...(mail.from === undefined ? {} : { from: mail.from }) }
    case "Smtp":
      return { kind: "smtp", url: Redacted.value(mail.url), from: mail.from }
  }
}

const textOf = (secret: Redacted.Redacted | undefined): string | undefined =>
  Option.getOrUndefined(Option.map(Option.fromNullishOr(secret), Redacted.value))

/** The engine with every port; a `guest` joins the embedded server of a running process. */
export const engine = (
  settings: Settings,
  base: string,
  guest: boolean,
  onStoreLost: Quire.EngineOptions["onStoreLost"] = () => {}
): ReturnType<typeof Quire.layer> =>
  Quire.layer({
    store: storeOf(settings, guest),
    blobs: BlobSettings.choiceOf(settings.blobs),
    baseUrl: settings.baseUrl ?? base,
    appUrl: settings.appUrl,
    fetchAllow: settings.fetchAllow,
    dns: { kind: "servers", servers: settings.dnsServers },
    translator: settings.translator,
    pdf: settings.pdf,
    mail: mailOf(settings),
    letters: { off: settings.lettersOff },
    secretKey: textOf(settings.secretKeys.present),
    previousSecretKey: textOf(settings.secretKeys.previous),
    onStoreLost,
    onProgress: (step) => void process.stderr.write(`quire: ${step}\n`)
  })
