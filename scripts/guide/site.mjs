import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { Readable } from "node:stream"
import { zipSync } from "fflate"
import { at, relativePath, walk } from "../workspace.mjs"
import { folder } from "./blocks.mjs"

const title = "Quire"

/** The published sections: one per folder, without the list of rule pages. */
const sections = [
  { title: "Guide", folder },
  { title: "Rules", folder: "docs/rules", without: "README.md" }
]

const customization = {
  title,
  styling: {
    theme: "clean",
    primaryColor: { light: "#0F6E84", dark: "#5CC8DE" },
    corners: "rounded",
    icons: "solid",
    search: "prominent"
  },
  favicon: { emoji: "1f4d6" },
  header: { preset: "default", links: [] },
  footer: { groups: [], copyright: "MIT licence" },
  themes: { default: "light", toggeable: true }
}

const zipped = ({ folder: source, without }) => {
  const paths = walk(at(source)).map((path) => relativePath(path).slice(source.length + 1))
  const kept = paths.filter((path) => path !== without)
  return zipSync(Object.fromEntries(kept.map((path) => [path, new Uint8Array(readFileSync(at(source, path)))])), {
    level: 0
  })
}

/** Imports a folder into a new space; prints the warnings of the import. */
const importFolder = async (as, organization, section, tell) => {
  tell(`importing ${section.folder}`)
  const { id } = await as.spaces.create(organization, { title: section.title })
  const { importedResources, warnings = [] } = await as.imports.bytesIntoSpace(id, {
    source: "zip",
    bytes: zipped(section),
    contentType: "application/zip",
    url: `file:///${section.folder}.zip`,
    name: `${section.title}.zip`
  })
  tell(`  ${importedResources} pages and files`)
  for (const { path, reason } of warnings) tell(`  ${path}: ${reason}`)
  return { id, isWhole: warnings.length === 0 }
}

/** Publishes the guide in an engine; returns its URL, and whether everything was imported without warnings. */
export const publish = async (quire, base, tell) => {
  const writer = await quire.system.users.ensure({ email: "guide@quire.example", displayName: "Quire" })
  const as = quire.as(writer.id)
  const { id: organization } = await as.organizations.create({ title })
  const { id: site } = await as.sites.create(organization, { title, visibility: "public" })
  let isWhole = true
  for (const section of sections) {
    const imported = await importFolder(as, organization, section, tell)
    isWhole &&= imported.isWhole
    await as.siteSections.create(organization, site, { spaceId: imported.id, title: section.title })
  }
  const links = [
    { title: "API reference", to: { kind: "url", url: `${base}/docs` }, links: [], style: "button-secondary" }
  ]
  await as.customizations.put(organization, site, { ...customization, header: { preset: "default", links } })
  tell("publishing")
  const { urls } = await as.sites.publish(organization, site)
  return { start: urls.published, isWhole }
}

const requestOf = (incoming, base) => {
  const headers = Object.entries(incoming.headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each) => [name, each])
  )
  const method = incoming.method ?? "GET"
  const body = method === "GET" || method === "HEAD" ? {} : { body: Readable.toWeb(incoming), duplex: "half" }
  return new Request(new URL(incoming.url ?? "/", base), { method, headers, ...body })
}

/** Serves an engine, which is opened once the address is known; `/` redirects to the site. */
export const serve = async (open, port, tell) => {
  const opened = {}
  const server = createServer(async (incoming, outgoing) => {
    const { base, quire, start } = opened
    if (start === undefined) return outgoing.writeHead(503, { "retry-after": "1" }).end()
    if (incoming.url === "/") return outgoing.writeHead(302, { location: start }).end()
    const answer = await quire.handler(requestOf(incoming, base))
    outgoing.writeHead(answer.status, [...answer.headers].flat())
    outgoing.end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise((done, fail) => server.once("error", fail).listen(port, "127.0.0.1", done))
  opened.base = `http://127.0.0.1:${server.address().port}`
  opened.quire = await open(opened.base)
  const { isWhole, start } = await publish(opened.quire, opened.base, tell)
  opened.start = start
  const close = async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
    await opened.quire.close()
  }
  return { base: opened.base, start, isWhole, close }
}
