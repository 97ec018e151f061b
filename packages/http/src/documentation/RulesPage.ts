import { type Html, html } from "@quire/reader"
import * as Prose from "./Prose.ts"
import type * as ReferenceFrame from "./ReferenceFrame.ts"
import { pages, reasons } from "./RuleTexts.ts"
import { transportReasons } from "./TransportReasons.ts"

const knownRules: ReadonlySet<string> = new Set(pages.flatMap(({ rules }) => rules.map(({ id }) => id)))

const words = /(?<![a-z0-9])([a-z][a-z0-9]*(?:-[a-z0-9]+)+)/

const linkRules = (text: string): Html =>
  html`${text.split(words).map((part) => (knownRules.has(part) ? html`<a href="rules#${part}">${part}</a>` : html`${part}`))}`

/** Renders a text of the reference, linking every rule id to its rule. */
export const renderLinked = (text: string): Html => Prose.renderCode(text, linkRules)

/** The anchor of a reason in the reference. */
const anchor = (reason: string) => `reason-${reason}`

/** Reasons of operations and of the transport, by name. */
export const allReasons: ReadonlyArray<{ readonly reason: string; readonly kind: string; readonly about: string }> = [
  ...reasons,
  ...transportReasons
].sort((one, other) => (one.reason < other.reason ? -1 : 1))

/** The reasons, by the `reason` of the error body. */
export const reasonsPage = (): ReferenceFrame.Page => ({
  name: "reasons",
  title: "Reasons of errors",
  body: html`<p>The <code>reason</code> of an error says what is wrong, for programs; its kind is what the status follows from.</p><dl class="fields">${allReasons.map(
    ({ about, kind, reason }) =>
      html`<div id="${anchor(reason)}"><dt><code>${reason}</code> ${kind}</dt><dd>${renderLinked(about)}</dd></div>`
  )}</dl>`,
  outline: []
})

/** The rules of the domain, each under its id. */
export const rulesPage = (): ReferenceFrame.Page => ({
  name: "rules",
  title: "Rules",
  body: html`<p>What holds for every organization, space, change request and site, and why.</p>${pages.map(
    ({ page, rules, title }) =>
      html`<section class="operation"><h2 id="page-${page}">${title}</h2>${rules.map(
        ({ id, rule, why }) =>
          html`<h3 id="${id}">${id}</h3><p>${Prose.renderCode(rule)}</p><p><i>Why:</i> ${Prose.renderCode(why)}</p>`
      )}</section>`
  )}`,
  outline: pages.map(({ page, title }) => [`page-${page}`, title] as const)
})
