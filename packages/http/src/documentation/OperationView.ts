import { emptyHtml, type Html, html } from "@quire/reader"
import * as JsonSchemas from "./JsonSchemas.ts"
import type { OpenApiDocument, Operation } from "./OpenApiDocument.ts"
import * as Prose from "./Prose.ts"
import type * as Reference from "./Reference.ts"
import * as RequestSample from "./RequestSample.ts"
import * as RulesPage from "./RulesPage.ts"
import * as SchemaView from "./SchemaView.ts"

type Schemas = OpenApiDocument["components"]["schemas"]

/** Method and path. */
export const endpoint = ({ method, path }: Pick<Reference.Entry, "method" | "path">): Html =>
  html`<b class="method ${method.toLowerCase()}">${method}</b> <code>${path}</code>`

const permission = ({ "x-quire-permission": needed }: Operation): Html =>
  needed === undefined ? emptyHtml : html` <span>${needed.permission}</span>`

const section = (title: string, body: Html): Html => html`<h3>${title}</h3>${body}`

const parametersView = ({ parameters }: Operation): Html =>
  parameters.length === 0
    ? emptyHtml
    : section(
        "Parameters",
        SchemaView.rows(
          parameters.map(({ in: place, name, required, schema }) => ({
            name,
            place,
            isRequired: required,
            schema: { ...schema }
          }))
        )
      )

const bodyView = ({ requestBody }: Operation, schemas: Schemas): Html => {
  if (requestBody === undefined) return emptyHtml
  const schema = requestBody.content["application/json"]?.schema
  const name = JsonSchemas.referenceOf(schema)
  const title = requestBody.required ? "Body" : "Body, which may be left out"
  const link = name === undefined ? emptyHtml : html`<p>JSON: <code>${SchemaView.type(schema)}</code></p>`
  return section(title, html`${link}${SchemaView.table(name === undefined ? schema : schemas[name])}`)
}

const answer = ([status, { content, description, headers }]: [string, Operation["responses"][string]]): Html => {
  const schema = content?.["application/json"]?.schema
  const names = Object.keys(headers ?? {}).map((name) => html` <code>${name}</code>`)
  const type = schema === undefined ? html`no body` : html`<code>${SchemaView.type(schema)}</code>`
  return html`<div><dt><code>${status}</code> ${type}</dt><dd>${RulesPage.renderLinked(description)}${names}</dd></div>`
}

const answersView = ({ responses }: Operation): Html => {
  const statuses = Object.keys(responses).join(", ")
  return html`<details class="answers"><summary>Answers: ${statuses}</summary><dl class="fields">${Object.entries(responses).map(answer)}</dl></details>`
}

const sampleOf = (entry: Reference.Entry, schemas: Schemas): Html =>
  html`<figure class="code"><figcaption>Request</figcaption><pre tabindex="0"><code>${RequestSample.curl(entry, schemas)}</code></pre></figure>`

/** Draws an operation: what it is, an example of a request, what it takes and answers. */
export const print = (entry: Reference.Entry, schemas: Schemas): Html => {
  const { anchor, operation, title } = entry
  const about =
    operation.description === undefined ? emptyHtml : html`<p>${RulesPage.renderLinked(operation.description)}</p>`
  return html`<section class="operation"><h2 id="${anchor}">${Prose.renderCode(title)}<a class="anchor" href="#${anchor}" aria-label="Link to ${title}"></a></h2><p class="endpoint">${endpoint(entry)}${permission(operation)}</p>${about}${sampleOf(entry, schemas)}${parametersView(operation)}${bodyView(operation, schemas)}${answersView(operation)}</section>`
}
