import { NodeCompiler, type NodeTypstDocument } from "@myriaddreamin/typst-ts-node-compiler"
import { PdfPrinter } from "@quire/core"
import { mathTemplate } from "./MathTemplate.ts"
import type { Fonts } from "./PdfFonts.ts"
import * as PdfScripts from "./PdfScripts.ts"
import type { PrintedBook } from "./PrintTree.ts"
import { template } from "./Template.ts"

/** A folder that does not exist: only files that are added by name can be read. */
const workspace = "/quire-book"

const at = (name: string): string => `${workspace}/${name}`

/** An image as the template reads it, by its name. */
export interface PrintedImage {
  readonly name: string
  readonly bytes: Uint8Array
}

export interface CompiledBook {
  readonly bytes: Uint8Array
  readonly sheets: number
  /** Characters for which no font has a glyph. */
  readonly undrawn: ReadonlySet<string>
}

const messageOf = (diagnostics: ReadonlyArray<unknown>): string =>
  diagnostics
    .flatMap((one) =>
      typeof one === "object" && one !== null && "message" in one && typeof one.message === "string"
        ? [one.message]
        : []
    )
    .join("; ")

/** Typesets books with a given set of fonts. */
export class BookCompiler {
  readonly #compiler: NodeCompiler

  constructor(fonts: Fonts) {
    this.#compiler = NodeCompiler.create({
      workspace,
      fontArgs: [
        { fontBlobs: fonts.files.map((bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) }
      ]
    })
    this.#put("main.typ", Buffer.from(template))
    this.#put("math.typ", Buffer.from(mathTemplate))
  }

  #put(name: string, bytes: Buffer): void {
    this.#compiler.mapShadow(at(name), bytes)
  }

  /** Puts an image that can be drawn where the template finds it by its name. */
  put({ bytes, name }: PrintedImage): string {
    this.#put(name, Buffer.from(bytes))
    return name
  }

  /** Whether an image can be drawn. */
  isDrawable({ bytes, name }: PrintedImage): boolean {
    this.#put(name, Buffer.from(bytes))
    this.#put("image.typ", Buffer.from(`#image("/${name}", width: 10pt)`))
    try {
      return !this.#compiler.compile({ mainFilePath: at("image.typ") }).hasError()
    } catch {
      return false
    }
  }

  /** Creates an accessible PDF: tagged for screen readers (PDF/UA-1). */
  print(book: PrintedBook, madeAt: number | undefined): CompiledBook {
    this.#put("book.json", Buffer.from(JSON.stringify(book)))
    const made = this.#compiler.compile({ mainFilePath: at("main.typ") })
    const { result } = made
    if (result === null) {
      const error = made.takeError()
      const problem = error === null ? "" : messageOf(this.#compiler.fetchDiagnostics(error))
      throw new PdfPrinter.PdfRefused({ problem: problem === "" ? "the PDF could not be typeset" : problem })
    }
    return { ...this.#write(result, Math.floor((madeAt ?? 0) / 1000)), sheets: result.numOfPages }
  }

  /**
   * Does not use the PDF standard where no font has a glyph for a character, because the standard forbids missing
   * glyphs.
   */
  #write(document: NodeTypstDocument, creationTimestamp: number): Omit<CompiledBook, "sheets"> {
    try {
      const bytes = this.#compiler.pdf(document, { pdfStandard: "ua-1", creationTimestamp })
      return { bytes, undrawn: new Set() }
    } catch (error) {
      const undrawn = PdfScripts.charactersIn(error instanceof Error ? error.message : "")
      return { bytes: this.#compiler.pdf(document, { creationTimestamp }), undrawn }
    }
  }
}
