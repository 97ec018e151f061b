import { endpoints } from "../contract/endpoints.ts"
import { isDeep } from "../support/depth.ts"
import { describeMatrix } from "./matrixChecks.ts"
import * as Cast from "./principals.ts"

describeMatrix({
  store: "memory",
  endpoints,
  principals: Cast.principals,
  visibilitiesAt: () => Cast.visibilities,
  hasForeign: true
})

/** Everybody whose access takes more than their role to tell. */
const sample: ReadonlyArray<Cast.Principal> = ["reader", "granted", "inTeam", "disabled", "contentToken"]

/** The contract suites of the ports show that the stores agree: outside of deep runs one endpoint in six is tried. */
describeMatrix({
  store: "Postgres",
  endpoints: endpoints.filter((_, at) => isDeep || at % 6 === 0),
  principals: isDeep ? Cast.principals : sample,
  visibilitiesAt: () => (isDeep ? Cast.visibilities : ["inherit"]),
  hasForeign: isDeep
})
