import { NodeCompiler, type NodeTypstDocument } from "@myriaddreamin/typst-ts-node-compiler"
import { PdfPrinter } from "@quire/core"
import type { Fonts } from "./PdfFonts.ts"
import * as PdfFonts from "./PdfFonts.ts"
import type { PrintedBook } from "./PrintTree.ts"

/** The part of the template that sets formulas, as `Formula` describes them. */
const mathTemplate = String.raw`
#let styled = (upright: math.upright, bold: math.bold, bb: math.bb, cal: math.cal, frak: math.frak, sans: math.sans, mono: math.mono)
#let point = $&$.body
#let formula(n) = {
  let row(items) = [#for item in items { formula(item) }]
  if n.k == "row" { row(n.c) }
  else if n.k == "fenced" { math.lr(row(n.c)) }
  else if n.k == "phantom" { hide(row(n.c)) }
  else if n.k == "sym" { let sign = [#symbol(n.t)]; if "v" in n { styled.at(n.v)(sign) } else { sign } }
  else if n.k == "text" { if "v" in n and n.v != "upright" { styled.at(n.v)(text(n.t)) } else { text(n.t) } }
  else if n.k == "space" { h(n.w * 1em) }
  else if n.k == "frac" { if n.at("bare", default: false) { math.mat(delim: none, (formula(n.a),), (formula(n.b),)) } else { math.frac(formula(n.a), formula(n.b)) } }
  else if n.k == "root" { if "n" in n { math.root(formula(n.n), formula(n.a)) } else { math.sqrt(formula(n.a)) } }
  else if n.k == "attach" {
    let base = formula(n.a)
    math.attach(if n.limits { math.limits(base) } else { math.scripts(base) }, t: if "t" in n { formula(n.t) }, b: if "b" in n { formula(n.b) })
  }
  else if n.k == "accent" { math.accent(formula(n.a), n.t) }
  else if n.k == "over" { (overline: math.overline, underline: math.underline, overbrace: math.overbrace, underbrace: math.underbrace, overbracket: math.overbracket, underbracket: math.underbracket).at(n.t)(formula(n.a)) }
  else if n.k == "under" { (overline: math.overline, underline: math.underline, overbrace: math.overbrace, underbrace: math.underbrace, overbracket: math.overbracket, underbracket: math.underbracket).at(n.t)(formula(n.a)) }
  else if n.k == "lines" {
    math.mat(delim: none, ..n.rows.map(cells => (cells.map(formula).join(point),)))
  }
  else if n.k == "mat" {
    let at = n.align.first(default: "center")
    math.mat(delim: none, align: if at == "left" { left } else if at == "right" { right } else { center }, column-gap: 0.6em, ..n.rows.map(cells => cells.map(formula)))
  }
}
`

/**
 * The program that sets a book, `/book.json`, on pages. It is the same for all books, and what is in a book is a value to
 * it: a text is never read as a program.
 */
