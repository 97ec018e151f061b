import type { Publications } from "@quire/core"
import type { ReaderRequest } from "../request/ReaderRequest.ts"
import type { SiteTarget } from "../request/SiteTarget.ts"
import * as ThemeScript from "../script/ThemeScript.ts"
import * as PolicyHost from "./PolicyHost.ts"
import * as ScriptSources from "./ScriptSources.ts"

/**
 * The content security policy of a page. It allows the site's own stylesheet and script by their exact paths, because
 * any other path of the origin may be a user's file (rule published-policy), and scripts of integrations by their URLs
 * (rule site-scripts-run). `prefix` is the path of the server itself, ending with a slash; `frames` are the origins
 * that the page embeds, in a form that is valid in a policy.
 */
export const print = (
  { seen }: Publications.Publication,
  target: SiteTarget,
  { headers }: Pick<ReaderRequest, "headers">,
  { frames, prefix }: { readonly prefix: string; readonly frames: ReadonlyArray<string> }
): string => {
  const { host = "" } = headers
  const { key } = target
  const mounts = [target.mount, `${prefix}${target.mount.slice(1)}`]
  const here = PolicyHost.isNameable(host) ? mounts.map((mount) => `${host}${mount}${key}~asset/`) : []
  const assets = [...new Set([...here, `${seen.url}${key}~asset/`])].join(" ")
  return [
    "default-src 'none'",
    ["script-src", ThemeScript.hash, assets, ...seen.scripts.map(({ script }) => script)].join(" "),
    `style-src ${assets}`,
    "img-src 'self' https:",
    "font-src 'self'",
    ["connect-src 'self'", ...ScriptSources.connections(seen.scripts)].join(" "),
    "media-src 'self'",
    ...(frames.length === 0 ? [] : [`frame-src ${frames.join(" ")}`]),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'"
  ].join("; ")
}
