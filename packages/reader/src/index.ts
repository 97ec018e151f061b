export { emptyHtml, type Html, html } from "./html/Html.ts"
