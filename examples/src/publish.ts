import { type Publications, type PublishedPage, VisitorToken } from "@quire/core"
import { Quire } from "@quire/http"
import { strToU8, zipSync } from "fflate"

const quire = await Quire.open({
  store: { kind: "memory" },
  baseUrl: "http://localhost:4100",
  sitesUrl: "http://sites.localhost:4100"
})
const ann = await quire.system.users.ensure({ email: "ann@example.com", displayName: "Ann" })
const as = quire.as(ann.id)
const { id: organization } = await as.organizations.create({ title: "Acme" })

/** A space of imported documentation; spaces of published sites are changed by change requests. */
const importSpace = async (title: string, files: Readonly<Record<string, string>>) => {
  const { id } = await as.spaces.create(organization, { title, editMode: "live" })
  const bytes = zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])))
  await as.imports.bytesIntoSpace(id, {
    source: "zip",
    bytes,
    contentType: "application/zip",
    url: "file:///docs.zip",
    name: "docs.zip"
  })
  await as.spaces.update(id, { editMode: "locked" })
  return id
}

const guide = await importSpace("Guide", {
  "README.md": `# Welcome

Install it, then read [the reference](reference.md).

{% if visitor.claims.beta %}

Thank you for trying the beta: call \`preview()\`.

{% endif %}
`,
  "reference.md": "# Reference\n\nEvery setting.\n"
})
const interfaces = await importSpace("Interface", { "README.md": "# Interface\n\nMethods and errors.\n" })
const partners = await importSpace("Partners", { "README.md": "# For partners\n\nPrices and terms.\n" })

const site = await as.sites.create(organization, { title: "Acme", visibility: "visitor-auth" })
const start = await as.siteSections.create(organization, site.id, { spaceId: guide })
const api = await as.siteSections.create(organization, site.id, { spaceId: interfaces })
const terms = await as.siteSections.create(organization, site.id, { spaceId: partners })
await as.siteSections.update(organization, site.id, terms.id, { condition: `visitor.claims.plan == "partner"` })
await as.siteSectionGroups.create(organization, site.id, { title: "Developers", sections: [api.id, terms.id] })
await as.adaptiveSchemas.update(organization, site.id, {
  jsonSchema: {
    type: "object",
    properties: { beta: { type: "boolean" }, plan: { type: "string", enum: ["free", "partner"] } },
    additionalProperties: false
  }
})
await as.sites.update(organization, site.id, { adaptiveContent: { enabled: true }, defaultSiteSection: start.id })
const { privateKey } = await as.publishingAuths.update(organization, site.id, {
  fallbackURL: "https://acme.example/sign-in"
})
const { urls } = await as.sites.publish(organization, site.id)

/** A visitor token as the sign-in page of a host application creates it. */
const tokenOf = (claims: object) =>
  VisitorToken.sign({ exp: Math.floor(Date.now() / 1000) + 3600, ...claims }, privateKey)

const audiences = {
  "a visitor": tokenOf({ plan: "free" }),
  "a visitor of the beta": tokenOf({ plan: "free", beta: true }),
  "a partner": tokenOf({ plan: "partner" })
}

const listTitles = (entries: ReadonlyArray<PublishedPage.Entry>): ReadonlyArray<string> =>
  entries.flatMap(({ pages, title }) => [title, ...listTitles(pages)])

/** The sections that a visitor sees, with their pages. */
const describe = async (publication: Publications.Publication) => {
  const lines: Array<string> = []
  for (const { section, siteSpaces } of publication.seen.structure.sections) {
    for (const { id } of siteSpaces) {
      const titles = listTitles(await quire.system.publishedPages.contents(publication, id))
      lines.push(`${section?.title ?? ""}: ${titles.join(", ")}`)
    }
  }
  return lines
}

for (const [name, token] of Object.entries(audiences)) {
  console.log(`\n${name}, in process`)
  const publication = await quire.system.publications.open({ _tag: "Site", site: site.id }, { token })
  for (const line of await describe(publication)) console.log(`  ${line}`)

  console.log(`${name}, over HTTP`)
  const headers = { cookie: `quire-visitor-token=${token}` }
  for (const path of ["", "partners"]) {
    const answer = await quire.handler(new Request(`${urls.published}${path}`, { headers }))
    const [, title] = /<title>(.*?)<\/title>/.exec(await answer.text()) ?? []
    console.log(`  ${answer.status} /${path}: ${title}`)
  }
}

const anonymous = await quire.handler(new Request(urls.published ?? "", { redirect: "manual" }))
console.log(`\nwithout a token: ${anonymous.status} to ${anonymous.headers.get("location")}`)

await quire.close()
