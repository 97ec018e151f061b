import { Context, Layer } from "effect"

const withoutEnd = (url: string): string => url.replace(/(?<!\/)\/+$/, "")

/** Where the API and the app are reached: absolute, without a trailing slash. */
export class Addresses extends Context.Service<Addresses, { readonly base: string; readonly app: string }>()(
  "@quire/core/Addresses"
) {
  /** `app` defaults to the base and `/app`. */
  static readonly layer = (base: string, app?: string) =>
    Layer.succeed(this, {
      base: withoutEnd(base),
      app: withoutEnd(app ?? `${withoutEnd(base)}/app`)
    })
}
