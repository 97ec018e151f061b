import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { createRequire } from "node:module"
import type { AddressInfo } from "node:net"
import { type PageView, SemanticChanges } from "@quire/core"
import { Quire } from "@quire/http"

/** Two releases of one published description, taken from the packages of its client. */
const packages = createRequire(import.meta.url)
const releases = ["@gitbook/api-0.91", "@gitbook/api"].map((name) =>
  readFileSync(packages.resolve(`${name}/spec/openapi.json`))
)

// A description of this size is fetched from its URL: here, from a local server.
let [published] = releases
const server = createServer((_, response) => void response.end(published))
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
const isBound = (address: unknown): address is AddressInfo => typeof address === "object" && address !== null
const bound = server.address()
const url = `http://127.0.0.1:${isBound(bound) ? bound.port : 0}/openapi.json`

const quire = await Quire.open({
  store: { kind: "memory" },
  baseUrl: "http://localhost:4100",
  fetchAllow: ["127.0.0.1"],
  upkeep: "off"
})
const ada = await quire.system.users.ensure({ email: "ada@example.com", displayName: "Ada" })
const as = quire.as(ada.id)
const { id: organization } = await as.organizations.create({ title: "Example" })
const { id: space } = await as.spaces.create(organization, { title: "API", editMode: "live" })

const show = (title: string, lines: ReadonlyArray<string>) =>
  console.log([`\n${title}`, ...lines.map((line) => `  ${line.slice(0, 140)}`)].join("\n"))

/** Has the description read that is published now. */
const look = async () => {
  await as.openApiSpecs.put(organization, "api", { source: { url } })
  await quire.system.jobs.run()
  const { lastProcessErrorMessage } = await as.openApiSpecs.get(organization, "api")
  if (lastProcessErrorMessage !== undefined) throw new Error(lastProcessErrorMessage)
}

await look()
const { importedResources } = await as.imports.intoSpace(space, { source: "open-api", url })
const { pages } = await as.content.pages({ space })
show(
  `Imported ${importedResources} pages, at the top:`,
  pages.slice(0, 5).map(({ title }) => title)
)

// A member adds text between the generated parts of a page.
const titled = "Get a user by its ID"
const flatten = (all: ReadonlyArray<PageView.PageView>): ReadonlyArray<PageView.PageView> =>
  all.flatMap((each) => [each, ...("pages" in each ? flatten(each.pages) : [])])
const page = flatten(pages).find(({ title }) => title === titled)?.id ?? ""
const read = async () => {
  const found = await as.content.page({ space }, page, "markdown")
  return found.type === "document" ? (found.markdown ?? "") : ""
}
const advice = "Ask once and keep the answer: people rarely change their names."
const markdown = (await read()).replace("\n## ", `\n${advice}\n\n## `)
await as.content.edit({ space }, { changes: [{ operation: "update_page", page, document: { markdown } }] })

// The API publishes its next release.
published = releases[1]
await look()
const { value: refreshed } = await as.imports.refresh(space, "api")
const { added, changed, changeRequest, conflicts, removed } = refreshed
const request = changeRequest?.id ?? ""
const { changes } = await as.changes.ofChangeRequest({ space, changeRequest: request })
show(
  `${added} operations added, ${changed} changed, ${removed} removed, ${conflicts} conflicts; the first changes:`,
  changes.slice(0, 15).map(SemanticChanges.describe)
)

const before = await read()
const { result } = await as.changeRequests.merge(space, request)
const merged = await read()
const linesOfBefore = new Set(before.split("\n"))
show(`Merged: ${result}. “${titled}” still says:`, [advice])
show(
  "and now also:",
  merged
    .split("\n")
    .filter((line) => line.trim() !== "" && !linesOfBefore.has(line))
    .slice(0, 8)
)
const { value: again } = await as.imports.refresh(space, "api")
show(`Updated again: ${again.result}`, [])
await quire.close()
server.close()
server.closeAllConnections()
if (!merged.includes(advice) || merged === before) process.exitCode = 1
