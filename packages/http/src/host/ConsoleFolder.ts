import { readdir, readFile } from "node:fs/promises"
import { join, relative, sep } from "node:path"
import { Effect } from "effect"
import type { ConsoleFiles } from "../foundation/exchange/ConsoleFiles.ts"
import * as Hosts from "../foundation/exchange/Hosts.ts"
import { OptionInvalid } from "./Options.ts"

/** Where a console is read from, and the URLs of its server. */
export interface ConsoleLocation {
  readonly folder: string
  readonly baseUrl: string
  readonly appUrl?: string | undefined
}

/** First segments of the server's paths. */
const reserved = /^\/(?:v1|sites|integrations|sign-in|sign-out|docs|healthz|readyz)(?:\/|$)/

/** Path of the application below the base URL; undefined if the server cannot serve it there. */
const pathOf = ({ appUrl, baseUrl }: ConsoleLocation): ConsoleFiles["path"] | undefined => {
  if (appUrl === undefined) return "/app"
  const [app, base] = [new URL(appUrl), new URL(baseUrl)]
  if (app.origin !== base.origin) return undefined
  const whole = app.pathname.replace(/(?<!\/)\/+$/, "")
  const path = base.pathname === "/" ? whole : Hosts.belowOf(baseUrl)(whole)
  return path === undefined || path === "" || reserved.test(path) ? undefined : `/${path.slice(1)}`
}

const notBuilt = new OptionInvalid({ option: "consoleFolder", rule: "must be the folder of a built console" })

const notBelow = new OptionInvalid({
  option: "appUrl",
  rule: "must be below the base URL, at a path that the server does not use, if the server serves the console"
})

const readFiles = async (folder: string) => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return new Map(
    await Promise.all(
      paths.map(async (path) => [relative(folder, path).split(sep).join("/"), await readFile(path)] as const)
    )
  )
}

/** Reads a built console. Fails if the folder has no `index.html`, or if its URL is not below the base URL. */
export const read = Effect.fnUntraced(function* (location: ConsoleLocation) {
  const path = pathOf(location)
  if (path === undefined) return yield* notBelow
  const files = yield* Effect.tryPromise({ try: () => readFiles(location.folder), catch: () => notBuilt })
  return files.has("index.html") ? ({ path, files } satisfies ConsoleFiles) : yield* notBuilt
})
