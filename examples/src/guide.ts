import { strictEqual } from "node:assert/strict"
import type { Quire } from "@quire/http"
import { strToU8, zipSync } from "fflate"

const files = {
  "README.md": "# Welcome\n\nBegin with [how to install it](install.md).\n",
  "install.md": "# Install it\n\nRun the installer.\n"
}

/** Publishes a site of two pages for everybody, and returns its address. */
export const publishGuide = async (quire: Quire.Quire): Promise<URL> => {
  const ann = await quire.system.users.ensure({ email: "ann@example.com", displayName: "Ann" })
  const as = quire.as(ann.id)
  const { id: organization } = await as.organizations.create({ title: "Acme" })
  const { id: spaceId } = await as.spaces.create(organization, { title: "Guide", editMode: "live" })
  await as.imports.bytesIntoSpace(spaceId, {
    source: "zip",
    bytes: zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)]))),
    contentType: "application/zip",
    url: "file:///guide.zip",
    name: "guide.zip"
  })
  await as.spaces.update(spaceId, { editMode: "locked" })
  const site = await as.sites.create(organization, { title: "Guide" })
  await as.siteSpaces.create(organization, site.id, { spaceId })
  const { urls } = await as.sites.publish(organization, site.id)
  return new URL(urls.published ?? "")
}

const expected = {
  "/": "200 Acme",
  "/help/v1/user": "404 application/json",
  "": "200 Welcome | Guide",
  install: "200 Install it | Guide",
  "install.md": "200 text/markdown; charset=utf-8",
  Install: "308 ./install",
  nothing: "404 Page not found | Guide"
}

/** Requests pages of the host application and of the site, and prints the responses: titles or redirect targets. */
export const visit = async (host: string, site: URL): Promise<void> => {
  for (const [path, line] of Object.entries(expected)) {
    const url = path.startsWith("/") ? `${host}${path}` : `${host}${site.pathname}${path}`
    const answer = await fetch(url, { redirect: "manual" })
    const [, title] = /<title>(.*?)<\/title>/.exec(await answer.text()) ?? []
    const actual = `${answer.status} ${title ?? answer.headers.get("location") ?? answer.headers.get("content-type")}`
    console.log(`${new URL(url).pathname}: ${actual}`)
    strictEqual(actual, line)
  }
}
