import { Mailbox } from "@quire/core"

const named = /^([^<>\r\n]*) <([^<>]*)>$/

/**
 * The canonical form of a sender (an address or `Name <address>`), with the address normalized; undefined when it is
 * invalid.
 */
export const spelled = (text: string): string | undefined => {
  const [, name, inside] = named.exec(text) ?? []
  const address = Mailbox.spelled(inside ?? text)
  if (!Mailbox.is(address)) return undefined
  return name === undefined ? address : `${name} <${address}>`
}
