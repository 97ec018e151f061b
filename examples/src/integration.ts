import { Quire } from "@quire/http"
import { loopback } from "./loopback.ts"

/** The script of an integration, as its publisher bundles it: it handles one request per event. */
const script = `
const blockOf = ({ city }, { greeting }) => ({
  type: "block",
  children: [{ type: "card", title: greeting + ", " + city, children: [
    { type: "text", children: ["Drawn by an integration."] }
  ] }]
})

addEventListener("fetch", (request) => request.respondWith(answer(request.request)))

const answer = async (request) => {
  const form = await request.formData()
  const event = JSON.parse(form.get("event"))
  const { apiEndpoint, apiTokens, spaceInstallation } = JSON.parse(form.get("environment"))
  if (event.type === "ui_render") {
    const { configuration } = spaceInstallation
    return Response.json({ type: "element", element: blockOf(event.props, configuration), state: {}, props: event.props })
  }
  if (event.type === "space_content_updated") {
    const headers = { authorization: "Bearer " + apiTokens.installation }
    const space = await fetch(apiEndpoint + "/v1/spaces/" + event.spaceId, { headers })
    console.log("new content of", (await space.json()).title)
  }
  return new Response("OK")
}
`

const server = await loopback()
const quire = await Quire.open({ store: { kind: "memory" }, baseUrl: server.base, upkeep: "off" })
server.serve(quire.handler)

const ann = await quire.system.users.ensure({ email: "ann@example.com", displayName: "Ann" })
const as = quire.as(ann.id)
const { id: organization } = await as.organizations.create({ title: "Acme" })
const { id: space } = await as.spaces.create(organization, { title: "Guide", editMode: "live" })

const name = "greeter"
const { urls, version } = await as.integrations.publish(name, {
  organization,
  title: "Greeter",
  description: "Greets cities",
  script,
  scopes: ["space:metadata:read", "space:content:read"],
  blocks: [{ id: "greeting", title: "Greeting" }],
  configurations: {
    space: { properties: { greeting: { type: "string", title: "Greeting" } }, required: ["greeting"] }
  }
})
console.log(`published ${name}, version ${version}, at ${urls.location.slice(server.base.length)}`)

const installation = await as.installations.create(name, { organization })
const there = await as.spaceInstallations.create(name, installation.id, { space })
console.log(`installed on the space: ${there.status}, because the greeting is not configured`)
const { status } = await as.spaceInstallations.update(name, installation.id, space, {
  configuration: { greeting: "Bonjour" }
})
console.log(`configured on the space: ${status}`)

await as.content.edit(
  { space },
  {
    changes: [
      {
        operation: "insert_page",
        title: "Cities",
        document: { markdown: `{% @${name}/greeting city="Lyon" %}\n` }
      }
    ]
  }
)
await quire.system.eventDispatcher.follow()
await quire.system.jobs.run()

const { items } = await as.integrationEvents.list(name, { limit: 10 })
for (const { id } of items.toReversed()) {
  const { event, trace } = await as.integrationEvents.get(name, id)
  console.log(`delivered ${event.payload.type}: ${event.status}`)
  for (const { level, message } of trace.logs) console.log(`  ${level}: ${message}`)
}

await as.spaces.update(space, { editMode: "locked" })
const site = await as.sites.create(organization, { title: "Acme", visibility: "public", spaces: [space] })
const { urls: published } = await as.sites.publish(organization, site.id)
const page = await quire.handler(new Request(published.published ?? ""))
console.log(`${page.status}, drawn on the page:`, /Bonjour, Lyon/.exec(await page.text())?.[0])

await as.installations.remove(name, installation.id)
await quire.close()
server.close()
