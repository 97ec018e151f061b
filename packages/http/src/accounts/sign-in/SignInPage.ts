import type { SamlProviderView } from "@quire/core"
import { emptyHtml, type Html, html, MessageHtml, Words } from "@quire/reader"
import * as SignInWords from "./SignInWords.ts"

/** What the page is about when it is opened. */
export type Step =
  /** A code that is used when a button is pressed. */
  | { readonly _tag: "Code"; readonly code: string }
  | { readonly _tag: "Inside"; readonly name: string }
  | { readonly _tag: "Outside" }
  | { readonly _tag: "Failed"; readonly why: "used" | "later" | "refused" }

export interface Shown {
  readonly locale: Words.Locale
  readonly step: Step
  /** The ways to sign in to the organization that was named. */
  readonly ways: ReadonlyArray<SamlProviderView.SsoLogin>
  /** Where to go once signed in, as the browser asked for it. */
  readonly returnTo: string
}

const hiddenUnless = (isShown: boolean): Html => (isShown ? emptyHtml : html` hidden`)

/** Posting uses the code, with a script or without; the script can have a token for it instead. */
const start = (words: SignInWords.SignInWords, { copied, copy }: Words.Words, code: string) =>
  html`<section id="start" data-step><p>${words.useLink}</p><form class="row" method="post" action="sign-in"><input type="hidden" name="code" value="${code}"><button type="submit">${words.signIn}</button></form><p class="row" id="instead" hidden><button id="confirm" type="button">${words.takeToken}</button></p></section>
<section id="done" data-step hidden aria-live="polite"><p><b id="name"></b></p><p>${words.tokenShown}</p><p class="row"><input id="token" type="text" aria-label="${words.token}" readonly autocomplete="off" spellcheck="false"><button id="copy" type="button">${copy}</button></p><p class="note" id="copied" role="status" hidden>${copied}</p><p>${words.sendAs} <code>Authorization: Bearer &lt;token&gt;</code></p><p><a href="docs">${words.reference}</a></p></section>`

const failed = (words: SignInWords.SignInWords, why: "used" | "later" | "refused" | undefined) =>
  html`<section id="failed" data-step${hiddenUnless(why !== undefined)} aria-live="polite"><p><b>${words.failed}</b> <span data-why="used"${hiddenUnless(why === "used")}>${words.used}</span><span data-why="later"${hiddenUnless(why === "later")}>${words.later}</span><span data-why="refused"${hiddenUnless(why === "refused")}>${words.refused}</span></p><p class="note">${words.otherLink}</p></section>`

const inside = (words: SignInWords.SignInWords, name: string) =>
  html`<section id="inside" data-step><p>${Words.fill(words.signedIn, name)}</p><p><a href="docs">${words.reference}</a></p><form class="row" method="post" action="sign-out"><button type="submit">${words.signOut}</button></form></section>`

const outside = (words: SignInWords.SignInWords) =>
  html`<section id="outside" data-step><p>${words.openLink}</p></section>`

const addressOf = (startURL: string, returnTo: string) =>
  returnTo === "" ? startURL : `${startURL}?return=${encodeURIComponent(returnTo)}`

const offered = (words: SignInWords.SignInWords, { returnTo, ways }: Shown): Html => {
  if (ways.length === 0) return emptyHtml
  const links = ways.map(
    ({ label, startURL }) =>
      html`<p><a rel="nofollow" href="${addressOf(startURL, returnTo)}">${Words.fill(words.signInWith, label)}</a></p>`
  )
  return html`<section id="ways"><p>${words.orWith}</p>${links}</section>`
}

const stepOf = (words: SignInWords.SignInWords, { locale, step }: Shown): Html => {
  switch (step._tag) {
    case "Code":
      return html`${start(words, Words.of(locale), step.code)}${failed(words, undefined)}`
    case "Inside":
      return inside(words, step.name)
    case "Outside":
      return outside(words)
    case "Failed":
      return failed(words, step.why)
  }
}

/** The sign-in page: it is whole without its script. */
export const print = (shown: Shown): string => {
  const words = SignInWords.of(shown.locale)
  return MessageHtml.print({
    words: Words.of(shown.locale),
    title: words.title,
    body: html`${stepOf(words, shown)}${offered(words, shown)}`,
    ...(shown.step._tag === "Code" ? { script: "sign-in/script.js" } : {})
  }).text
}
