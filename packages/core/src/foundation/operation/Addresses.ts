import { Context, Layer } from "effect"

/** Absolute URLs without a trailing slash. */
export interface Urls {
  /** Base URL of the API. */
  readonly base: string
  readonly app: string
  /**
   * Base URL of published sites without a custom hostname, and of resources that integrations serve (rule sites-host).
   */
  readonly sites: string
}

const withoutSlash = (url: string): string => url.replace(/(?<!\/)\/+$/, "")

/** The URLs of the server. */
export class Addresses extends Context.Service<Addresses, Urls>()("@quire/core/Addresses") {
  /** `app` defaults to the base and `/app`, `sites` to the base. */
  static readonly layer = (base: string, app: string = `${withoutSlash(base)}/app`, sites: string = base) =>
    Layer.succeed(this, { base: withoutSlash(base), app: withoutSlash(app), sites: withoutSlash(sites) })
}
