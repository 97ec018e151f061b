import type { PublishedScripts } from "@quire/core"

type Script = PublishedScripts.PublishedScript

/** HTTPS hosts with at least two labels; no scheme, no keyword, and no wildcard for all hosts. */
const pattern = /^https:\/\/(?:\*\.)?[a-z\d-]+(?:\.[a-z\d-]+)+(?::\d{1,5})?(?:\/[\w.~/-]*)?$/i

const directiveOf = (policy: string, name: string): ReadonlyArray<string> => {
  const directives = policy.split(";").map((text) => text.split(" ").filter((token) => token !== ""))
  const [, ...sources] = directives.find(([first = ""]) => first.toLowerCase() === name) ?? []
  return sources
}

/** Where the scripts of integrations may connect to, which are the hosts that their policies name (rule site-scripts-run). */
export const connections = (scripts: ReadonlyArray<Script>): ReadonlyArray<string> => {
  const named = scripts.flatMap(({ contentSecurityPolicy = "" }) => directiveOf(contentSecurityPolicy, "connect-src"))
  return [...new Set(named.filter((source) => pattern.test(source)))]
}
