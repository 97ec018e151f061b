import { emptyHtml, type Html, html } from "../html/Html.ts"

/** An attribute preceded by a space; nothing without a value. */
export const attribute = (name: string, value: string | number | undefined): Html =>
  value === undefined ? emptyHtml : html` ${name}="${value}"`

/** An attribute without a value. */
export const flag = (name: string, holds: boolean): Html => (holds ? html` ${name}` : emptyHtml)

/** The attribute `class` with the names that are set. */
export const classes = (...names: ReadonlyArray<string | false | undefined>): Html => {
  const given = names.filter((name) => name !== undefined && name !== false && name !== "")
  return given.length === 0 ? emptyHtml : html` class="${given.join(" ")}"`
}
