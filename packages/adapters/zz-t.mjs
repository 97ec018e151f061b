import { readFileSync } from "node:fs"

const B = "/work/wt/generators/packages/adapters/dist/"
const C = await import(B + "generators/Containers.js"),
  M = await import(B + "markdown/MarkdownTree.js"),
  P = await import(B + "markdown/MarkdownPage.js"),
  F = await import(B + "markdown/FastParser.js")
const X = await import(B + "markdown/Complexity.js")
await F.loaded
const text = readFileSync(process.argv[2], "utf8")
const dialect = process.argv[3]
const t = (n, f) => {
  const a = performance.now()
  const r = f()
  console.log(n, (performance.now() - a).toFixed(0))
  return r
}
const tagged = t("tags", () => C.toTags(text, dialect === "python" ? "python" : "markdown"))
console.log(
  "len",
  text.length,
  "modest",
  X.isModest(tagged.text),
  "complex",
  X.isTooComplex(tagged.text),
  "copied",
  X.isCopied(tagged.text)
)
const tree = t("tree", () => P.treeOf(text, { dialect }))
const page = t("page", () => P.pageOf(tree, { dialect }))
console.log(page.document.nodes.length, P.bounded(page).beyond)
if (dialect === "mdx") {
  const X2 = await import(B + "generators/MdxParser.js")
  const tg = C.toTags(text, "mdx")
  for (let i = 0; i < 3; i++) t("parse ", () => X2.read(tg.text))
  t("again", () => P.treeOf(text, { dialect }))
}
