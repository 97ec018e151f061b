import { Mailbox } from "@quire/core"

const named = /^([^<>\r\n]*) <([^<>]*)>$/

/** A sender of letters, an address or `Name <address>`, with the address in its one spelling; undefined when it is none. */
export const spelled = (text: string): string | undefined => {
  const [, name, inside] = named.exec(text) ?? []
  const address = Mailbox.normalize(inside ?? text)
  if (!Mailbox.is(address)) return undefined
  return name === undefined ? address : `${name} <${address}>`
}
