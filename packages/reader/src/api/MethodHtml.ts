import { classes } from "../document/Attributes.ts"
import { type Html, html } from "../html/Html.ts"

const methods = new Set(["get", "post", "put", "patch", "delete", "head", "options", "trace"])

export const drawMethod = (method: string): Html => {
  const name = method.toLowerCase()
  return html`<span${classes("method", methods.has(name) && `method-${name}`)}>${method.toUpperCase()}</span>`
}
