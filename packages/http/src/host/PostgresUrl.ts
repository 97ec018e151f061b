import { readFileSync } from "node:fs"

/** Parameters of an address that name files, which the driver reads before it connects. */
const fileParameters = ["sslrootcert", "sslcert", "sslkey"] as const

/** Whether a text is the address of a database. */
export const isPostgresUrl = (text: string): boolean =>
  URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol)

const holds = (attempt: () => unknown): boolean => {
  try {
    attempt()
    return true
  } catch {
    return false
  }
}

/** Percent signs that encode nothing are taken literally by the driver, and by this. */
const withPercentSigns = (text: string): string =>
  / |%[^a-f0-9]|%[a-f0-9][^a-f0-9]/i.test(text) ? encodeURI(text).replace(/%25(\d\d)/g, "%$1") : text

const isDecodable = (text: string): boolean =>
  holds(() => {
    const { hostname, password, pathname, username } = new URL(withPercentSigns(text))
    return [username, password, hostname, pathname].map(decodeURIComponent)
  })

/** The rule that the address of a database breaks; it repeats nothing of the address. */
export const faultOf = (text: string): string | undefined => {
  if (!isPostgresUrl(text)) return "must be a postgres:// URL"
  if (!isDecodable(text)) return "must be a postgres:// URL whose percent-encoded characters are UTF-8"
  const parameters = new Map(new URL(text).searchParams)
  const unreadable = fileParameters.find((name) => {
    const path = parameters.get(name) ?? ""
    return path !== "" && !holds(() => readFileSync(path))
  })
  if (unreadable !== undefined) return `must be a postgres:// URL whose ${unreadable} names a file that can be read`
  const isIncomplete =
    parameters.get("uselibpqcompat") === "true" &&
    parameters.get("sslmode") === "verify-ca" &&
    (parameters.get("sslrootcert") ?? "") === ""
  return isIncomplete ? "must be a postgres:// URL with sslrootcert, as its sslmode is verify-ca" : undefined
}
