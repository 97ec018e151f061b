import { endpoints } from "../contract/endpoints.ts"
import { describeMatrix } from "./matrixChecks.ts"
import * as Cast from "./principals.ts"

/** One in so many endpoints, each with one way of being open. */
const step = 16

describeMatrix({
  store: "memory",
  endpoints: endpoints.filter((_, at) => at % step === 0),
  principals: Cast.principals,
  visibilitiesAt: (at) => Cast.visibilities.filter((_, number) => number === at % Cast.visibilities.length),
  hasForeign: true
})
