import type { ApiDescription, ResolvedSchema } from "@quire/core"
import type { Drawing } from "../document/Drawing.ts"
import { type Html, html } from "../html/Html.ts"
import * as Anchors from "./Anchors.ts"
import type { Room } from "./ApiSheets.ts"
import type { Book } from "./Book.ts"

/** Characters of a truncated name, and of the markup around a name in a list. */
const [shortName, nameMarkup] = [40, 15] as const

/**
 * Limits of one operation or model, in bytes of markup: `fields` for the request, and the same for the responses; `row`
 * for the markup of a row; `names` for fields that no longer fit; `samples` for requests, and `examples` for bodies.
 */
export const limits = { fields: 24_000, row: 250, names: 2_000, samples: 22_000, examples: 16_000 } as const

const encoder = new TextEncoder()

/** Room for markup, by its bytes. */
export class Markup {
  #left: number

  constructor(bytes: number) {
    this.#left = bytes
  }

  get isSpent(): boolean {
    return this.#left <= 0
  }

  take(bytes: number): void {
    this.#left -= bytes
  }

  /** Returns the markup if there is room for it, and takes that room. */
  fit(drawn: Html): Html | undefined {
    const bytes = encoder.encode(drawn.text).length
    if (bytes > this.#left) return undefined
    this.#left -= bytes
    return drawn
  }
}

/** Remaining number of rows of one operation or model, and of characters for their content. */
export class Rows {
  readonly room: Room
  markup = new Markup(limits.fields)
  #names = new Markup(limits.names)
  #left: number

  constructor(share: number, room: Room) {
    this.#left = share
    this.room = room
  }

  /** Restores the full room for the following content. */
  refill(): void {
    this.markup = new Markup(limits.fields)
    this.#names = new Markup(limits.names)
  }

  /** A name, truncated where there is no room for all of it. */
  name(name: string): string {
    return this.room.take(name.length) && this.markup.fit(html`${name}`) !== undefined
      ? name
      : name.length <= shortName
        ? name
        : `${name.slice(0, shortName).toWellFormed()}…`
  }

  /** The first names of a list, followed by an ellipsis if the others do not fit. */
  names(names: ReadonlyArray<string>): ReadonlyArray<string> {
    const hasNoRoom = (name: string) =>
      !this.room.take(name.length + nameMarkup) || this.#names.fit(html`<code>${name}</code>`) === undefined
    const end = names.findIndex(hasNoRoom)
    return end < 0 ? names : [...names.slice(0, end), "…"]
  }

  get isSpent(): boolean {
    return this.#left <= 0 || this.markup.isSpent
  }

  take(): void {
    this.#left -= 1
    this.markup.take(limits.row)
  }
}

/** Where something of a description is drawn. */
export interface DrawingContext {
  readonly drawing: Drawing
  readonly book: Book
  readonly rows: Rows
  /** Whether the content is part of a request or of a response; undefined for a model. */
  readonly direction: ResolvedSchema.Direction | undefined
  /** Names of the schemas around. */
  readonly open: ReadonlyArray<string>
  readonly depth: number
}

/** The named schema that a schema or its items refer to. */
const modelIn = (schema: ApiDescription.ApiSchema): string | undefined => {
  if (typeof schema === "boolean") return undefined
  if (schema.ref !== undefined) return schema.ref
  return schema.items === undefined ? undefined : modelIn(schema.items)
}

/** The link to the model of a schema, either on the same page or on the page of models. */
export const modelLink = (schema: ApiDescription.ApiSchema, { book, drawing }: DrawingContext): string | undefined => {
  const name = modelIn(schema)
  if (name === undefined) return undefined
  const anchor = drawing.models.get(Anchors.modelKey(book.spec.slug, name))
  if (anchor !== undefined) return `#${anchor}`
  const page = book.modelPage(name)
  return page === undefined ? undefined : `${drawing.linkTo(page)}#${Anchors.modelAnchor(name)}`
}
