import { Schema } from "effect"
import { generateNKeysBetween } from "fractional-indexing"
import { describeFields, optional } from "../../foundation/input/Input.ts"
import * as CodePoint from "../../foundation/text/CodePoint.ts"
import { ContentRef } from "./ContentRef.ts"
import * as Inline from "./Inline.ts"

const Id = Schema.String

export const GridView = Schema.Struct(
  describeFields(
    {
      type: Schema.Literal("grid"),
      columns: Schema.Array(Id),
      columnWidths: optional(Schema.Record(Id, Schema.Finite)),
      hideHeader: Schema.Boolean,
      useNewSizing: optional(Schema.Boolean)
    },
    {
      columns: "Columns that are shown, by id, in order.",
      columnWidths: "Widths of columns by id.",
      hideHeader: "Whether the header row is hidden.",
      useNewSizing: "Whether column widths are relative."
    }
  )
)
export type GridView = typeof GridView.Type

export const CardsView = Schema.Struct(
  describeFields(
    {
      type: Schema.Literal("cards"),
      cardSize: Schema.Literals(["medium", "large"]),
      columns: Schema.Array(Id),
      targetDefinition: optional(Id),
      coverDefinition: optional(Id),
      coverDarkDefinition: optional(Id),
      hideColumnTitle: optional(Schema.Boolean)
    },
    {
      columns: "Columns that are shown, by id, in order.",
      cardSize: "Size of the cards.",
      targetDefinition: "Column whose value a card links to.",
      coverDefinition: "Column whose value is the cover of a card.",
      coverDarkDefinition: "Column whose value is the cover of a card in dark mode.",
      hideColumnTitle: "Whether titles of columns are hidden on cards."
    }
  )
)
export type CardsView = typeof CardsView.Type

/** Which columns are visible, in which order, and how. */
export const View = Schema.Union([GridView, CardsView])
export type View = typeof View.Type

/** The value of a cell; in a text column it is the name of a fragment of the table. */
export const Value = Schema.Union([Schema.Finite, Inline.Plain, Schema.Boolean, Schema.Array(Inline.Plain), ContentRef])
export type Value = typeof Value.Type

/** A row; rows are ordered by `orderIndex`, compared by code point. */
export const Row = Schema.Struct(
  describeFields(
    { orderIndex: Schema.String, values: Schema.Record(Id, Value) },
    { orderIndex: "Sort key of the row.", values: "Values of the row by column id." }
  )
)
export type Row = typeof Row.Type

const definition = <T extends string, F extends Schema.Struct.Fields>(type: T, fields: F) =>
  Schema.Struct(
    describeFields(
      { id: Id, title: Inline.Plain, type: Schema.Literal(type), ...fields },
      { id: "Identifier of the column within the table.", title: "Title of the column." }
    )
  )

export const Definition = Schema.Union([
  definition(
    "text",
    describeFields(
      {
        textAlignment: Schema.Literals(["left", "center", "right"]),
        verticalAlignment: optional(Schema.Literals(["top", "middle", "bottom"]))
      },
      {
        textAlignment: "Horizontal alignment of the texts in the column.",
        verticalAlignment: "Vertical alignment of the texts in the column."
      }
    )
  ),
  definition("number", {}),
  definition("checkbox", {}),
  definition("files", {}),
  definition(
    "users",
    describeFields({ multiple: Schema.Boolean }, { multiple: "Whether a cell may hold several values." })
  ),
  definition("rating", describeFields({ max: Schema.Finite }, { max: "Highest rating." })),
  definition(
    "select",
    describeFields(
      {
        multiple: Schema.Boolean,
        options: Schema.Array(
          Schema.Struct(
            describeFields(
              { value: Inline.Plain, label: Inline.Plain, color: Inline.Plain },
              {
                value: "Value stored in cells.",
                label: "Text that readers see.",
                color: "Background color of the label."
              }
            )
          )
        )
      },
      { multiple: "Whether a cell may hold several values.", options: "Values that a cell may choose from." }
    )
  ),
  definition("content-ref", {})
])
export type Definition = typeof Definition.Type

export const Data = Schema.Struct(
  describeFields(
    {
      view: View,
      records: Schema.Record(Id, Row),
      definition: Schema.Record(Id, Definition),
      fullWidth: optional(Schema.Boolean)
    },
    {
      view: "Display settings of the table.",
      records: "Rows by id.",
      definition: "Columns by id.",
      fullWidth: "Whether the block spans the full width of the page."
    }
  )
)
export type Data = typeof Data.Type

/** Rows in display order, with their ids. */
export const rows = (data: Data): ReadonlyArray<readonly [id: string, row: Row]> =>
  Object.entries(data.records).sort(
    ([leftId, left], [rightId, right]) =>
      CodePoint.compare(left.orderIndex, right.orderIndex) || CodePoint.compare(leftId, rightId)
  )

/** Columns in display order, followed by those that the view omits, by id. */
export const columns = (data: Data): ReadonlyArray<Definition> => {
  const seen = new Set(data.view.columns)
  const hidden = Object.keys(data.definition)
    .filter((id) => !seen.has(id))
    .sort((left, right) => left.length - right.length || CodePoint.compare(left, right))
  return [...seen, ...hidden].flatMap((id) => {
    const found = Object.hasOwn(data.definition, id) ? data.definition[id] : undefined
    return found === undefined ? [] : [found]
  })
}

/** Ids by position: equal tables created from equal text have equal ids. */
export const columnId = (index: number): string => `c${index + 1}`
export const rowId = (index: number): string => `r${index + 1}`
export const fragmentName = (row: string, column: string): string => `${row}-${column}`

/** Order indexes for `count` rows. */
export const orderIndexes = (count: number): ReadonlyArray<string> => generateNKeysBetween(null, null, count)

function* fill(places: ReadonlyArray<string | undefined>): Generator<string> {
  let before: string | null = null
  let open = 0
  for (const place of [...places, null]) {
    if (place === undefined) {
      open++
      continue
    }
    yield* generateNKeysBetween(before, place, open)
    if (place !== null) yield place
    before = place
    open = 0
  }
}

/**
 * Order indexes for rows of which some already have one: those are retained if they ascend and leave space for the
 * others, otherwise all are new.
 */
export const fillPlaces = (places: ReadonlyArray<string | undefined>): ReadonlyArray<string> => {
  const kept = places.filter((place) => place !== undefined)
  const isAscending = kept.every((place, at) => at === 0 || place > (kept[at - 1] ?? ""))
  try {
    return isAscending ? [...fill(places)] : orderIndexes(places.length)
  } catch {
    return orderIndexes(places.length)
  }
}
