import { describeEndpoints } from "./endpointChecks.ts"
import { endpoints } from "./endpoints.ts"

describeEndpoints(endpoints)
