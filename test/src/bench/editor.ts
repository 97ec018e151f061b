/**
 * Imports folders, maps every document to the editor's content and back, and prints one row for each folder:
 * `npm run bench -- editor FOLDER...`. `other` are documents that differ afterwards, `opaque` nodes that the editor keeps
 * as JSON although it knows their type, `loose` text blocks whose text is not in canonical form. `typing` is the time of
 * one typed character in the largest document, without a view.
 */
import { readdirSync } from "node:fs"
import { basename, resolve } from "node:path"
import { isDeepStrictEqual, parseArgs } from "node:util"
import { HtmlAdapter, Importers, MarkdownAdapter } from "@quire/adapters"
import type { Document } from "@quire/core"
import { fromDocument, keys, toDocument } from "@quire/editor"
import { Quire } from "@quire/http"
import { Effect, Layer } from "effect"
import { zipSync } from "fflate"
import { history } from "prosemirror-history"
import type { Node } from "prosemirror-model"
import { EditorState } from "prosemirror-state"
import * as Folder from "./imports/folder.ts"
import { importInto, read } from "./imports/storedContent.ts"

const { positionals } = parseArgs({ allowPositionals: true })

const row = (cells: ReadonlyArray<string | number>) => `| ${cells.join(" | ")} |`

const importers = Importers.layer({
  archive: { entries: 40_000, unpackedBytes: 4_000_000_000, ratio: 1_000 },
  files: 20_000
}).pipe(Layer.provide(Layer.merge(MarkdownAdapter.layer, HtmlAdapter.layer)))

const engine = Quire.layer({ store: { kind: "memory" }, baseUrl: "http://127.0.0.1", layers: importers })

const documentsOf = Effect.fnUntraced(function* (folder: string) {
  const bytes = zipSync(Object.fromEntries(Folder.readFolder(folder)), { level: 0 })
  const { space } = yield* importInto(bytes, basename(folder))
  const { pages } = yield* read(space)
  return pages.flatMap(({ document }) => document ?? [])
})

const count = (doc: Node, accepts: (node: Node) => boolean): number => {
  let found = 0
  doc.descendants((node) => {
    if (accepts(node)) found++
    return true
  })
  return found
}

const median = (values: ReadonlyArray<number>) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Milliseconds of a character that is typed into the middle of a document. */
const timeTyping = (document: Document.Document): number => {
  let state = EditorState.create({ doc: fromDocument(document), plugins: [history(), keys()] })
  let at = 1
  state.doc.descendants((node, pos) => {
    if (node.isTextblock && at < state.doc.content.size / 2) at = pos + 1
    return true
  })
  const times = Array.from({ length: 200 }, () => {
    const began = performance.now()
    state = state.apply(state.tr.insertText("x", at))
    return performance.now() - began
  })
  return median(times)
}

const measure = (name: string, documents: ReadonlyArray<Document.Document>) => {
  let [blocks, opaque, loose, other, most] = [0, 0, 0, 0, 0]
  let [read, written] = [0, 0]
  let largest = documents[0]
  for (const document of documents) {
    const began = performance.now()
    const doc = fromDocument(document)
    const mapped = performance.now()
    const back = toDocument(doc)
    read += mapped - began
    written += performance.now() - mapped
    doc.check()
    const own = count(doc, (node) => node.isBlock)
    blocks += own
    opaque += count(doc, ({ type }) => type.name.startsWith("opaque"))
    loose += count(doc, ({ attrs }) => Array.isArray(attrs["original"]))
    if (!isDeepStrictEqual(JSON.parse(JSON.stringify(back)), JSON.parse(JSON.stringify(document)))) other++
    if (own <= most) continue
    most = own
    largest = document
  }
  const typing = largest === undefined ? 0 : timeTyping(largest)
  return [
    name,
    documents.length,
    blocks,
    other,
    opaque,
    loose,
    read.toFixed(0),
    written.toFixed(0),
    most,
    typing.toFixed(2)
  ]
}

const heads = [
  "source",
  "documents",
  "blocks",
  "other",
  "opaque",
  "loose",
  "ms to editor",
  "ms back",
  "largest",
  "ms typing"
]

console.log(row(heads))
console.log(row(heads.map(() => "---")))
for (const folder of positionals.map((each) => resolve(each))) {
  if (readdirSync(folder).length === 0) continue
  const name = basename(folder)
  const documents = await Effect.runPromise(Effect.provide(documentsOf(folder), engine)).catch(String)
  console.log(row(typeof documents === "string" ? [name, documents] : measure(name, documents)))
}
process.exit(0)
