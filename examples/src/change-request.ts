import { type Merging, SemanticChanges } from "@quire/core"
import { Quire } from "@quire/http"
import { loopback } from "./loopback.ts"
import { officialClient } from "./officialClient.ts"

const server = await loopback()
const quire = await Quire.open({ store: { kind: "memory" }, baseUrl: server.base })
server.serve(quire.handler)

const show = (title: string, lines: ReadonlyArray<string>) =>
  console.log([`\n${title}`, ...lines.map((line) => `  ${line}`)].join("\n"))

const person = (name: string) => quire.system.users.ensure({ email: `${name}@example.com`, displayName: name })
const [ada, lin] = [await person("Ada"), await person("Lin")]
const { id: organization } = await quire.as(ada.id).organizations.create({ title: "Example" })
await quire.system.members.add(organization, lin.id, "review")
const asAda = quire.as(ada.id)
const { token } = await quire.system.tokens.create(lin.id, { label: "example" })
const asLin = officialClient(server.base, token)

/** Calls an endpoint for which the official client of this version has no method. */
const call = async <A>(method: string, path: string, body?: unknown): Promise<A> => {
  const answer = await fetch(`${server.base}/v1/spaces/${space}/change-requests/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  return JSON.parse(await answer.text())
}

const { id: space } = await asAda.spaces.create(organization, { title: "Fables", editMode: "live" })
const made = await asAda.content.edit(
  { space },
  {
    changes: [
      {
        operation: "insert_page",
        title: "The fox",
        document: { markdown: "The quick fox jumps over the dog.\n\nThe dog sleeps." }
      },
      { operation: "insert_page", title: "The crow", document: { markdown: "The crow has a piece of cheese." } }
    ]
  }
)
const [fox = "", crow = ""] = made.changes.flatMap((each) => (each.object === "created_page" ? [each.page.id] : []))
await asAda.spaces.update(space, { editMode: "locked" })

const shown = async (page: string) => {
  const { data } = await asLin.spaces.getPageById(space, page, { format: "markdown" })
  return ("markdown" in data ? data.markdown : "").trimEnd().split("\n")
}
show("A fable that both will edit:", await shown(fox))

// Ada edits in the process that embeds the engine …
const first = await asAda.changeRequests.create(space, { subject: "A brown fox" })
await asAda.content.edit(
  { space, changeRequest: first.id },
  {
    changes: [
      {
        operation: "update_page",
        page: fox,
        document: { markdown: "The quick brown fox leaps over the dog.\n\nThe dog sleeps." }
      }
    ]
  }
)

// … and Lin over HTTP. Both change one word of the same sentence, and each makes another change as well.
const { data: second } = await asLin.spaces.createChangeRequest(space, { subject: "A sleepy fox" })
await call("POST", `${second.id}/content`, {
  changes: [
    {
      operation: "update_page",
      page: fox,
      document: { markdown: "The quick fox stumbles over the dog.\n\nThe dog sleeps soundly." }
    },
    { operation: "update_page", page: crow, title: "The crow and the cheese", into: fox },
    { operation: "insert_page", title: "The moral", document: { markdown: "See [the fox](../the-fox.md)." } }
  ]
})

const { result } = await asAda.changeRequests.merge(space, first.id)
show(`Ada merges hers: ${result}`, await shown(fox))

const status = await call<Merging.MergeStatus>("GET", `${second.id}/merge-status`)
show(
  `Merging Lin's change request would cause ${status.conflicts.length} conflict:`,
  status.conflicts.flatMap(({ base, changed, key, primary }) => [
    key,
    `  it was    ${JSON.stringify(base)}`,
    `  Ada has   ${JSON.stringify(primary)}`,
    `  Lin has   ${JSON.stringify(changed)}`
  ])
)
const { data: refused } = await asLin.spaces.mergeChangeRequest(space, second.id)
show(`Lin merges anyway: ${refused.result}, and nothing is written.`, [])

const { expectedBase, expectedHead } = status
const resolutions = Object.fromEntries(status.conflicts.map(({ key }) => [key, "changed"]))
await call("POST", `${second.id}/resolve`, { resolutions, expectedBase, expectedHead })
const { changes } = await asAda.changes.ofChangeRequest({ space, changeRequest: second.id })
show("She keeps her sentence. Her change request now contains these changes:", changes.map(SemanticChanges.describe))

const { data: merged } = await asLin.spaces.mergeChangeRequest(space, second.id)
show(`She merges: ${merged.result}`, await shown(fox))

const { data: counts } = await asLin.spaces.getSpaceById(space)
show("The space has", [`${counts.changeRequests} change requests, ${counts.changeRequestsOpen} of them open`])

server.close()
await quire.close()
