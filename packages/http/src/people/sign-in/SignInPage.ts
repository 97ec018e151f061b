import type { SamlProvider } from "@quire/core"
import { emptyHtml, type Html, html, MessageHtml, Words } from "@quire/reader"
import * as SignInWords from "./SignInWords.ts"

/** A published site, with its URL. */
export interface LinkedSite {
  readonly title: string
  readonly url: string
}

/** The step that the page shows. A `SignedOut` step with an address repeats an invalid email address. */
export type Step =
  /** A code that is used when a button is pressed. */
  | { readonly _tag: "Code"; readonly code: string }
  | { readonly _tag: "SignedIn"; readonly name: string; readonly sites: ReadonlyArray<LinkedSite> }
  | { readonly _tag: "SignedOut"; readonly email?: string }
  | { readonly _tag: "EmailSent"; readonly email: string }
  | { readonly _tag: "Failed"; readonly why: "used" | "later" | "refused" }

export interface SignInView {
  readonly locale: Words.Locale
  readonly step: Step
  /** The sign-in options of the requested organization. */
  readonly ways: ReadonlyArray<SamlProvider.SsoLogin>
  /** Where to redirect after signing in, as requested by the browser. */
  readonly returnTo: string
  /** Whether the server emails sign-in links. */
  readonly sendsEmails: boolean
}

const hiddenUnless = (isShown: boolean): Html => (isShown ? emptyHtml : html` hidden`)

/** Form that uses the code, with or without scripts. With scripts, it can also exchange the code for a token. */
const start = (words: SignInWords.SignInWords, { copied, copy }: Words.Words, code: string) =>
  html`<section id="start" data-step><p>${words.useLink}</p><form class="row" method="post" action="sign-in"><input type="hidden" name="code" value="${code}"><button type="submit">${words.signIn}</button></form><p class="row" id="instead" hidden><button id="confirm" type="button">${words.takeToken}</button></p></section>
<section id="done" data-step hidden aria-live="polite"><p><b id="name"></b></p><p>${words.tokenShown}</p><p class="row"><input id="token" type="text" aria-label="${words.token}" readonly autocomplete="off" spellcheck="false"><button id="copy" type="button">${copy}</button></p><p class="note" id="copied" role="status" hidden>${copied}</p><p>${words.sendAs} <code>Authorization: Bearer &lt;token&gt;</code></p><p><a href="docs">${words.reference}</a></p></section>`

const failed = (words: SignInWords.SignInWords, why: "used" | "later" | "refused" | undefined) =>
  html`<section id="failed" data-step${hiddenUnless(why !== undefined)} aria-live="polite"><p><b>${words.failed}</b> <span data-why="used"${hiddenUnless(why === "used")}>${words.used}</span><span data-why="later"${hiddenUnless(why === "later")}>${words.later}</span><span data-why="refused"${hiddenUnless(why === "refused")}>${words.refused}</span></p></section>`

const siteList = (words: SignInWords.SignInWords, sites: ReadonlyArray<LinkedSite>): Html =>
  sites.length === 0
    ? emptyHtml
    : html`<h2>${words.sites}</h2><ul>${sites.map(({ title, url }) => html`<li><a href="${url}">${title}</a></li>`)}</ul>`

const signedIn = (words: SignInWords.SignInWords, name: string, sites: ReadonlyArray<LinkedSite>) =>
  html`<section id="signedIn" data-step><p>${Words.fill(words.signedIn, name)}</p>${siteList(words, sites)}<p><a href="docs">${words.reference}</a></p><form class="row" method="post" action="sign-out"><button type="submit">${words.signOut}</button></form></section>`

/** Form that requests a sign-in link by email. */
const emailForm = (
  words: SignInWords.SignInWords,
  { returnTo, sendsEmails }: SignInView,
  invalid: string | undefined
) => {
  if (!sendsEmails) return html`<section id="emailsOff" data-step><p>${words.emailsOff}</p></section>`
  const error = invalid === undefined ? emptyHtml : html`<p id="invalid" role="alert">${words.invalidEmail}</p>`
  const described = invalid === undefined ? emptyHtml : html` aria-invalid="true" aria-describedby="invalid"`
  return html`<section id="emailForm" data-step><p><label for="email">${words.enterEmail}</label></p>${error}<form class="row" method="post" action="sign-in"><input type="hidden" name="return" value="${returnTo}"><input id="email" type="email" name="email" value="${invalid ?? ""}" placeholder="${words.email}" autocomplete="email" required${described}><button type="submit">${words.sendLink}</button></form></section>`
}

const emailSent = (words: SignInWords.SignInWords, email: string) =>
  html`<section id="emailSent" data-step role="status"><p>${Words.fill(words.sent, email)}</p></section>`

const addressOf = (startURL: string, returnTo: string) =>
  returnTo === "" ? startURL : `${startURL}?return=${encodeURIComponent(returnTo)}`

const offered = (words: SignInWords.SignInWords, { returnTo, ways }: SignInView): Html => {
  if (ways.length === 0) return emptyHtml
  const links = ways.map(
    ({ label, startURL }) =>
      html`<p><a rel="nofollow" href="${addressOf(startURL, returnTo)}">${Words.fill(words.signInWith, label)}</a></p>`
  )
  return html`<section id="ways"><p>${words.orWith}</p>${links}</section>`
}

const stepOf = (words: SignInWords.SignInWords, shown: SignInView): Html => {
  const { locale, step } = shown
  switch (step._tag) {
    case "Code":
      return html`${start(words, Words.of(locale), step.code)}${failed(words, undefined)}`
    case "SignedIn":
      return signedIn(words, step.name, step.sites)
    case "SignedOut":
      return emailForm(words, shown, step.email)
    case "EmailSent":
      return emailSent(words, step.email)
    case "Failed":
      return html`${failed(words, step.why)}${emailForm(words, shown, undefined)}`
  }
}

/** The sign-in page. It works without scripts. */
export const print = (shown: SignInView): string => {
  const words = SignInWords.of(shown.locale)
  return MessageHtml.print({
    words: Words.of(shown.locale),
    title: shown.step._tag === "SignedIn" ? "Quire" : words.title,
    body: html`${stepOf(words, shown)}${offered(words, shown)}`,
    ...(shown.step._tag === "Code" ? { script: "sign-in/script.js" } : {})
  }).text
}
