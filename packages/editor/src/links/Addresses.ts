const longest = 2048
const scheme = /^([a-z][a-z0-9+.-]*):/i
const allowed: ReadonlySet<string> = new Set(["http", "https", "mailto", "tel"])

const isControl = (code: number) => code < 0x20 || code === 0x7f

/**
 * Whether the API accepts an address as the target of a link or image: relative, `#anchor`, or one of the schemes http,
 * https, mailto and tel, without control characters.
 */
export const isSafeAddress = (address: string): boolean => {
  if (address.trim() !== address || !address.isWellFormed() || address.length > longest) return false
  if (Array.from(address).some((character) => isControl(character.codePointAt(0) ?? 0))) return false
  const name = scheme.exec(address)?.[1]
  return name === undefined || allowed.has(name.toLowerCase())
}

const host = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}(?::\d{1,5})?(?:[/?#]|$)/u

/** Whether a text is an email address, as people write them. */
const isEmail = (text: string): boolean => {
  const [name = "", domain = "", ...rest] = text.split("@")
  const labels = domain.split(".")
  return rest.length === 0 && name !== "" && labels.length > 1 && !labels.includes("") && !/[\s:/]/.test(text)
}

/** The address that a person means with a text: `example.com` is a host, `a@example.com` an email address. */
export const addressOf = (text: string): string | undefined => {
  const trimmed = text.trim()
  if (trimmed === "") return undefined
  const full = isEmail(trimmed) ? `mailto:${trimmed}` : host.test(trimmed) ? `https://${trimmed}` : trimmed
  return isSafeAddress(full) ? full : undefined
}

/** The one web address that a text consists of, if it does. */
export const soleAddress = (text: string): string | undefined => {
  const trimmed = text.trim()
  return /^https?:\/\/\S+$/i.test(trimmed) && isSafeAddress(trimmed) ? trimmed : undefined
}
