import { SemanticChanges } from "@quire/core"
import { Quire } from "@quire/http"

const quire = await Quire.open({ store: { kind: "memory" }, baseUrl: "http://localhost:4100" })
const ada = await quire.system.users.ensure({ email: "ada@example.com", displayName: "Ada" })
const as = quire.as(ada.id)
const { id: organization } = await as.organizations.create({ title: "Example" })
const { id: space } = await as.spaces.create(organization, { title: "Pets API", editMode: "live" })

const show = (title: string, lines: ReadonlyArray<string>) =>
  console.log([`\n${title}`, ...lines.map((line) => `  ${line}`)].join("\n"))

const answer = { 200: { description: "The pets" } }
const limit = { name: "limit", in: "query", description: "How many at most", schema: { type: "integer" } }

/** Gives the spec a description, and has it read. */
const describe = async (paths: object) => {
  const info = { title: "Pets", version: "1" }
  const text = JSON.stringify({ openapi: "3.1.0", info, servers: [{ url: "https://pets.example" }], paths })
  await as.openApiSpecs.put(organization, "pets", { source: { text } })
  await quire.system.jobs.run()
}

await describe({
  "/pets": { get: { summary: "List pets", description: "Lists all pets.", parameters: [limit], responses: answer } },
  "/pets/{id}": { delete: { summary: "Give a pet away", responses: answer } }
})
const { importedResources } = await as.imports.intoSpace(space, { source: "open-api", spec: "pets" })
const { pages } = await as.contents.pages({ space })
show(
  `Imported ${importedResources} pages:`,
  pages.map(({ title }) => title)
)

// Somebody writes between the lines, and moves the page to where it belongs.
const page = pages.find(({ title }) => title === "List pets")?.id ?? ""
const read = async () => {
  const found = await as.contents.page({ space }, page, "markdown")
  return found.type === "document" ? (found.markdown ?? "") : ""
}
const advice = "Lists all pets.\n\nAsk for few at a time: some of them bite."
const markdown = (await read()).replace("Lists all pets.", advice)
await as.edits.apply({ space }, { changes: [{ operation: "update_page", page, document: { markdown } }] })

// The API goes on: a parameter, an operation more, and one that is gone.
const kind = { name: "kind", in: "query", description: "Cats or dogs", schema: { type: "string" } }
await describe({
  "/pets": {
    get: { summary: "List pets", description: "Lists all pets.", parameters: [kind, limit], responses: answer },
    post: { summary: "Take in a pet", responses: answer }
  }
})
const { value: refreshed } = await as.refreshes.refresh(space, "pets")
const { added, changed, changeRequest, conflicts, removed } = refreshed
const request = changeRequest?.id ?? ""
const { changes } = await as.changes.ofChangeRequest({ space, changeRequest: request })
show(
  `${added} operation added, ${changed} changed, ${removed} removed, ${conflicts} conflicts:`,
  changes.map(SemanticChanges.describe)
)

const { result } = await as.merging.merge(space, request)
const merged = await read()
show(`Merged: ${result}. The page has both:`, merged.split("\n").slice(0, 16))
const { value: again } = await as.refreshes.refresh(space, "pets")
show(`Asked again: ${again.result}`, [])
await quire.close()
if (!merged.includes(advice) || !merged.includes("Cats or dogs")) process.exitCode = 1