const template = String.raw`
#import "/math.typ": formula
#let book = json("/book.json")
#let ink = rgb("#1c2430")
#let muted = rgb("#5b6472")
#let line-color = rgb("#d5dae1")
#let accent = rgb("#2456c4")
#let colors = (
  green: rgb("#1a7f4b"), blue: rgb("#2456c4"), red: rgb("#b3261e"), orange: rgb("#b25000"), yellow: rgb("#7a6200"),
  purple: rgb("#7b3fb8"), primary: accent, info: rgb("#2456c4"), success: rgb("#1a7f4b"), warning: rgb("#8f5300"),
  danger: rgb("#b3261e"), muted: muted,
)
#let code-colors = (
  comment: rgb("#5f6875"), keyword: rgb("#8a2be2").darken(15%), string: rgb("#1a6e3c"), number: rgb("#a04900"),
  title: rgb("#1f56b8"), attr: rgb("#8a4b00"), addition: rgb("#1a6e3c"), deletion: rgb("#b3261e"),
)
#let color-of(name) = colors.at(name, default: ink)
#let hints = (info: ("info", "i"), success: ("success", "✓"), warning: ("warning", "!"), danger: ("danger", "!"))

#set document(title: book.title)
#set text(font: book.fonts, size: 10pt, fill: ink, lang: book.lang)
#set par(leading: 0.68em, spacing: 1.05em, justify: false)
#set list(marker: ([•], [–]), spacing: auto)
#set footnote.entry(separator: line(length: 25%, stroke: 0.5pt + line-color))
#show raw: set text(font: book.mono, size: 0.9em, ligatures: false, features: (calt: 0))
// Fonts of Thai have signs for each place of a mark; marks that are moved instead are read back twice.
#show regex("\p{Thai}+"): set text(features: (mark: 0, mkmk: 0))
#show link: set text(fill: accent)
#show heading: set text(hyphenate: false)
#show heading: set block(above: 1.5em, below: 0.85em, sticky: true)
#show heading.where(level: 1): set text(size: 20pt)
#show heading.where(level: 2): set text(size: 15pt)
#show heading.where(level: 3): set text(size: 12.5pt)
#show heading.where(level: 4): set text(size: 11pt)
#show heading.where(level: 5): set text(size: 10pt)
#show heading.where(level: 6): set text(size: 10pt, fill: muted)
#show table.cell: set par(spacing: 0.7em)
#show footnote.entry: set text(size: 8.5pt)

#let is-rtl(n) = n.at("rtl", default: false)
#let side(n, value, ..rest) = if is-rtl(n) { (right: value, ..rest.named()) } else { (left: value, ..rest.named()) }
#let directed(n, body) = if is-rtl(n) { set text(dir: rtl); body } else { body }
#let aligned(n, body) = if "align" not in n { body } else if n.align == "center" { align(center, body) } else if n.align == "end" { align(end, body) } else { body }
#let leading(n, body) = if "to" in n and n.to in book.labels { link(label(n.to), body) } else if "url" in n { link(n.url, body) } else { body }
#let targeted(n) = if "label" in n [#metadata(none)#label(n.label)]
#let torn(n) = not n.at("whole", default: false)
#let points(n) = n.at("w", default: none)

// A place where a line may be broken is no letter, which would be taken for a part of the one before it, but a space.
#let soft(t) = t.split("\u{200b}").join(h(0.01pt))
#let bare(t) = t.replace("\u{200b}", "")
#let tag(t, color) = box(fill: color-of(color).lighten(88%), inset: (x: 3.5pt), outset: (y: 2.5pt), radius: 2.5pt, text(size: 0.85em, weight: "bold", fill: color-of(color), soft(t)))

#let picture(n, most) = layout(size => {
  let widest = if "share" in n { size.width * n.share / 100 } else { size.width }
  let w = points(n)
  if w == none {
    let drawn = image(n.f, alt: n.alt)
    let own = measure(drawn)
    let scale = calc.min(1, widest / own.width, most / own.height)
    image(n.f, alt: n.alt, width: own.width * scale)
  } else {
    let width = if "share" in n { widest } else { calc.min(w * 1pt, widest) }
    let scale = calc.min(1, most / (width * n.h / w))
    image(n.f, alt: n.alt, width: width * scale)
  }
})

#let pieces(nodes, blocks) = {
  for n in nodes {
    if type(n) == str { soft(n) }
    else if n.k == "br" { linebreak() }
    else if n.k == "strong" { strong(pieces(n.c, blocks)) }
    else if n.k == "emph" { emph(pieces(n.c, blocks)) }
    else if n.k == "strike" { strike(pieces(n.c, blocks)) }
    else if n.k == "super" { super(pieces(n.c, blocks)) }
    else if n.k == "sub" { sub(pieces(n.c, blocks)) }
    else if n.k == "kbd" { box(stroke: 0.5pt + line-color, inset: (x: 3pt), outset: (y: 2.5pt), radius: 2.5pt, text(font: book.mono, size: 0.85em, ligatures: false, features: (calt: 0), pieces(n.c, blocks))) }
    else if n.k == "code" { highlight(fill: rgb("#eef0f3"), extent: 1.5pt, radius: 2pt, top-edge: "ascender", bottom-edge: "descender", n.t.split("\u{200b}").map(raw).join(h(0.01pt))) }
    else if n.k == "color" {
      let inner = pieces(n.c, blocks)
      if "fg" in n { inner = text(fill: color-of(n.fg), inner) }
      if "bg" in n { inner = highlight(fill: color-of(n.bg).lighten(82%), extent: 1pt, inner) }
      inner
    }
    else if n.k == "link" {
      if n.at("look", default: "") == "button" { leading(n, box(fill: accent, inset: (x: 7pt), outset: (y: 4pt), radius: 3pt, text(fill: white, weight: "bold", pieces(n.c, blocks)))) }
      else { leading(n, underline(stroke: 0.4pt, offset: 1.6pt, pieces(n.c, blocks))) }
    }
    else if n.k == "image" {
      if n.isLine or points(n) == none { box(baseline: 15%, image(n.f, alt: n.alt, height: 1.1em)) }
      else { box(width: calc.min(points(n), 440) * 1pt, image(n.f, alt: n.alt, width: 100%)) }
    }
    else if n.k == "icon" { pdf.artifact(box(baseline: 10%, image(n.f, height: 0.9em))); h(0.35em) }
    else if n.k == "math" { math.equation(alt: n.alt, formula(n.m)) }
    else if n.k == "note" {
      // An item that begins with a paragraph begins next to its number.
      let isText = n.n != () and n.n.first().k == "par"
      pieces(n.c, blocks)
      footnote(if isText { pieces(n.n.first().c, blocks); blocks(n.n.slice(1)) } else { blocks(n.n) })
    }
    else if n.k == "tag" { tag(n.t, n.color) }
  }
}

#let code-line(runs) = {
  for (text-of, kind) in runs {
    let t = soft(text-of)
    if kind == "" { t }
    else if kind == "emphasis" { emph(t) }
    else if kind == "strong" { strong(t) }
    else { text(fill: code-colors.at(kind, default: ink), t) }
  }
}

#let code-block(n) = {
  show raw.line: it => {
    let own = code-line(n.lines.at(it.number - 1, default: ()))
    let body = if it.number in n.marked { highlight(fill: rgb("#fff1bf"), extent: 2pt, own) } else { own }
    if n.numbered { pdf.artifact(box(width: 2.2em, text(fill: muted, str(it.number)))); body } else { body }
  }
  let body = raw(block: true, n.lines.map(runs => runs.map(run => run.at(0)).join("")).map(t => if t == none { "" } else { bare(t) }).join("\n"))
  let title = if "title" in n { block(sticky: true, below: 0pt, width: 100%, inset: (x: 8pt, y: 5pt), fill: rgb("#e6e9ee"), radius: (top: 4pt), text(size: 8.5pt, weight: "bold", soft(n.title))) }
  title
  block(width: 100%, fill: rgb("#f5f6f8"), inset: 8pt, radius: if title == none { 4pt } else { (bottom: 4pt) }, above: if title == none { 1em } else { 0pt }, breakable: torn(n), { set text(dir: ltr, size: 0.9em, lang: "en"); set par(leading: 0.6em); align(left, body) })
}

#let card(n, body) = block(width: 100%, stroke: 0.6pt + line-color, radius: 4pt, inset: 8pt, breakable: false, body)

#let parts(nodes, in-list: false) = {
  let inline(c) = pieces(c, parts)
  let item(c) = parts(c, in-list: true)
  let before = ""
  for n in nodes {
    if before == "par" and not in-list and n.k in ("list", "enum", "tasks") { v(0.25em) }
    before = n.k
    if n.k == "par" { directed(n, aligned(n, par(inline(n.c)))) }
    else if n.k == "head" {
      let is-page = n.at("isPage", default: false)
      directed(n, aligned(n, [#heading(level: n.level, outlined: is-page, bookmarked: true, inline(n.c))#if "label" in n { label(n.label) }]))
    }
    else if n.k == "target" [#metadata(none)#label(n.label)]
    else if n.k == "list" { directed(n, list(tight: n.isTight, ..n.items.map(item))) }
    else if n.k == "enum" { directed(n, enum(tight: n.isTight, start: n.start, ..n.items.map(item))) }
    else if n.k == "tasks" {
      let box-of(done) = box(baseline: 12%, width: 0.8em, height: 0.8em, stroke: 0.7pt + muted, radius: 1.5pt, if done { align(center + horizon, pdf.artifact(text(size: 0.75em, weight: "bold", "✓"))) })
      directed(n, for item in n.items { list(marker: box-of(item.done), parts(item.c)) })
    }
    else if n.k == "code" { code-block(n) }
    else if n.k == "hint" {
      let (name, sign) = hints.at(n.style, default: hints.info)
      let fill = color-of(name)
      directed(n, block(width: 100%, breakable: torn(n), fill: fill.lighten(92%), stroke: side(n, 2.5pt + fill), radius: 3pt, inset: side(n, 26pt, rest: 9pt), {
        place(start + top, dx: if is-rtl(n) { 17pt } else { -17pt }, pdf.artifact(box(width: 11pt, height: 11pt, radius: 50%, fill: fill, align(center + horizon, text(size: 7.5pt, weight: "bold", fill: white, sign)))))
        parts(n.c)
      }))
    }
    else if n.k == "quote" { quote(block: true, block(breakable: torn(n), stroke: side(n, 2pt + line-color), inset: side(n, 10pt, y: 3pt), width: 100%, parts(n.c))) }
    else if n.k == "figure" {
      let at = if n.align == "left" { start } else if n.align == "right" { end } else { center }
      let shown = if "f" in n { picture(n, 560pt) } else { block(stroke: 0.6pt + line-color, inset: 8pt, radius: 4pt, text(fill: muted, n.alt)) }
      block(width: 100%, align(at, { shown; for c in n.caption { block(above: 0.6em, text(size: 8.5pt, fill: muted, inline(c))) } }))
    }
    else if n.k == "panel" {
      if n.title != () { block(sticky: true, above: 1.1em, below: 0.6em, text(weight: "bold", fill: muted, inline(n.title))) }
      block(width: 100%, stroke: side(n, 1pt + line-color), inset: side(n, 10pt, y: 3pt), parts(n.c))
    }
    else if n.k == "steps" {
      for (index, item) in n.items.enumerate() {
        block(width: 100%, inset: (left: 26pt), stroke: none, {
          place(start + top, dx: -26pt, pdf.artifact(box(width: 16pt, height: 16pt, radius: 50%, fill: accent.lighten(85%), align(center + horizon, text(size: 8pt, weight: "bold", fill: accent, str(index + 1))))))
          parts(item)
        })
      }
    }
    else if n.k == "columns" { grid(columns: n.items.map(item => if "share" in item { item.share * 1fr } else { 100fr / n.items.len() }), column-gutter: 14pt, ..n.items.map(item => parts(item.c))) }
    else if n.k == "table" {
      let columns = if n.widths != () { n.widths.map(width => width * 1fr) } else { n.align.map(_ => auto) }
      let head = n.at("head", default: none)
      set text(size: n.size * 1pt)
      set page(flipped: true) if n.at("isSideways", default: false)
      table(columns: columns, align: n.align.map(side => if side == "center" { center } else if side == "right" { end } else { start }), stroke: 0.5pt + line-color, inset: n.inset * 1pt,
        ..if head != none { (table.header(..head.map(c => table.cell(fill: rgb("#f0f2f5"), strong(inline(c))))),) } else { () },
        ..n.rows.enumerate().map(((at, row)) => row.map(c => if n.whole.at(at) { table.cell(breakable: false, parts(c)) } else { parts(c) })).join())
    }
    else if n.k == "cards" { grid(columns: (1fr, 1fr), gutter: 10pt, ..n.items.map(item => card(item, parts(item)))) }
    else if n.k == "card" {
      card(n, { leading(n, strong(inline(n.title))); if n.text != "" { block(above: 0.6em, text(size: 8.5pt, fill: muted, soft(n.text))) } })
    }
    else if n.k == "math" { math.equation(block: true, alt: n.alt, formula(n.m)) }
    else if n.k == "cover" { pdf.artifact(block(width: 100%, height: 110pt, radius: 4pt, clip: true, image(n.f, width: 100%, height: 100%, fit: "cover"))) }
    else if n.k == "rule" { pdf.artifact(line(length: 100%, stroke: 0.6pt + line-color)) }
    else if n.k == "break" { pagebreak(weak: true) }
  }
}

#let header = context {
  let before = query(selector(heading.where(outlined: true)).before(here()))
  let after = query(heading.where(outlined: true)).filter(it => it.location().page() == here().page())
  let current = if after != () { after.first() } else if before != () { before.last() } else { none }
  set text(size: 8pt, fill: muted)
  grid(columns: (1fr, 1fr), align: (start, end), book.title, if current != none { current.body })
}
#let footer = context { set text(size: 8pt, fill: muted); align(center, counter(page).display("1 / 1", both: true)) }

#set page(paper: "a4", margin: (x: 2.2cm, top: 2.4cm, bottom: 2.2cm), header: none, footer: none)
#set text(dir: if book.rtl { rtl } else { ltr })
#v(30%)
#block(text(size: 30pt, weight: "bold", hyphenate: false, book.title))
#if book.subtitle != "" { block(above: 1.4em, text(size: 14pt, fill: muted, book.subtitle)) }
#if book.date != "" { block(above: 1.4em, text(size: 10pt, fill: muted, book.date)) }
#pagebreak(weak: true)
#set page(footer: footer)
#if book.hasContents {
  show outline.entry.where(level: 1): set block(above: 0.9em)
  outline(title: heading(level: 1, outlined: false, bookmarked: false, book.contents), depth: 3, indent: 1.2em)
  pagebreak(weak: true)
}
#set page(header: header)
#set text(dir: ltr)
#parts(book.body)
`

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
      const undrawn = PdfFonts.charactersIn(error instanceof Error ? error.message : "")
      return { bytes: this.#compiler.pdf(document, { creationTimestamp }), undrawn }
    }
  }
}
