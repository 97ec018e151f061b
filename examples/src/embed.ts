import { Quire } from "@quire/http"

const quire = await Quire.open({ store: { kind: "memory" }, baseUrl: "http://localhost:4100" })

const ann = await quire.system.users.ensure({ email: "ann@example.com", displayName: "Ann" })
const as = quire.as(ann.id)

const acme = await as.organizations.create({ title: "Acme" })
const guide = await as.spaces.create(acme.id, { title: "Guide" })

await as.imports.bytesIntoSpace(guide.id, {
  source: "markdown",
  bytes: new TextEncoder().encode("# Welcome\n\nQuire keeps **versioned pages**.\n"),
  contentType: undefined,
  url: "file:///welcome.md",
  name: "welcome.md"
})

const page = await as.content.pageByPath({ space: guide.id }, "welcome", "markdown")
console.log(page.title, page.type === "document" ? page.markdown : "")

const found = await as.search.inSpace(guide.id, "versioned", { limit: 10 })
console.log(found.items.map((hit) => `${hit.title} (${hit.path})`))

await quire.close()
