import { Effect, Option } from "effect"
import { Cookies, type HttpServerRequest } from "effect/http"
import * as Exchange from "./Exchange.ts"

/** What the server keeps in browsers: their sessions, and what one is given that begins to sign in. */
export type CookieKind = "session" | "began"

/** What a cookie is called: the prefix has browsers take it from an encrypted host alone. */
export const nameOf = (kept: CookieKind, isSecure: boolean): string => `${isSecure ? "__Host-" : ""}quire-${kept}`

/** As a secret is spelled; nothing else is looked up. */
const secretPattern = /^\w{1,100}$/

/** Values of a name in the `Cookie` header, each as it was sent. */
const valuesOf = (header: string, name: string): ReadonlyArray<string> =>
  header.split(";").flatMap((pair) => {
    const [key = "", ...value] = pair.trim().split("=")
    return key === name ? [value.join("=")] : []
  })

/**
 * The cookies of the server itself, below the whole of its origin: no script reads them, and no other site sends them
 * but by a link (rule session-cookie). Where the base URL is https, browsers take them from this host alone.
 */
export const make = (base: string) => {
  const secure = base.startsWith("https:")
  const named = (kept: CookieKind) => nameOf(kept, secure)
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure } as const

  /** One that a request brought; none if there are two, as one of them came from elsewhere. */
  const read = ({ headers }: HttpServerRequest.HttpServerRequest, kept: CookieKind): string | undefined => {
    const [value, ...others] = valuesOf(headers["cookie"] ?? "", named(kept))
    return others.length === 0 && value !== undefined && secretPattern.test(value) ? value : undefined
  }

  /** Adds a cookie to the answer, whatever that is. */
  const add = (cookie: Cookies.Cookie) =>
    Effect.withFiber((fiber) =>
      Effect.sync(() => {
        const exchange = Option.getOrUndefined(fiber.getRef(Exchange.current))
        exchange?.secrets.add(cookie.value)
        exchange?.cookies.push(cookie)
      })
    )

  const keep = (kept: CookieKind, secret: string, expiresAt: number) =>
    add(Cookies.makeCookieUnsafe(named(kept), secret, { ...options, expires: new Date(expiresAt) }))

  const drop = (kept: CookieKind) =>
    add(Cookies.makeCookieUnsafe(named(kept), "", { ...options, expires: new Date(0) }))

  return { read, keep, drop } as const
}
