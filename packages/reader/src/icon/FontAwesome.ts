import { readFile } from "node:fs/promises"
import { Effect, Layer, Predicate } from "effect"
import { type Html, html } from "../html/Html.ts"
import { type IconSet, type IconStyle, Icons } from "./Icons.ts"

/** Icon families, as Iconify names them. */
type Family = "solid" | "regular" | "brands"

/** Outlines by name. */
type Outlines = ReadonlyMap<string, string>

const outline = /^<path fill="currentColor" d="([^"<>&]+)"\/>$/

/** Each icon is one outline in a square of `side`; icons in any other form are omitted. */
const side = 640

const outlinesOf = (json: unknown): Outlines => {
  const icons = Predicate.hasProperty(json, "icons") && Predicate.isObject(json.icons) ? json.icons : {}
  return new Map(
    Object.entries(icons).flatMap(([name, icon]: [string, unknown]) => {
      const body = Predicate.hasProperty(icon, "body") && typeof icon.body === "string" ? icon.body : ""
      const path = outline.exec(body)?.[1]
      return path === undefined ? [] : [[name, path] as const]
    })
  )
}

const read = async (family: Family): Promise<Outlines> => {
  const file = new URL(import.meta.resolve(`@iconify-json/fa7-${family}/icons.json`))
  const json: unknown = JSON.parse(await readFile(file, "utf8"))
  return outlinesOf(json)
}

const draw = (path: string): Html =>
  html`<svg class="icon" viewBox="0 0 ${side} ${side}" fill="currentColor" aria-hidden="true"><path d="${path}"/></svg>`

const setOf = (solid: Outlines, regular: Outlines, brands: Outlines): IconSet => {
  const find = (name: string, style: IconStyle): string | undefined => {
    const own = style === "solid" ? undefined : regular.get(name)
    return own ?? solid.get(name) ?? brands.get(name)
  }
  return {
    svg: (name, style) => {
      const path = find(name, style)
      return path === undefined ? undefined : draw(path)
    }
  }
}

const load = Effect.map(
  Effect.promise(() => Promise.all([read("solid"), read("regular"), read("brands")])),
  ([solid, regular, brands]) => setOf(solid, regular, brands)
)

/**
 * Font Awesome Free. It has few icons in its regular style and none in duotone, light and thin. Other icons are
 * rendered in the regular style, or otherwise in the solid style.
 */
export const layer = Layer.effect(
  Icons,
  Effect.map(Effect.cached(load), (set) => Icons.of({ set }))
)
