const strong = /[\p{L}\p{N}]/u
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const letter = /\p{L}/u

/** Whether a text is written from right to left, according to its first letter. */
export const isRightToLeft = (text: string): boolean => {
  const first = letter.exec(text)?.[0]
  return first !== undefined && rightToLeft.test(first)
}

/** A position where a line may be broken without a hyphen. */
export const softBreak = "\u200b"

/** Characters without a blank that fit on any line, of a text and of code. */
const [longestWord, longestCode] = [28, 64] as const

const afterSigns = /(?<![/._\-?&=:,;|@+\\])[/._\-?&=:,;|@+\\]+(?=[^\s/._\-?&=:,;|@+\\])/g

const breakWord = (word: string, longest: number): string => {
  const pieces = word.replace(afterSigns, `$&${softBreak}`).split(softBreak)
  return pieces
    .map((piece) => {
      const characters = Array.from(piece)
      if (characters.length <= longest) return piece
      const parts: Array<string> = []
      for (let at = 0; at < characters.length; at += longest) parts.push(characters.slice(at, at + longest).join(""))
      return parts.join(softBreak)
    })
    .join(softBreak)
}

const breaker = (longest: number) => {
  const word = new RegExp(`[\\x21-\\x7e\\u00a1-\\u2e7f]{${longest + 1},}`, "g")
  return (text: string): string =>
    text.length <= longest
      ? text
      : text.replace(word, (found) => (strong.test(found) ? breakWord(found, longest) : found))
}

/** The text with places where words that are longer than a line may be broken. */
export const breakable = breaker(longestWord)

/** The same for code, whose lines are longer. */
export const breakableCode = breaker(longestCode)

const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/g

/** A text without characters that have no glyph. */
export const plain = (text: string): string => text.replace(controls, " ")

/** A text on one line. */
export const oneLine = (text: string): string => plain(text).replace(/\s+/g, " ").trim()

/** Code on one line, with tabs replaced by spaces. */
export const codeLine = (text: string): string => plain(text.replace(/[\r\n]/g, " ").replaceAll("\t", "    "))

/** A piece of a line, as the template sets it; a text is itself. */
export type Piece =
  | string
  | { readonly k: "br" }
  | { readonly k: "strong" | "emph" | "strike" | "super" | "sub" | "kbd"; readonly c: Pieces }
  | { readonly k: "code"; readonly t: string }
  | { readonly k: "color"; readonly fg?: string; readonly bg?: string; readonly c: Pieces }
  | ({ readonly k: "link"; readonly c: Pieces; readonly look?: "button" } & Destination)
  | {
      readonly k: "image"
      readonly f: string
      readonly alt: string
      readonly isLine: boolean
      readonly w?: number
      readonly h?: number
    }
  | { readonly k: "icon"; readonly f: string }
  | { readonly k: "math"; readonly alt: string; readonly m: Formula }
  | { readonly k: "note"; readonly c: Pieces; readonly n: Parts }
  | { readonly k: "tag"; readonly t: string; readonly color: string }
export type Pieces = ReadonlyArray<Piece>

/** The target of a link: a label of the book, or a URL. */
export type Destination = { readonly to: string } | { readonly url: string }

/** A run of code and its syntactic class. */
export type Run = readonly [text: string, kind: string]

/**
 * A block as the template typesets it. `rtl` is set for text written from right to left, `whole` for a block that is
 * short enough to be kept on one sheet.
 */
