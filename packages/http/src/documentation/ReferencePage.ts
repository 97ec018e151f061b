import { emptyHtml, type Html, html } from "@quire/reader"
import type { OpenApiDocument, Operation } from "./OpenApiDocument.ts"
import * as Prose from "./Prose.ts"
import * as RulesPage from "./RulesPage.ts"
import * as SchemaView from "./SchemaView.ts"

interface Entry {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

const entriesOf = (document: OpenApiDocument): ReadonlyArray<Entry> =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation }))
  )

const anchor = ({ operation }: Entry) => `operation-${operation.operationId}`

const titleOf = ({ operation, path }: Entry) => operation.summary ?? path

const section = (title: string, body: Html): Html => html`<h4>${title}</h4>${body}`

const parametersView = ({ parameters }: Operation): Html =>
  parameters.length === 0
    ? emptyHtml
    : section(
        "Parameters",
        SchemaView.rows(
          parameters.map(({ in: place, name, required, schema }) => ({
            name: `${name} (${place})`,
            isRequired: required,
            schema: { ...schema }
          }))
        )
      )

const bodyView = ({ requestBody }: Operation): Html =>
  requestBody === undefined
    ? emptyHtml
    : section(
        requestBody.required ? "Body" : "Body (may be left out)",
        SchemaView.table(requestBody.content["application/json"]?.schema)
      )

const responsesView = ({ responses }: Operation): Html =>
  section(
    "Answers",
    html`<table>${Object.entries(responses).map(([status, { content, description, headers }]) => {
      const schema = content?.["application/json"]?.schema
      const names = Object.keys(headers ?? {}).map((name) => html` <code>${name}</code>`)
      return html`<tr><th scope="row"><code>${status}</code></th><td>${schema === undefined ? "no body" : html`<code>${SchemaView.type(schema)}</code>`}</td><td>${RulesPage.renderLinked(description)}${names}</td></tr>`
    })}</table>`
  )

const operationView = (entry: Entry): Html => {
  const { method, operation, path } = entry
  const description =
    operation.description === undefined ? emptyHtml : html`<p>${RulesPage.renderLinked(operation.description)}</p>`
  const summary = html`<b class="${method.toLowerCase()}">${method}</b> <code>${path}</code> <span>${Prose.renderCode(operation.summary ?? "")}</span>`
  return html`<details><summary>${summary}</summary><div id="${anchor(entry)}">${description}${parametersView(operation)}${bodyView(operation)}${responsesView(operation)}</div></details>`
}

const groupsOf = (entries: ReadonlyArray<Entry>): ReadonlyArray<readonly [string, ReadonlyArray<Entry>]> => {
  const groups = new Map<string, Array<Entry>>()
  for (const entry of entries) {
    const [tag] = entry.operation.tags
    const group = groups.get(tag) ?? []
    group.push(entry)
    groups.set(tag, group)
  }
  return Array.from(groups)
}

const navigation = (groups: ReturnType<typeof groupsOf>): Html =>
  html`<nav><ul>${groups.map(
    ([tag, entries]) =>
      html`<li><a href="#tag-${tag}">${tag}</a><ul>${entries.map(
        (entry) => html`<li><a href="#${anchor(entry)}">${Prose.renderCode(titleOf(entry))}</a></li>`
      )}</ul></li>`
  )}<li><a href="#reasons">Reasons</a></li><li><a href="#schemas">Schemas</a></li><li><a href="/docs/rules">Rules</a></li></ul></nav>`

/** Renders the OpenAPI document as one page without scripts. */
export const render = (document: OpenApiDocument): string => {
  const groups = groupsOf(entriesOf(document))
  const { components, info } = document
  return `<!doctype html>${
    html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${info.title} API</title><link rel="stylesheet" href="/docs/style.css"></head><body>${navigation(groups)}<main><h1>${info.title} API</h1><p>${info.description ?? ""}</p><p>Send <code>Authorization: Bearer &lt;token&gt;</code> with every request. The same as a document: <a href="/openapi.json">openapi.json</a>.</p>${groups.map(
      ([tag, entries]) => html`<h2 id="tag-${tag}">${tag}</h2>${entries.map(operationView)}`
    )}${RulesPage.reasonsView()}<h2 id="schemas">Schemas</h2>${Object.entries(components.schemas).map(
      ([name, schema]) => html`<h3 id="${SchemaView.anchor(name)}">${name}</h3>${SchemaView.table(schema)}`
    )}</main></body></html>`.text
  }`
}
