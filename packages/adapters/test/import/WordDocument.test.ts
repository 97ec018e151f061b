import { assert, layer } from "@effect/vitest"
import { Importer } from "@quire/core"
import { Effect } from "effect"
import { strToU8, zipSync } from "fflate"
import * as MarkdownText from "../../src/markdown/MarkdownText.ts"
import { drawn, intake, refs, type Tree, warnings, zipInput } from "./archives.ts"
import { png } from "./images.ts"
import * as Parsers from "./parsers.ts"

const namespaces = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"',
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
].join(" ")

const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

const relationship = (id: string, kind: string, target: string, mode = "") =>
  `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"${mode}/>`

const relationships = (...each: ReadonlyArray<string>) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each.join("")}</Relationships>`

const paragraph = (text: string, style = "") =>
  `<w:p>${style === "" ? "" : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}${text}</w:p>`

const run = (text: string, marks = "") => `<w:r><w:rPr>${marks}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`

const cell = (text: string) => `<w:tc>${paragraph(run(text))}</w:tc>`
const row = (...texts: ReadonlyArray<string>) => `<w:tr>${texts.map(cell).join("")}</w:tr>`

const picture =
  '<w:r><w:drawing><wp:inline><wp:docPr id="1" name="p" descr="A dot"/><a:graphic><a:graphicData uri="x"><pic:pic><pic:blipFill><a:blip r:embed="rId1"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>'

const body = [
  paragraph(run("Guide"), "Title"),
  paragraph(run("Install"), "Heading1"),
  paragraph(
    `${run("Use ")}${run("bold", "<w:b/>")}${run(" and ")}<w:hyperlink r:id="rId2">${run("a link")}</w:hyperlink><w:r><w:footnoteReference w:id="2"/></w:r>`
  ),
  paragraph(picture),
  `<w:tbl>${row("Plan", "People")}${row("Free", "3")}</w:tbl>`,
  paragraph(`${run("Sum ")}<m:oMath><m:r><m:t>a+b</m:t></m:r></m:oMath>`)
].join("")

const style = (id: string, name: string) =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`

/** A Word document as a program writes it, with a picture, a note, a table and a formula. */
const document = (main = body): Uint8Array =>
  zipSync({
    "[Content_Types].xml": strToU8(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="png" ContentType="image/png"/><Default Extension="xml" ContentType="application/xml"/></Types>'
    ),
    "_rels/.rels": strToU8(relationships(relationship("r1", "officeDocument", "word/document.xml"))),
    "word/_rels/document.xml.rels": strToU8(
      relationships(
        relationship("rId1", "image", "media/image1.png"),
        relationship("rId2", "hyperlink", "other.docx", ' TargetMode="External"'),
        relationship("rId3", "footnotes", "footnotes.xml"),
        relationship("rId4", "styles", "styles.xml")
      )
    ),
    "word/document.xml": strToU8(`<w:document ${namespaces}><w:body>${main}</w:body></w:document>`),
    "word/styles.xml": strToU8(
      `<w:styles ${namespaces}>${style("Title", "Title")}${style("Heading1", "heading 1")}</w:styles>`
    ),
    "word/footnotes.xml": strToU8(
      `<w:footnotes ${namespaces}><w:footnote w:id="2">${paragraph(run("The note."))}</w:footnote></w:footnotes>`
    ),
    "word/header1.xml": strToU8(`<w:hdr ${namespaces}>${paragraph(run("Header"))}</w:hdr>`),
    "word/media/image1.png": png
  })

const markdownOf = ({ pages }: Importer.ImportedContent, path: string) => {
  const page = Array.from(Importer.walk(pages)).find((each) => each.path === path)
  return page?.type === "document" ? MarkdownText.print(page.document?.open() ?? assert.fail(path), {}) : ""
}

const importing = (input: Importer.ImportInput) =>
  Effect.flatMap(Importer.Importers, (importers) => importers.read(input, intake))

const single = (bytes: Uint8Array, name = "guide.docx"): Importer.ImportInput => ({
  source: "docx",
  bytes,
  contentType: undefined,
  url: `https://example.com/${name}`,
  name
})

const left = ["the headers and footers of the document were left out", "1 formulas were imported as text"]

layer(Parsers.importers())("an imported Word document", (it) => {
  it.effect("becomes a page with its headings, marks, links, notes, tables and pictures", () =>
    Effect.gen(function* () {
      const content = yield* importing(single(document()))
      assert.deepStrictEqual(drawn(content.pages), ['document guide.docx "Guide"'])
      assert.deepStrictEqual(
        content.files.map(({ bytes, name, path }) => [path, name, bytes.length]),
        [["guide.docx/word/media/image1.png", "image1.png", png.length]]
      )
      const text = markdownOf(content, "guide.docx")
      for (const part of ["# Install", "Use **bold** and", "[^1]: The note.", "| Free | 3", "Sum a+b", "A dot"]) {
        assert.include(text, part)
      }
      assert.notInclude(text, "Header")
      assert.deepStrictEqual(
        content.warnings.listed.map(({ reason }) => reason),
        [...left, '"other.docx" is not in the archive']
      )
    })
  )

  it.effect("becomes a page among others in an archive, with links between them", () =>
    Effect.gen(function* () {
      const tree: Tree = {
        "a/README.md": "# A\n\n[guide](guide.docx)",
        "a/guide.docx": document(),
        "a/other.docx": document(paragraph(run("Other"))),
        "a/broken.docx": "no archive"
      }
      const content = yield* importing(zipInput(tree))
      assert.deepStrictEqual(drawn(content.pages), [
        'document README.md "A"',
        'document guide.docx "Guide"',
        'document other.docx "Other"'
      ])
      assert.deepStrictEqual(refs(content)["README.md"], [{ kind: "page", page: "guide.docx" }])
      assert.deepStrictEqual(refs(content)["guide.docx"], [
        { kind: "page", page: "other.docx" },
        { kind: "file", file: "guide.docx/word/media/image1.png" }
      ])
      assert.include(warnings(content), "broken.docx: damaged, or not a text file")
    })
  )

  it.effect("fails if it is damaged or something else", () =>
    Effect.gen(function* () {
      for (const bytes of [strToU8("text"), zipSync({ "a.md": strToU8("# A") })]) {
        const failed = yield* Effect.flip(importing(single(bytes)))
        assert.strictEqual(
          failed.message,
          "nothing was imported: the source is not a Word document in the format .docx"
        )
      }
    })
  )
})
