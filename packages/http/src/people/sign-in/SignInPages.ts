import {
  Actor,
  Addresses,
  Credentials,
  Organizations,
  ReturnPath,
  SamlSignIn,
  Sessions,
  SignIn,
  Sites,
  Users
} from "@quire/core"
import { MessageHtml, type Words } from "@quire/reader"
import { Effect, Option } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import * as StaticAnswer from "../../foundation/answer/StaticAnswer.ts"
import * as ErrorResponse from "../../foundation/error/ErrorResponse.ts"
import type { WireError } from "../../foundation/error/Errors.ts"
import * as BrowserCookies from "../../foundation/exchange/BrowserCookies.ts"
import { ConsoleFiles } from "../../foundation/exchange/ConsoleFiles.ts"
import * as Exchange from "../../foundation/exchange/Exchange.ts"
import * as OwnPage from "../../foundation/exchange/OwnPage.ts"
import * as OwnSources from "../../foundation/exchange/OwnSources.ts"
import * as RateLimit from "../../foundation/exchange/RateLimit.ts"
import * as SignInPage from "./SignInPage.ts"

/**
 * Script of the sign-in page. It exchanges the code for an API token instead of a session, for developers; without it,
 * the page signs in through its form. URLs are relative because the server may be mounted below a path.
 */
const script = `const find = (id) => document.getElementById(id)
const code = new URLSearchParams(location.search).get("code") ?? ""
const show = (id) => {
  for (const step of document.querySelectorAll("[data-step]")) step.hidden = step.id !== id
}
const fail = (why) => {
  for (const reason of document.querySelectorAll("[data-why]")) reason.hidden = reason.dataset.why !== why
  show("failed")
}
const exchange = async () => {
  const answer = await fetch("v1/sign-in", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code }),
    credentials: "same-origin",
    cache: "no-store"
  })
  const body = await answer.json()
  if (!answer.ok) return fail(answer.status === 400 ? "used" : "later")
  history.replaceState(null, "", location.pathname)
  find("name").textContent = body.user.displayName
  find("token").value = body.token
  show("done")
  find("token").select()
}
find("confirm").addEventListener("click", () => {
  find("confirm").disabled = true
  exchange().catch(() => fail("later"))
})
find("copy").addEventListener("click", async () => {
  find("token").select()
  await navigator.clipboard.writeText(find("token").value).catch(() => document.execCommand("copy"))
  find("copied").hidden = false
})
find("instead").hidden = false
`

const localesByLanguage: { readonly [language: string]: Words.Locale } = {
  en: "en",
  fr: "fr",
  es: "es",
  zh: "zh",
  ja: "ja",
  de: "de",
  nl: "nl",
  no: "no",
  nb: "no",
  nn: "no",
  pt: "pt-br",
  ar: "ar",
  fa: "fa",
  he: "he",
  iw: "he"
}

/** The first supported language of an `Accept-Language` header; English if there is none. */
const localeOf = (accepted = ""): Words.Locale => {
  const ranges = accepted.split(",", 20).map((range, place) => {
    const [tag = "", ...parameters] = range.trim().toLowerCase().split(";")
    const quality = parameters.find((parameter) => parameter.trim().startsWith("q="))
    return {
      language: tag.split("-")[0] ?? "",
      quality: quality === undefined ? 1 : Number(quality.trim().slice(2)),
      place
    }
  })
  const wanted = ranges
    .filter(({ language, quality }) => Object.hasOwn(localesByLanguage, language) && quality > 0)
    .sort((one, other) => other.quality - one.quality || one.place - other.place)
  return localesByLanguage[wanted[0]?.language ?? "en"] ?? "en"
}

type Request = HttpServerRequest.HttpServerRequest

/** Maximum number of organizations that the page of a user reads, and of sites in each that it links to. */
const most = { organizations: 10, sites: 20 } as const

const contentType = "text/html; charset=utf-8"

/** Sends no URL of the page as referrer, only the origin, because browsers otherwise send no origin with forms. */
const headers = { "cache-control": "no-store", "referrer-policy": "strict-origin", "x-robots-tag": "noindex" }

