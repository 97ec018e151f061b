import { type Html, html, SearchHtml } from "@quire/reader"
import type { OpenApiDocument } from "./OpenApiDocument.ts"
import * as OperationView from "./OperationView.ts"
import * as Prose from "./Prose.ts"
import * as Reference from "./Reference.ts"
import * as ReferenceFrame from "./ReferenceFrame.ts"
import * as ReferenceSearch from "./ReferenceSearch.ts"
import * as RulesPage from "./RulesPage.ts"
import * as SchemaView from "./SchemaView.ts"

const listed = (area: Reference.Area): Html =>
  html`<section><h2 id="area-${area.name}"><a href="docs/${area.name}">${area.title}</a></h2><ul class="operations">${area.entries.map(
    (entry) =>
      html`<li><a href="docs/${Reference.addressOf(area, entry)}">${Prose.renderCode(entry.title)}</a> <span>${OperationView.endpoint(entry)}</span></li>`
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
  body: html`${area.entries.map((entry) => OperationView.print(entry, components.schemas))}`,
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
