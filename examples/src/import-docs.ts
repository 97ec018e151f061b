import { readdir, readFile, rm } from "node:fs/promises"
import { createServer } from "node:http"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join, relative, sep } from "node:path"
import type { PageView } from "@quire/core"
import { Quire } from "@quire/http"
import { zipSync } from "fflate"

/** The Markdown and images that ship inside the installed Effect packages, by path. */
const shippedDocs = async (): Promise<Record<string, Uint8Array>> => {
  const modules = join(dirname(createRequire(import.meta.url).resolve("effect/package.json")), "..")
  const scoped = (await readdir(join(modules, "@effect"))).map((name) => `@effect/${name}`)
  const files: Record<string, Uint8Array> = {}
  for (const name of ["effect", ...scoped]) {
    const root = join(modules, name)
    for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      const isNested = relative(root, path).split(sep).includes("node_modules")
      if (!entry.isFile() || isNested || !/\.(md|png|svg)$/i.test(entry.name)) continue
      files[`${name.replace("@effect/", "effect-")}/${relative(root, path).split(sep).join("/")}`] =
        await readFile(path)
    }
  }
  return files
}

/** Serves bytes on loopback until closed. */
const serve = async (bytes: Uint8Array) => {
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "application/zip" }).end(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return { host: `127.0.0.1:${port}`, close: () => server.close() }
}

const timed = async <A>(what: string, run: () => Promise<A>): Promise<A> => {
  const start = performance.now()
  const result = await run()
  console.log(`${what}: ${Math.round(performance.now() - start)} ms`)
  return result
}

const countPages = (pages: ReadonlyArray<PageView.PageView>): number =>
  pages.reduce((sum, page) => sum + 1 + ("pages" in page ? countPages(page.pages) : 0), 0)

const printTree = (pages: ReadonlyArray<PageView.PageView>, depth: number, budget: { lines: number }): void => {
  for (const page of pages) {
    if (budget.lines-- <= 0) return
    console.log(`${"  ".repeat(depth + 1)}${page.title}${"path" in page ? `  /${page.path}` : ""}`)
    if ("pages" in page) printTree(page.pages, depth + 1, budget)
  }
}

const directory = join(tmpdir(), `quire-example-${process.pid}`)
const archive = zipSync(await shippedDocs())
const docs = await serve(archive)
const open = () =>
  Quire.open({
    store: { kind: "embedded", directory },
    baseUrl: "http://localhost:4100",
    fetchAllow: [docs.host],
    onProgress: (step) => console.log(`… ${step}`)
  })

const engine = await timed("start on an empty folder", open)
const ann = await engine.system.users.ensure({ email: "ann@example.com", displayName: "Ann" })
const as = engine.as(ann.id)
const organization = await as.organizations.create({ title: "Example" })
const space = await as.spaces.create(organization.id, { title: "Effect documentation" })
const result = await timed(`import of a ${Math.round(archive.length / 1024)} KiB zip`, () =>
  as.imports.intoSpace(space.id, { url: `http://${docs.host}/docs.zip`, source: "zip" })
)
console.log(`imported ${result.importedResources} of ${result.totalResources} pages and files`)
console.log(`${result.warnings?.length ?? 0} warnings, such as:`)
for (const { path, reason } of (result.warnings ?? []).slice(0, 5)) console.log(`  ${path}: ${reason}`)

const { pages } = await timed("the page tree", () => as.content.pages({ space: space.id }))
console.log(`${countPages(pages)} pages:`)
printTree(pages, 0, { lines: 25 })

const first = pages.find((page) => page.type === "document")
if (first?.type !== "document") throw new Error("nothing was imported")
const { path } = first
const page = await timed("one page as Markdown", () => as.content.pageByPath({ space: space.id }, path, "markdown"))
const markdown = page.type === "document" ? (page.markdown ?? "") : ""
console.log(`\n# ${page.title}\n${markdown.slice(0, 800)}\n…`)

const found = await timed("search", () => as.search.inSpace(space.id, "effect install", { limit: 5 }))
console.log(`${found.count} pages for "effect install":`)
for (const hit of found.items) console.log(`  ${hit.title} (${hit.path}): ${hit.sections[0]?.body.slice(0, 80) ?? ""}`)
await timed("stop", () => engine.close())

const again = await timed("start on the same folder", open)
const reread = await again.as(ann.id).content.pageByPath({ space: space.id }, path, "markdown")
const same = reread.type === "document" && reread.markdown === markdown
console.log(`read again after the restart: ${same ? "the same text" : "DIFFERENT TEXT"}`)
await again.close()
docs.close()
await rm(directory, { recursive: true, force: true })
if (!same) process.exitCode = 1