/** Returns a text if it matches the pattern of codes, ids or hostnames. */
const named = (text: string | null, pattern: RegExp) => (text !== null && pattern.test(text) ? text : "")

const formOf = (request: Request) =>
  Effect.map(
    Effect.orElseSucceed(request.arrayBuffer, () => new ArrayBuffer(0)),
    (bytes) => new URLSearchParams(new TextDecoder().decode(bytes))
  )

/** The services that browser sign-in uses. */
const make = Effect.gen(function* () {
  const { base } = yield* Addresses.Addresses
  const credentials = yield* Credentials.Credentials
  const sessions = yield* Sessions.Sessions
  const signIn = yield* SignIn.SignIn
  const saml = yield* SamlSignIn.SamlSignIn
  const users = yield* Users.Users
  const limits = yield* RateLimit.RateLimit
  const organizations = yield* Organizations.Organizations
  const publishedSites = yield* Sites.Sites
  const cookies = BrowserCookies.make(base)
  const sourcesFor = OwnSources.make(base, "/sign-in/script.js")

  const served = yield* ConsoleFiles

  /** Where a browser goes after signing in if it requested no page. */
  const home = served === undefined ? "/sign-in" : `${served.path}/`

  const seeOther = (path: string) => HttpServerResponse.empty({ status: 303, headers: { location: `${base}${path}` } })

  const show = (request: Request, step: SignInPage.Step, status = 200, given = "") =>
    Effect.gen(function* () {
      const query = new URL(request.url, base).searchParams
      const organization = named(query.get("organization"), /^[\w-]{1,64}$/)
      const ways = organization === "" ? [] : yield* saml.offered(organization)
      const locale = localeOf(request.headers["accept-language"])
      const returnTo = query.get("return") ?? given
      const sendsEmails = yield* signIn.offersEmail()
      const text = SignInPage.print({ locale, step, ways, returnTo, sendsEmails })
      return HttpServerResponse.text(text, {
        status,
        contentType,
        headers: {
          ...headers,
          vary: "accept-language, cookie",
          "content-security-policy": MessageHtml.policy(sourcesFor(request))
        }
      })
    })

  /** The user of the browser's session, if there is one. */
  const sessionOf = (request: Request) =>
    Effect.option(
      Effect.gen(function* () {
        const secret = yield* Effect.fromNullishOr(cookies.read(request, "session"))
        const { caller, renewed } = yield* credentials.authenticateSession(secret)
        if (Option.isSome(renewed)) yield* cookies.keep("session", renewed.value.secret, renewed.value.expiresAt)
        return caller
      })
    )

  /** The caller's name and the first of the published sites that they may view. */
  const signedIn = Effect.gen(function* () {
    const { displayName: name } = yield* users.self()
    const { items } = yield* organizations.list({ limit: most.organizations })
    const found = yield* Effect.forEach(items, ({ id }) =>
      publishedSites.list(id, { limit: most.sites, published: true })
    )
    const sites = found.flatMap((page) =>
      page.items.flatMap(({ title, urls }) => (urls.published === undefined ? [] : [{ title, url: urls.published }]))
    )
    return { _tag: "SignedIn", name, sites } satisfies SignInPage.Step
  }).pipe(Effect.orDie)

  /** Exchanges a code for a session of this browser, replacing its previous session. */
  const enter = Effect.fnUntraced(function* (request: Request, code: string, isByItself: boolean) {
    const began = cookies.read(request, "began")
    const browser = {
      userAgent: request.headers["user-agent"] ?? "",
      replaced: cookies.read(request, "session")
    }
    const { expiresAt, returnTo, secret } = yield* signIn.enter({ code }, browser, { began, isByItself })
    yield* cookies.keep("session", secret, expiresAt)
    if (began !== undefined) yield* cookies.drop("began")
    return seeOther(returnTo === "" ? home : returnTo)
  })

  const openPage = Effect.fnUntraced(function* (request: Request) {
    const query = new URL(request.url, base).searchParams
    if (query.has("refused")) return yield* show(request, { _tag: "Failed", why: "refused" })
    const code = named(query.get("code"), /^\w{1,100}$/)
    if (code !== "") {
      const mayEnter = request.method === "GET" && cookies.read(request, "began") !== undefined
      const entered = mayEnter ? yield* Effect.option(enter(request, code, true)) : Option.none()
      return Option.isSome(entered) ? entered.value : yield* show(request, { _tag: "Code", code })
    }
    const caller = yield* sessionOf(request)
    if (Option.isNone(caller)) return yield* show(request, { _tag: "SignedOut" })
    if (served !== undefined) return seeOther(ReturnPath.read(query.get("return") ?? "", base) || home)
    return yield* show(request, yield* Effect.provideService(signedIn, Actor.Actor, caller.value))
  })

  /** Emails a sign-in link. The page is the same whether or not an account has the address (rule sign-in-email). */
  const sendEmail = Effect.fnUntraced(function* (request: Request, email: string, returnTo: string) {
    const exchange = Option.getOrUndefined(yield* Exchange.current)
    if (limits.isOn) {
      yield* RateLimit.charge(limits, RateLimit.newcomerKey(exchange?.address ?? ""), { isMutating: true })
    }
    return yield* signIn.sendEmail({ email, returnTo }).pipe(
      Effect.andThen(show(request, { _tag: "EmailSent", email })),
      Effect.catchTags({
        InputInvalid: () => show(request, { _tag: "SignedOut", email }, 400, returnTo),
        SignInEmailsOff: () => show(request, { _tag: "SignedOut" }, 503)
      })
    )
  })

  const post = Effect.fnUntraced(function* (request: Request) {
    if (!OwnPage.changes(request, base)) return yield* show(request, { _tag: "Failed", why: "used" }, 403)
    const form = yield* formOf(request)
    const email = form.get("email")
    if (email !== null) return yield* sendEmail(request, email.trim(), form.get("return") ?? "")
    const code = named(form.get("code"), /^\w{1,100}$/)
    return yield* Effect.catch(enter(request, code, false), () => show(request, { _tag: "Failed", why: "used" }, 400))
  })

  /** Ends the session of the browser. A browser without a session is signed out as well. */
  const signOut = Effect.fnUntraced(function* (request: Request) {
    if (!OwnPage.changes(request, base)) return seeOther("/sign-in")
    const caller = yield* sessionOf(request)
    if (Option.isSome(caller) && caller.value._tag === "User" && caller.value.session !== undefined) {
      yield* Effect.provideService(sessions.revoke(caller.value.session), Actor.Actor, caller.value)
    }
    yield* cookies.drop("session")
    return seeOther("/sign-in")
  })

  /** Below a path, the root of the server is left to the host, which may take that path away or not (rule mount-prefix). */
  const hasOwnRoot = new URL(base).pathname === "/"

  return { hasOwnRoot, home, openPage, post, seeOther, signOut } as const
})

/** `/sign-in`, the sign-in page that one-time links and identity providers lead to, and `/sign-out`. */
export const layer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const { hasOwnRoot, home, openPage, post, seeOther, signOut } = yield* make
    const answer = <R>(of: (request: Request) => Effect.Effect<HttpServerResponse.HttpServerResponse, WireError, R>) =>
      Effect.catch(Effect.flatMap(HttpServerRequest.HttpServerRequest, of), (error) =>
        Effect.succeed(ErrorResponse.of(error))
      )
    if (hasOwnRoot) yield* router.add("GET", "/", Effect.succeed(seeOther(home)))
    yield* router.add("GET", "/sign-in", answer(openPage))
    yield* router.add("POST", "/sign-in", answer(post))
    yield* router.add("POST", "/sign-out", answer(signOut))
    yield* router.add(
      "GET",
      "/sign-in/script.js",
      StaticAnswer.make({ text: script, contentType: "text/javascript; charset=utf-8" })
    )
  })
)
