import { Effect, Option } from "effect"
import { Cookies, type HttpServerRequest } from "effect/http"
import * as Exchange from "./Exchange.ts"

/** Cookies of the server: sessions, and the state of a started sign-in. */
export type CookieKind = "session" | "began"

/** Name of a cookie. With the prefix, browsers only accept it from a secure host. */
export const nameOf = (kept: CookieKind, isSecure: boolean): string => `${isSecure ? "__Host-" : ""}quire-${kept}`

/** Pattern of secrets; other values are not looked up. */
const secretPattern = /^\w{1,100}$/

/** Values of a name in the `Cookie` header, each as it was sent. */
const valuesOf = (header: string, name: string): ReadonlyArray<string> =>
  header.split(";").flatMap((pair) => {
    const [key = "", ...value] = pair.trim().split("=")
    return key === name ? [value.join("=")] : []
  })

/**
 * The cookies of the server, valid for its whole origin. Scripts cannot read them, and other sites send them only when
 * a link is followed (rule session-cookie). If the base URL is https, browsers accept them only from this host.
 */
export const make = (base: string) => {
  const secure = base.startsWith("https:")
  const named = (kept: CookieKind) => nameOf(kept, secure)
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure } as const

  /** Reads a cookie of a request; none if there are two, because one of them was set elsewhere. */
  const read = ({ headers }: HttpServerRequest.HttpServerRequest, kept: CookieKind): string | undefined => {
    const [value, ...others] = valuesOf(headers["cookie"] ?? "", named(kept))
    return others.length === 0 && value !== undefined && secretPattern.test(value) ? value : undefined
  }

  /** Adds a cookie to the response, whatever its status. */
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
