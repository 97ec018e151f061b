import { Context } from "effect"

/** Options of a host application for serving published sites. */
export interface ReaderOptions {
  /** Name of the cookie that keeps a visitor token. */
  readonly tokenCookie: string
  /** Name of the cookie with claims that are not signed, as JSON. */
  readonly claimsCookie: string
  /** Size in bytes of the in-memory cache of rendered texts. */
  readonly cachedBytes: number
}

export const defaults: ReaderOptions = {
  tokenCookie: "quire-visitor-token",
  claimsCookie: "quire-visitor-public",
  cachedBytes: 33_554_432
}

export const ReaderOptions: Context.Reference<ReaderOptions> = Context.Reference("@quire/reader/ReaderOptions", {
  defaultValue: (): ReaderOptions => defaults
})
