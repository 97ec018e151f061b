export const limits = { localLength: 64, domainLength: 253, length: 254 } as const

const atom = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
const local = new RegExp(`^${atom}(?:\\.${atom})*$`)
const domain = new RegExp(`^${label}(?:\\.${label})+$`)

const ascii = /^[\u0020-\u007e]*$/
const international = /^[\p{L}\p{M}\p{N}.-]+$/u
const invisible = /\p{Default_Ignorable_Code_Point}/u
const numeric = /^[\d.]+$/

/** An international domain in ASCII; undefined if it has no such form, or one that parses as an IP address. */
const encodeDomain = (name: string): string | undefined => {
  const url = `http://${name}`
  if (!international.test(name) || invisible.test(name) || !URL.canParse(url)) return undefined
  const { hostname } = new URL(url)
  return numeric.test(hostname) ? undefined : hostname
}

/** The canonical spelling of a domain: lower case, ASCII. An invalid domain stays invalid. */
export const normalizeDomain = (name: string): string => {
  const lower = name.toLowerCase()
  return ascii.test(lower) && !lower.includes("xn--") ? lower : (encodeDomain(name) ?? name)
}

/** Whether a text is a DNS name of two labels or more, in its canonical spelling. */
export const isDomain = (name: string): boolean =>
  name.length <= limits.domainLength && domain.test(name) && (!name.includes("xn--") || encodeDomain(name) === name)

/** The canonical spelling of an address: lower case, its domain in ASCII. An invalid address stays invalid. */
export const normalize = (address: string): string => {
  const at = address.lastIndexOf("@")
  return `${address.slice(0, at + 1).toLowerCase()}${normalizeDomain(address.slice(at + 1))}`
}

/** Whether a text is an RFC 5321 mailbox without quotes, comments or address literals, in its canonical spelling. */
export const is = (address: string): boolean => {
  const at = address.lastIndexOf("@")
  const name = address.slice(0, at)
  return (
    address.length <= limits.length &&
    name.length <= limits.localLength &&
    local.test(name) &&
    isDomain(address.slice(at + 1))
  )
}
