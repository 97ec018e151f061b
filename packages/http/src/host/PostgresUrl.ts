import { readFileSync } from "node:fs"
import { DatabaseUrl } from "@quire/adapters"

export const { locate } = DatabaseUrl

/** Parameters of an address that name files, which the driver reads before it connects. */
const fileParameters = ["sslrootcert", "sslcert", "sslkey"] as const

/** Whether a text is the address of a database, on one server or on several. */
export const isPostgresUrl = (text: string): boolean => {
  const urls = DatabaseUrl.split(text)
  return urls.every(
    (url) =>
      URL.canParse(url) &&
      /^postgres(ql)?:$/.test(new URL(url).protocol) &&
      (urls.length === 1 || new URL(url).hostname !== "")
  )
}

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
  holds(() =>
    DatabaseUrl.split(withPercentSigns(text)).map((url) => {
      const { hostname, password, pathname, username } = new URL(url)
      return [username, password, hostname, pathname].map(decodeURIComponent)
    })
  )

/** The rule that the address of a database breaks; it repeats nothing of the address. */
export const faultOf = (text: string): string | undefined => {
  if (!isPostgresUrl(text)) return "must be a postgres:// URL"
  if (!isDecodable(text)) return "must be a postgres:// URL whose percent-encoded characters are UTF-8"
  const [first = ""] = DatabaseUrl.split(text)
  const parameters = new Map(new URL(first).searchParams)
  if ((parameters.get("target_session_attrs") ?? "read-write") !== "read-write")
    return "must be a postgres:// URL whose target_session_attrs is read-write, if it has one"
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

/** The same for a replica, which is one server. */
export const replicaFaultOf = (text: string): string | undefined =>
  DatabaseUrl.split(text).length > 1 ? "must be a postgres:// URL of one server" : faultOf(text)
