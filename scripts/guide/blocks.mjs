import { existsSync, readFileSync } from "node:fs"
import { at, walk } from "../workspace.mjs"

/** The folder of the guide. */
export const folder = "docs/site"

const listed = /\]\(([^)]+\.md)\)/g

/** The paths of all pages in the order of the table of contents, followed by the pages that are not listed there. */
export const pagePaths = () => {
  const summary = readFileSync(at(folder, "SUMMARY.md"), "utf8")
  const named = Array.from(summary.matchAll(listed), ([, path]) => `${folder}/${path}`)
  const all = walk(at(folder))
    .map((path) => path.slice(at(".").length + 1))
    .filter((path) => path.endsWith(".md") && !path.endsWith("/SUMMARY.md"))
  return [...new Set([...named.filter((path) => existsSync(at(path))), ...all])]
}

const fence = /^(\s*)(`{3,})([\w-]*)\s*$/
const titled = /^\s*\{% code .*?title="([^"]*)"/

/** The blocks of code of a page: language, title, text and the line where each begins. */
export const blocksOf = (text) => {
  const blocks = []
  let title
  let open
  for (const [index, line] of text.split("\n").entries()) {
    const [, indent = "", marks, lang = ""] = fence.exec(line) ?? []
    if (open !== undefined) {
      if (marks === open.marks && lang === "") {
        blocks.push({ ...open.block, text: open.lines.join("\n") })
        open = undefined
        title = undefined
      } else open.lines.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line)
    } else if (marks !== undefined) {
      open = { marks, indent, lines: [], block: { line: index + 1, lang, title } }
    } else title = titled.exec(line)?.[1] ?? (line.trim() === "" ? title : undefined)
  }
  return blocks
}

/** A program of `examples`, or a file that servers are deployed with, that a block shows whole. */
const isExample = ({ title = "" }) =>
  title.startsWith("examples/") || title.startsWith("deploy/") || title === "compose.yaml"

const isOutput = ({ lang }) => lang === "" || lang === "text" || lang === "json"

const kindOf = (block, previous) => {
  if (isExample(block)) return "example"
  if (block.lang === "ts") return "program"
  if (block.lang === "sh") return "shell"
  if (isOutput(block) && block.title === undefined && (previous?.kind === "program" || previous?.kind === "shell"))
    return "output"
  return block.title === undefined ? "unknown" : "file"
}

/** Pages with their blocks, each with its kind; an output belongs to the previous block. */
export const readPages = (unrun) =>
  pagePaths().map((path) => {
    const blocks = []
    for (const block of blocksOf(readFileSync(at(path), "utf8"))) {
      const excuse = unrun.find((each) => each.page === path && block.text.startsWith(each.begins))
      const kind = excuse === undefined ? kindOf(block, blocks.at(-1)) : "unrun"
      if (kind === "output") blocks.at(-1).expected = block
      blocks.push({ ...block, kind, why: excuse?.why })
    }
    return { path, blocks }
  })

/** Replaces every example that a page shows by the text of its file. */
export const withExamples = (text) =>
  blocksOf(text)
    .filter(isExample)
    .reduce((page, { lang, title, text: shown }) => {
      const current = readFileSync(at(title), "utf8").trimEnd()
      return page.replace(`\`\`\`${lang}\n${shown}\n\`\`\``, () => `\`\`\`${lang}\n${current}\n\`\`\``)
    }, text)