export type Part =
  | { readonly k: "par"; readonly c: Pieces; readonly align?: string; readonly rtl?: true }
  | {
      readonly k: "head"
      readonly level: number
      readonly c: Pieces
      readonly label?: string
      readonly align?: string
      readonly rtl?: true
      /** Whether it is the title of a page, which is listed in the table of contents. */
      readonly isPage?: true
    }
  | { readonly k: "target"; readonly label: string }
  | { readonly k: "list"; readonly items: ReadonlyArray<Parts>; readonly isTight: boolean; readonly rtl?: true }
  | {
      readonly k: "enum"
      readonly items: ReadonlyArray<Parts>
      readonly start: number
      readonly isTight: boolean
      readonly rtl?: true
    }
  | {
      readonly k: "tasks"
      readonly items: ReadonlyArray<{ readonly done: boolean; readonly c: Parts }>
      readonly rtl?: true
    }
  | {
      readonly k: "code"
      readonly title?: string
      readonly lines: ReadonlyArray<ReadonlyArray<Run>>
      readonly marked: ReadonlyArray<number>
      readonly numbered: boolean
      readonly whole?: true
    }
  | { readonly k: "hint"; readonly style: string; readonly c: Parts; readonly rtl?: true; readonly whole?: true }
  | { readonly k: "quote"; readonly c: Parts; readonly whole?: true }
  | {
      readonly k: "figure"
      readonly f?: string
      readonly alt: string
      readonly caption: ReadonlyArray<Pieces>
      /** Per cent of the width. */
      readonly share?: number
      /** Points. */
      readonly w?: number
      readonly h?: number
      readonly align: string
    }
  | { readonly k: "panel"; readonly title: Pieces; readonly c: Parts; readonly isFirst: boolean }
  | { readonly k: "steps"; readonly items: ReadonlyArray<Parts> }
  | { readonly k: "columns"; readonly items: ReadonlyArray<{ readonly share?: number; readonly c: Parts }> }
  | {
      readonly k: "table"
      /** The text size and the inset of cells in points, once the table fits on the sheet. */
      readonly size?: number
      readonly inset?: number
      /** Whether it is printed on landscape sheets. */
      readonly isSideways?: true
      readonly widths: ReadonlyArray<number>
      readonly align: ReadonlyArray<string>
      readonly head?: ReadonlyArray<Pieces>
      readonly rows: ReadonlyArray<ReadonlyArray<Parts>>
      /** For each row, whether it is kept together; set once the table fits on the sheet. */
      readonly whole?: ReadonlyArray<boolean>
    }
  | { readonly k: "cards"; readonly items: ReadonlyArray<Parts> }
  | { readonly k: "card"; readonly title: Pieces; readonly text: string; readonly url?: string; readonly to?: string }
  | { readonly k: "math"; readonly alt: string; readonly m: Formula }
  | { readonly k: "cover"; readonly f: string }
  | { readonly k: "rule" }
  | { readonly k: "break" }
export type Parts = ReadonlyArray<Part>

/** A formula, as the template sets it: a text is one symbol in a row of a formula. */
export type Formula =
  | { readonly k: "row" | "fenced" | "phantom"; readonly c: ReadonlyArray<Formula> }
  | { readonly k: "sym" | "text"; readonly t: string; readonly v?: string }
  | { readonly k: "space"; readonly w: number }
  | { readonly k: "frac"; readonly a: Formula; readonly b: Formula; readonly bare?: true }
  | { readonly k: "root"; readonly a: Formula; readonly n?: Formula }
  | { readonly k: "attach"; readonly a: Formula; readonly t?: Formula; readonly b?: Formula; readonly limits: boolean }
  | { readonly k: "accent"; readonly a: Formula; readonly t: string }
  | { readonly k: "over" | "under"; readonly a: Formula; readonly t: string }
  /** Rows whose odd columns end where the next ones begin. */
  | { readonly k: "lines"; readonly rows: ReadonlyArray<ReadonlyArray<Formula>> }
  | {
      readonly k: "mat"
      readonly rows: ReadonlyArray<ReadonlyArray<Formula>>
      readonly align: ReadonlyArray<string>
    }

/** A book as the template reads it. */
export interface PrintedBook {
  readonly title: string
  readonly subtitle: string
  readonly date: string
  readonly contents: string
  readonly lang: string
  readonly rtl: boolean
  readonly fonts: ReadonlyArray<string>
  readonly mono: ReadonlyArray<string>
  readonly hasContents: boolean
  /** The labels that are in the body. */
  readonly labels: { readonly [label: string]: true }
  readonly body: Parts
}
