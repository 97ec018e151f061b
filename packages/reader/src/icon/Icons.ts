import { Context, type Effect } from "effect"
import type { Html } from "../html/Html.ts"

export type IconStyle = "regular" | "solid" | "duotone" | "light" | "thin"

/** Icons at hand. */
export interface IconSet {
  /** Decorative, of the size of the text around it; undefined for unknown names. */
  readonly svg: (name: string, style: IconStyle) => Html | undefined
}

/** Draws the icons that pages, sections and texts name. */
export class Icons extends Context.Service<
  Icons,
  {
    /** Loads the icons on first use and caches them. */
    readonly set: Effect.Effect<IconSet>
  }
>()("@quire/reader/Icons") {}
