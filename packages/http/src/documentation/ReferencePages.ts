import { emptyHtml, type Html, html, SearchHtml } from "@quire/reader"
import * as JsonSchemas from "./JsonSchemas.ts"
import type { OpenApiDocument, Operation } from "./OpenApiDocument.ts"
import * as Prose from "./Prose.ts"
import * as Reference from "./Reference.ts"
import * as ReferenceFrame from "./ReferenceFrame.ts"
import * as ReferenceSearch from "./ReferenceSearch.ts"
import * as RequestSample from "./RequestSample.ts"
import * as RulesPage from "./RulesPage.ts"
import * as SchemaView from "./SchemaView.ts"

type Schemas = OpenApiDocument["components"]["schemas"]

/** Method and path. */
const endpoint = ({ method, path }: Pick<Reference.Entry, "method" | "path">): Html =>
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
  if (schema === undefined)
    return section("Body", html`<p>Bytes: <code>${Object.keys(requestBody.content).join()}</code></p>`)
  const name = JsonSchemas.referenceOf(schema)
  const title = requestBody.required ? "Body" : "Body (optional)"
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
  return html`<details class="answers"><summary>Responses: ${statuses}</summary><dl class="fields">${Object.entries(responses).map(answer)}</dl></details>`
}

const sampleOf = (entry: Reference.Entry, schemas: Schemas): Html =>
  html`<figure class="code"><figcaption>Request</figcaption><pre tabindex="0"><code>${RequestSample.curl(entry, schemas)}</code></pre></figure>`

/** Renders an operation: its description, an example request, its parameters and responses. */
const operationView = (entry: Reference.Entry, schemas: Schemas): Html => {
  const { anchor, operation, title } = entry
  const about =
    operation.description === undefined ? emptyHtml : html`<p>${RulesPage.renderLinked(operation.description)}</p>`
  return html`<section class="operation"><h2 id="${anchor}">${Prose.renderCode(title)}<a class="anchor" href="#${anchor}" aria-label="Link to ${title}"></a></h2><p class="endpoint">${endpoint(entry)}${permission(operation)}</p>${about}${sampleOf(entry, schemas)}${parametersView(operation)}${bodyView(operation, schemas)}${answersView(operation)}</section>`
}

const listed = (area: Reference.Area): Html =>
  html`<section><h2 id="area-${area.name}"><a href="docs/${area.name}">${area.title}</a></h2><ul class="operations">${area.entries.map(
    (entry) =>
      html`<li><a href="docs/${Reference.addressOf(area, entry)}">${Prose.renderCode(entry.title)}</a> <span>${endpoint(entry)}</span></li>`
  )}</ul></section>`

const overview = ({ info }: OpenApiDocument, areas: ReadonlyArray<Reference.Area>): ReferenceFrame.Page => ({
  name: "",
  title: ReferenceFrame.title,
  body: html`<p>${info.description ?? ""}</p><p>Send <code>Authorization: Bearer &lt;token&gt;</code> with every request. The OpenAPI document is at <a href="openapi.json">openapi.json</a>. The <a href="docs/rules">rules</a> describe behavior that applies to all operations, and the <a href="docs/reasons">error reasons</a> explain each error.</p><p>The examples read the URL of the server from <code>QUIRE</code> and a token from <code>TOKEN</code>.</p><div class="areas">${areas.map(listed)}</div>`,
  outline: []
})

const areaPage = (area: Reference.Area, { components }: OpenApiDocument): ReferenceFrame.Page => ({
  name: area.name,
  title: area.title,
  body: html`${area.entries.map((entry) => operationView(entry, components.schemas))}`,
  outline: area.entries.map(({ anchor, title }) => [anchor, title.replaceAll("`", "")] as const)
})

const schemasPage = ({ components }: OpenApiDocument): ReferenceFrame.Page => ({
  name: "schemas",
  title: "Schemas",
  body: html`${Object.entries(components.schemas).map(
    ([name, schema]) =>
      html`<section class="operation"><h2 id="${SchemaView.anchor(name)}">${name}</h2>${SchemaView.table(schema)}</section>`
  )}`,
  outline: []
})

export interface ReferencePages {
  /** Renders the page with a name; undefined if there is none. */
  readonly print: (name: string) => string | undefined
  readonly search: (query: string) => ReferenceSearch.SearchResults
  /** Renders search results as a page, for readers without scripts. */
  readonly printSearch: (query: string) => string
}

export const make = (document: OpenApiDocument, assets: ReferenceFrame.Assets): ReferencePages => {
  const areas = Reference.areasOf(document)
  const pages = new Map<string, () => ReferenceFrame.Page>([
    ["", () => overview(document, areas)],
    ...areas.map((area) => [area.name, () => areaPage(area, document)] as const),
    ["schemas", () => schemasPage(document)],
    ["reasons", RulesPage.reasonsPage],
    ["rules", RulesPage.rulesPage]
  ])
  const index = ReferenceSearch.make(document, areas)
  return {
    print: (name) => {
      const page = pages.get(name)
      return page === undefined ? undefined : ReferenceFrame.print(assets, areas, page())
    },
    search: index,
    printSearch: (query) => SearchHtml.print(ReferenceFrame.frameOf(assets, "~search"), { query, ...index(query) }).text
  }
}
