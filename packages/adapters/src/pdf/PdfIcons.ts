import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { Predicate } from "effect"

const require = createRequire(import.meta.url)

const outline = /^<path fill="currentColor" d="[^"<>&]+"\/>$/

/** The icons of a package, by name; none where it is not installed. */
const read = (family: string): ((name: string) => string | undefined) => {
  try {
    const json: unknown = JSON.parse(readFileSync(require.resolve(`@iconify-json/fa7-${family}/icons.json`), "utf8"))
    const icons = Predicate.hasProperty(json, "icons") && Predicate.isReadonlyObject(json.icons) ? json.icons : {}
    return (name) => {
      const icon = Object.hasOwn(icons, name) ? icons[name] : undefined
      const body = Predicate.hasProperty(icon, "body") && typeof icon.body === "string" ? icon.body : ""
      return outline.test(body) ? body : undefined
    }
  } catch {
    return () => undefined
  }
}

/** The colour of titles. */
const ink = "#1c2430"

/** SVG drawings of the known icons among the given names. The icon packages of the reader are loaded on first use. */
export const draw = (names: ReadonlySet<string>): ReadonlyMap<string, Uint8Array> => {
  if (names.size === 0) return new Map()
  const families = ["solid", "regular", "brands"].map(read)
  return new Map(
    Array.from(names).flatMap((name) => {
      const body = families.map((find) => find(name)).find((found) => found !== undefined)
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 640" color="${ink}">${body}</svg>`
      return body === undefined ? [] : [[name, new TextEncoder().encode(svg)] as const]
    })
  )
}
