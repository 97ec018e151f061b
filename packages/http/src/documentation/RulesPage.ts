import { type Html, html } from "@quire/reader"
import * as Prose from "./Prose.ts"
import { pages, reasons } from "./RuleTexts.ts"

const path = "/docs/rules"

const knownRules: ReadonlySet<string> = new Set(pages.flatMap(({ rules }) => rules.map(({ id }) => id)))

const words = /([a-z][a-z0-9]*(?:-[a-z0-9]+)+)/

const linkRules = (text: string): Html =>
  html`${text.split(words).map((part) => (knownRules.has(part) ? html`<a href="${path}#${part}">${part}</a>` : html`${part}`))}`

/** Renders a text of the reference, linking every rule id to its rule. */
export const renderLinked = (text: string): Html => Prose.renderCode(text, linkRules)

/** The anchor of a reason in the reference. */
const anchor = (reason: string) => `reason-${reason}`

/** The table of reasons, by the `reason` of the error body. */
export const reasonsView = (): Html =>
  html`<h2 id="reasons">Reasons</h2><table>${reasons.map(
    ({ about, kind, reason }) =>
      html`<tr id="${anchor(reason)}"><th scope="row"><code>${reason}</code></th><td>${kind}</td><td>${renderLinked(about)}</td></tr>`
  )}</table>`

/** Renders the rules of the domain as one page without scripts, each under its id. */
export const render = (): string =>
  `<!doctype html>${
    html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Rules</title><link rel="stylesheet" href="/docs/style.css"></head><body><nav><ul><li><a href="/docs">API reference</a></li>${pages.map(
      ({ page, rules, title }) =>
        html`<li><a href="#page-${page}">${title}</a><ul>${rules.map(({ id }) => html`<li><a href="#${id}">${id}</a></li>`)}</ul></li>`
    )}</ul></nav><main><h1>Rules</h1><p>What holds for every organization, space and change request, and why.</p>${pages.map(
      ({ page, rules, title }) =>
        html`<h2 id="page-${page}">${title}</h2>${rules.map(
          ({ id, rule, why }) =>
            html`<h3 id="${id}">${id}</h3><p>${Prose.renderCode(rule)}</p><p><i>Why:</i> ${Prose.renderCode(why)}</p>`
        )}`
    )}</main></body></html>`.text
  }`
