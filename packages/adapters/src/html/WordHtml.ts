import type { Markdown } from "@quire/core"
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate"
import mammoth from "mammoth"

/** The web page that a Word document is equal to, and what it lacks. */
export interface WordHtml {
  readonly html: string
  readonly warnings: ReadonlyArray<Markdown.Warning>
}

/** What Mammoth does not map, by the names that Word gives its styles. */
const styleMap = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  "p[style-name='Quote'] => blockquote:fresh",
  "p[style-name='Intense Quote'] => blockquote:fresh",
  "p[style-name='HTML Preformatted'] => pre:separator('\n')",
  "p[style-name='Code'] => pre:separator('\n')",
  "p[style-name='Source Code'] => pre:separator('\n')",
  "p[style-name='Preformatted Text'] => pre:separator('\n')",
  "r[style-name='HTML Code'] => code",
  "r[style-name='Code'] => code",
  "r[style-name='Verbatim Char'] => code",
  "r[style-name='Source Text'] => code",
  "u => u",
  "highlight => mark"
]

/** Warnings of one kind beyond this number say nothing new. */
const mostWarnings = 20

const mathPattern = /<m:oMath(?:\s[^>]*)?>([\s\S]*?)<\/m:oMath>/g
const mathText = /<m:t(?:\s[^>]*)?>([^<]*)<\/m:t>/g

/** The main part with each formula replaced by its text, because Mammoth drops formulas. */
const withFormulasAsText = (xml: string) => {
  let formulas = 0
  const text = xml.replace(mathPattern, (_, formula: string) => {
    formulas++
    const parts = Array.from(formula.matchAll(mathText), ([, part = ""]) => part)
    return `<w:r><w:t xml:space="preserve">${parts.join("")}</w:t></w:r>`
  })
  return { xml: text, formulas }
}

const mainPart = "word/document.xml"

const warn = (reason: string): Markdown.Warning => ({ name: "word", reason })

/** What the parts of a document contain that pages do not have. */
const warningsOf = (parts: ReadonlyArray<string>): ReadonlyArray<Markdown.Warning> => [
  ...(parts.some((name) => /^word\/comments\.xml$/.test(name))
    ? [warn("the comments of the document were left out")]
    : []),
  ...(parts.some((name) => /^word\/(?:header|footer)\d*\.xml$/.test(name))
    ? [warn("the headers and footers of the document were left out")]
    : [])
]

/**
 * Converts a Word document, of which each image contains only its own path, to the HTML of its text. The images of the
 * HTML are these paths.
 */
export const convert = async (archive: Uint8Array): Promise<WordHtml> => {
  const parts = unzipSync(archive)
  const { formulas, xml } = withFormulasAsText(strFromU8(parts[mainPart] ?? new Uint8Array()))
  const buffer = Buffer.from(formulas === 0 ? archive : zipSync({ ...parts, [mainPart]: strToU8(xml) }, { level: 0 }))
  const convertImage = mammoth.images.imgElement(async (image) => ({ src: await image.read("utf8") }))
  const { messages, value } = await mammoth.convertToHtml(
    { buffer },
    {
      styleMap,
      convertImage,
      includeEmbeddedStyleMap: false
    }
  )
  const reasons = new Set(messages.map(({ message }) => message.split(" (Style ID: ")[0] ?? message))
  return {
    html: value,
    warnings: [
      ...warningsOf(Object.keys(parts)),
      ...(formulas === 0 ? [] : [warn(`${formulas} formulas were imported as text`)]),
      ...Array.from(reasons, (reason) => warn(reason)).slice(0, mostWarnings)
    ]
  }
}
