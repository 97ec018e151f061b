import { createServer } from "node:http"
import { Quire, type SpaceId } from "@quire/http"

const { BASE_URL = "http://127.0.0.1:3000", DATABASE_URL: url = "", PORT = "3000" } = process.env

const quire = await Quire.open({ store: { kind: "postgres", url }, baseUrl: `${BASE_URL}/docs` })
const { id } = await quire.system.users.ensure({ email: "ann@example.com", displayName: "Ann" })
const ann = quire.as(id)

/** Types of what Quire returns are part of the declarations of this module. */
export const listPages = (space: SpaceId) => ann.content.pages({ space })

const write = (space: SpaceId, markdown: string) =>
  ann.content.edit({ space }, { changes: [{ operation: "insert_page", title: "Welcome", document: { markdown } }] })

const acme = await ann.organizations.create({ title: "Acme" })
const guide = await ann.spaces.create(acme.id, { title: "Guide", editMode: "live" })
await write(guide.id, "It is $$x^2$$.\n\n```js\nconst one = 1\n```\n")
await ann.spaces.update(guide.id, { editMode: "locked" })
const site = await ann.sites.create(acme.id, { title: "Acme", visibility: "public", spaces: [guide.id] })
const { urls } = await ann.sites.publish(acme.id, site.id)

createServer(Quire.toNodeHandler(quire.handler)).listen(Number(PORT), "127.0.0.1", () =>
  console.log(`listening: ${urls.published}`)
)
