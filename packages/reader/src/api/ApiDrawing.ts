import type { ApiSchema } from "@quire/core"
import type { Drawing } from "../document/Drawing.ts"
import * as Anchors from "./Anchors.ts"
import type { Book } from "./Book.ts"

/** How many rows may still be drawn of one operation or model. */
export class Rows {
  #left: number

  constructor(share: number) {
    this.#left = share
  }

  get isSpent(): boolean {
    return this.#left <= 0
  }

  take(): void {
    this.#left -= 1
  }
}

/** Where something of a description is drawn. */
export interface Place {
  readonly drawing: Drawing
  readonly book: Book
  readonly rows: Rows
  /** Names of the schemas around. */
  readonly open: ReadonlyArray<string>
  readonly depth: number
}

/** The named schema that a schema or its items refer to. */
const modelIn = (schema: ApiSchema.ApiSchema): string | undefined => {
  if (typeof schema === "boolean") return undefined
  if (schema.ref !== undefined) return schema.ref
  return schema.items === undefined ? undefined : modelIn(schema.items)
}

/** Where the model that a schema is stands: on the page, or on the page of models. */
export const modelLink = (schema: ApiSchema.ApiSchema, { book, drawing }: Place): string | undefined => {
  const name = modelIn(schema)
  if (name === undefined) return undefined
  const anchor = drawing.models.get(Anchors.modelKey(book.spec.slug, name))
  if (anchor !== undefined) return `#${anchor}`
  const page = book.modelPage(name)
  return page === undefined ? undefined : `${drawing.linkTo(page)}#${Anchors.modelAnchor(name)}`
}
