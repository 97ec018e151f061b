import { EmailAddress } from "@quire/core"

const namedAddress = /^([^<>\r\n]*) <([^<>]*)>$/

/**
 * The canonical form of a sender (an address or `Name <address>`), with the address normalized; undefined when it is
 * invalid.
 */
export const normalize = (text: string): string | undefined => {
  const [, name, inside] = namedAddress.exec(text) ?? []
  const address = EmailAddress.normalize(inside ?? text)
  if (!EmailAddress.is(address)) return undefined
  return name === undefined ? address : `${name} <${address}>`
}
