import { Fetcher } from "@quire/core"
import { Option, Result } from "effect"
import { type AllowList, portOf } from "./AllowList.ts"

const schemes: ReadonlySet<string> = new Set(["http:", "https:"])

export interface Policy {
  readonly allowList: AllowList
  /** Allowed ports of hosts that are not on the allow-list. */
  readonly ports: ReadonlyArray<number>
}

/** Parses a URL and checks its scheme, credentials and port. Addresses are checked when connecting. */
export const parse = (
  text: string,
  { allowList, ports }: Policy,
  base?: URL
): Result.Result<URL, Fetcher.FetchFailed> => {
  const url = Option.liftThrowable(() => new URL(text, base))()
  if (
    Option.isNone(url) ||
    !schemes.has(url.value.protocol) ||
    url.value.username !== "" ||
    url.value.password !== ""
  ) {
    return Result.fail(new Fetcher.FetchFailed({ reason: "protocol" }))
  }
  if (!ports.includes(Number(portOf(url.value))) && !allowList.allows(url.value)) {
    return Result.fail(new Fetcher.FetchFailed({ reason: "blocked" }))
  }
  url.value.hash = ""
  return Result.succeed(url.value)
}
