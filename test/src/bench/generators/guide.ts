import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** Documentation that a package comes with. */
const source = fileURLToPath(new URL("../../../../node_modules/undici/", import.meta.url))

/** A page of the guide that all generators are given. */
export interface GuidePage {
  /** Without the extension; empty for the first page. */
  readonly path: string
  readonly title: string
  readonly description: string
  /** Markdown below the title. */
  readonly text: string
}

const plain = (text: string) => text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[`*_<>"]/g, "")

const descriptionOf = (text: string): string => {
  const paragraphs = text.split(/\n\s*\n/).map((each) => plain(each).replace(/\s+/g, " ").trim())
  const first = paragraphs.find((each) => /^[A-Z][\w ,'-]{20,}/.test(each)) ?? ""
  return first === "" ? "What it is for, and what each of its parts does." : first.slice(0, 150)
}

const pageOf = (path: string, markdown: string): GuidePage => {
  const [, title = path] = /^#\s+(.+)$/m.exec(markdown) ?? []
  const up = "../".repeat(path.split("/").length - 1)
  const text = markdown
    .replace(/^#\s+.+$/m, "")
    .replace(/^\[!\[.*$/gm, "")
    .replaceAll("](/docs/docs/", `](${up === "" ? "./" : up}`)
    .replace(/\]\((\.[^)#]+\.md)/g, (link) => link.toLowerCase())
  return { path, title: plain(title), description: descriptionOf(text), text }
}

const read = (file: string) => readFileSync(join(source, file), "utf8")

/** Lists the pages, the first one first. */
export const list = (): ReadonlyArray<GuidePage> => {
  const folder = "docs/docs"
  const files = readdirSync(join(source, folder), { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".md")
  )
  const pages = files
    .toSorted()
    .map((file) => pageOf(file.replace(/\.md$/, "").toLowerCase(), read(join(folder, file))))
  return [pageOf("", read("README.md")), ...pages]
}

/** A page as Markdown, with what generators read at its beginning. */
export const write = (page: GuidePage, fields: ReadonlyArray<"title" | "description">, hasHeading: boolean): string => {
  const head = fields.map((name) => `${name}: ${JSON.stringify(page[name])}`).join("\n")
  return `---\n${head}\n---\n\n${hasHeading ? `# ${page.title}\n\n` : ""}${page.text}`
}
