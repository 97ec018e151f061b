import { PDFiumLibrary } from "@hyzyla/pdfium"
import { getDocument, OPS, type PDFDocumentProxy, Util } from "pdfjs-dist/legacy/build/pdf.mjs"

/** A place on a sheet from its lower left corner, in points. */
export interface Box {
  readonly left: number
  readonly right: number
  readonly bottom: number
  readonly top: number
}

/** A piece of text and its place. */
export interface TextBox extends Box {
  readonly text: string
}

/** A PDF as those read it who copy from it or hear it. */
export interface ReadPdf {
  readonly sheets: number
  /** Titles of the bookmarks with how deep they are, from 1. */
  readonly bookmarks: ReadonlyArray<readonly [title: string, depth: number]>
  /** What is written from the first page of the content on, without blanks and what only decorates. */
  readonly body: string
  /** The same of each sheet. */
  readonly texts: ReadonlyArray<string>
  /** Where the texts of each sheet stand. */
  readonly boxes: ReadonlyArray<ReadonlyArray<TextBox>>
  /** Where the images of each sheet stand. */
  readonly images: ReadonlyArray<ReadonlyArray<Box>>
  /** Addresses outside of the file that links lead to. */
  readonly urls: ReadonlyArray<string>
  /** How many links lead to places in the file. */
  readonly jumps: number
}

/** Roles whose text is no text of the content, or stands elsewhere than where it was written. */
const passedOver = new Set(["Lbl", "TOC", "Note", "FENote", "Formula", "Figure"])

type Outline = Awaited<ReturnType<PDFDocumentProxy["getOutline"]>>

const flatten = (items: Outline, depth: number): ReadonlyArray<readonly [string, number]> =>
  items.flatMap((item) => [[item.title, depth] as const, ...flatten(item.items, depth + 1)])

/** The ids of marked content below roles that are passed over. */
const collectIds = (node: unknown, isPassed: boolean, passed: Set<string>): void => {
  if (typeof node !== "object" || node === null) return
  if ("id" in node && typeof node.id === "string" && isPassed) passed.add(node.id)
  const isBelow = isPassed || ("role" in node && typeof node.role === "string" && passedOver.has(node.role))
  if ("children" in node && Array.isArray(node.children)) {
    for (const child of node.children) collectIds(child, isBelow, passed)
  }
}

/** Blanks, and places where a line may be broken. */
const blanks = /[\s\u200b]+/g

export const withoutBlanks = (text: string): string => text.replace(blanks, "")

type Matrix = ReadonlyArray<number>
type Sheet = Awaited<ReturnType<PDFDocumentProxy["getPage"]>>

/** The places of the images of a sheet: each is drawn on the unit square of the current matrix. */
const findImages = async (page: Sheet): Promise<ReadonlyArray<Box>> => {
  const { argsArray, fnArray } = await page.getOperatorList()
  const saved: Array<Matrix> = []
  let matrix: Matrix = [1, 0, 0, 1, 0, 0]
  const boxes: Array<Box> = []
  for (const [at, operator] of fnArray.entries()) {
    if (operator === OPS.save || operator === OPS.paintFormXObjectBegin) saved.push(matrix)
    if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd) matrix = saved.pop() ?? matrix
    if (operator === OPS.transform) matrix = Util.transform([...matrix], argsArray[at])
    if (operator === OPS.paintFormXObjectBegin && argsArray[at][0] !== null) {
      matrix = Util.transform([...matrix], argsArray[at][0])
    }
    if (operator === OPS.paintImageXObject) {
      const [a = 0, b = 0, c = 0, d = 0, left = 0, bottom = 0] = matrix
      const [xs, ys] = [
        [left, left + a + c],
        [bottom, bottom + b + d]
      ]
      boxes.push({ left: Math.min(...xs), right: Math.max(...xs), bottom: Math.min(...ys), top: Math.max(...ys) })
    }
  }
  return boxes
}

const readSheet = async (file: PDFDocumentProxy, number: number) => {
  const page = await file.getPage(number)
  const passed = new Set<string>()
  collectIds(await page.getStructTree(), false, passed)
  const { items } = await page.getTextContent({ includeMarkedContent: true, disableNormalization: true })
  const open: Array<boolean> = []
  let text = ""
  const boxes: Array<TextBox> = []
  for (const item of items) {
    if ("str" in item) {
      const [, , , size, left, bottom] = item.transform
      if (item.str.trim() !== "")
        boxes.push({ text: item.str, left, right: left + item.width, bottom, top: bottom + size * 0.7 })
      if (!open.includes(true)) text += item.str
    } else if (item.type === "endMarkedContent") open.pop()
    else open.push(("tag" in item && item.tag === "Artifact") || (typeof item.id === "string" && passed.has(item.id)))
  }
  const images = await findImages(page)
  const links = (await page.getAnnotations()).filter(({ subtype }) => subtype === "Link")
  page.cleanup()
  return {
    text,
    boxes,
    images,
    urls: links.flatMap(({ unsafeUrl }) => (typeof unsafeUrl === "string" ? [unsafeUrl] : [])),
    jumps: links.filter(({ dest }) => dest !== undefined && dest !== null).length
  }
}

/** The number of the sheet on which the first page of the content begins. */
const firstSheet = async (file: PDFDocumentProxy, outline: Outline): Promise<number> => {
  const dest = outline[0]?.dest
  const [ref] = Array.isArray(dest) ? dest : []
  return (await file.getPageIndex(ref)) + 1
}

export const readPdf = async (bytes: Uint8Array): Promise<ReadPdf> => {
  const file = await getDocument({ data: Uint8Array.from(bytes), verbosity: 0, useSystemFonts: false }).promise
  const outline = await file.getOutline()
  const first = await firstSheet(file, outline)
  const sheets: Array<Awaited<ReturnType<typeof readSheet>>> = []
  for (let number = first; number <= file.numPages; number++) sheets.push(await readSheet(file, number))
  const texts = sheets.map(({ text }) => withoutBlanks(text))
  const read: ReadPdf = {
    sheets: file.numPages,
    bookmarks: flatten(outline, 1),
    body: texts.join(""),
    texts,
    boxes: sheets.map(({ boxes }) => boxes),
    images: sheets.map(({ images }) => images),
    urls: sheets.flatMap(({ urls }) => urls),
    jumps: sheets.reduce((sum, { jumps }) => sum + jumps, 0)
  }
  await file.loadingTask.destroy()
  return read
}

/** The texts of the sheets as they are copied from the viewer of Chromium. */
export const copyPdf = async (bytes: Uint8Array): Promise<string> => {
  const library = await PDFiumLibrary.init()
  const file = await library.loadDocument(bytes)
  try {
    return Array.from(file.pages(), (page) => page.getText()).join("\n")
  } finally {
    file.destroy()
    library.destroy()
  }
}
