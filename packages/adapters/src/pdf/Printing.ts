import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { type Book, PdfPrinter } from "@quire/core"
import { Predicate } from "effect"
import { Typesetter } from "../typesetting/Typesetter.ts"
import { BookCompiler, type PrintedImage } from "./BookCompiler.ts"
import * as PdfFonts from "./PdfFonts.ts"
import * as WriteBook from "./WriteBook.ts"

const require = createRequire(import.meta.url)

const outline = /^<path fill="currentColor" d="[^"<>&]+"\/>$/

/** The icons of a package, by name; none where it is not installed. */
const read = (family: string): ((name: string) => string | undefined) => {
  try {
    const json: unknown = JSON.parse(readFileSync(require.resolve(`@iconify-json/fa7-${family}/icons.json`), "utf8"))
    const icons = Predicate.hasProperty(json, "icons") && Predicate.isReadonlyObject(json.icons) ? json.icons : {}
    return (name) => {
      const icon = Object.hasOwn(icons, name) ? icons[name] : undefined
      const body = Predicate.hasProperty(icon, "body") && typeof icon.body === "string" ? icon.body : ""
      return outline.test(body) ? body : undefined
    }
  } catch {
    return () => undefined
  }
}

/** The colour of titles. */
const ink = "#1c2430"

/** SVG drawings of the known icons among the given names. The icon packages of the reader are loaded on first use. */
export const draw = (names: ReadonlySet<string>): ReadonlyMap<string, Uint8Array> => {
  if (names.size === 0) return new Map()
  const families = ["solid", "regular", "brands"].map(read)
  return new Map(
    Array.from(names).flatMap((name) => {
      const body = families.map((find) => find(name)).find((found) => found !== undefined)
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 640" color="${ink}">${body}</svg>`
      return body === undefined ? [] : [[name, new TextEncoder().encode(svg)] as const]
    })
  )
}

/** The supported image types and their file extensions. */
const kinds: { readonly [contentType: string]: string } = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
  "image/svg+xml": "svg"
}

/** The supported images of a book, each with a file name that has the matching extension. */
const imagesOf = (book: Book.Book, images: PdfPrinter.Images): ReadonlyMap<string, PrintedImage> => {
  const named = new Map<string, PrintedImage>()
  for (const target of Object.values(book.targets)) {
    if (target.kind !== "file" || named.has(target.blob)) continue
    const type = target.contentType.split(";")[0]?.trim().toLowerCase() ?? ""
    const [bytes, end] = [images.get(target.blob), Object.hasOwn(kinds, type) ? kinds[type] : undefined]
    if (bytes !== undefined && end !== undefined) named.set(target.blob, { name: `i${named.size}.${end}`, bytes })
  }
  return named
}

const drawIcons = ({ pages }: Book.Book): ReadonlyMap<string, PrintedImage> => {
  const drawn = draw(new Set(pages.flatMap(({ icon }) => icon ?? [])))
  return new Map(Array.from(drawn, ([name, bytes], at) => [name, { name: `s${at}.svg`, bytes }]))
}

/** Time limits for typesetting the code and formulas of a whole book; the rest stays plain. */
const typesetMilliseconds = { textMilliseconds: 1_000, pageMilliseconds: 20_000 }

const typesetting = (): WriteBook.Typesetter => {
  const typesetter = new Typesetter(typesetMilliseconds)
  const formulas = new Map<string, string | undefined>()
  return {
    code: (code) => typesetter.typeset({ codes: [code], formulas: [] }).codes[0],
    formula: (formula) => {
      const key = `${formula.isBlock}${formula.tex}`
      if (!formulas.has(key)) formulas.set(key, typesetter.typeset({ codes: [], formulas: [formula] }).formulas[0])
      return formulas.get(key)
    }
  }
}

/** A book that cannot be set is tried once more with its formulas as they are written: one of them refuses no book. */
const withoutFormulas = <A>(make: (typesetter: WriteBook.Typesetter) => A): A => {
  const typesetter = typesetting()
  try {
    return make(typesetter)
  } catch (error) {
    if (!(error instanceof PdfPrinter.PdfRefused)) throw error
    return make({ ...typesetter, formula: () => undefined })
  }
}

const warningOf = ({ package: name, script }: PdfFonts.Fonts["missing"][number]): string =>
  `no font is installed for ${script}; install ${name}`

/** Maximum number of scripts that are named in the warnings of one book. */
const mostScripts = 10

/** Warnings about missing glyphs: font packages that can be installed, and scripts without a known font package. */
const warningsOf = ({ missing }: PdfFonts.Fonts, undrawn: ReadonlySet<string>): ReadonlyArray<string> => {
  const others = Array.from(undrawn).filter((character) => !missing.some(({ of }) => of.test(character)))
  const scripts = PdfFonts.scriptsOf(others)
  const named = scripts
    .slice(0, mostScripts)
    .map((script) => `no font contains the letters of ${script}: they are printed as boxes`)
  const further = scripts.length - named.length
  return [
    ...missing.map(warningOf),
    ...named,
    ...(further > 0 ? [`no font contains the letters of ${further} other scripts`] : [])
  ]
}

/** Prints a book in the current process, which blocks its event loop. Throws `PdfRefused`. */
export const print = (book: Book.Book, images: PdfPrinter.Images): PdfPrinter.PrintedPdf => {
  const fonts = PdfFonts.choose(WriteBook.textOf(book))
  const compiling = new BookCompiler(fonts)
  const drawable = Array.from(imagesOf(book, images)).filter(([, image]) => compiling.isDrawable(image))
  const names = new Map(drawable.map(([blob, { name }]) => [blob, name]))
  const icons = new Map(Array.from(drawIcons(book), ([name, image]) => [name, compiling.put(image)] as const))
  const make = (typesetter: WriteBook.Typesetter) =>
    compiling.print(WriteBook.write({ book, images: names, icons, fonts, typesetter }), book.madeAt)
  const { undrawn, ...made } = withoutFormulas(make)
  return { ...made, warnings: warningsOf(fonts, undrawn) }
}
