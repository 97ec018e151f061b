import { zipSync } from "fflate"
import { serveSite } from "../siteHost.ts"
import * as Guide from "./guide.ts"

/** Serves the guide as a published site, at the port that is given. */

const [port = "0"] = process.argv.slice(2)

const encoder = new TextEncoder()
const files = Guide.list().map((page) => [
  `${page.path === "" ? "README" : page.path}.md`,
  encoder.encode(Guide.write(page, ["description"], true))
])

serveSite({
  title: "Guide",
  sources: [{ title: "Guide", archives: [zipSync(Object.fromEntries(files))] }],
  port: Number(port)
})
