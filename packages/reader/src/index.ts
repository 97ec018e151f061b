export { emptyHtml, type Html, html } from "./html/Html.ts"
export type { Assets, Frame } from "./page/Frame.ts"
export type { Words } from "./words/Words.ts"
