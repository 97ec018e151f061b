/** Markup that is safe to embed; only `html` builds it. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Embedded = Html | ReadonlyArray<Html> | string | number

const entities: { readonly [character: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

const textOf = (embedded: Embedded): string => {
  if (embedded instanceof Html) return embedded.text
  if (typeof embedded === "string" || typeof embedded === "number") return escape(String(embedded))
  return embedded.map(textOf).join("")
}

/** A template tag that escapes every embedded text. */
export const html = (strings: TemplateStringsArray, ...values: ReadonlyArray<Embedded>): Html =>
  new Html(strings.reduce((whole, part, index) => `${whole}${textOf(values[index - 1] ?? "")}${part}`))

export const emptyHtml = new Html("")
