import * as Group from "../foundation/endpoint/Group.ts"
import * as DescriptionsHttp from "./spec/DescriptionsHttp.ts"
import { OpenApiSpecsApi } from "./spec/OpenApiSpecsApi.ts"
import { OpenApiVersionsApi } from "./spec/OpenApiVersionsApi.ts"

/** The endpoints of this area: API descriptions. */
export const groups = [OpenApiSpecsApi, OpenApiVersionsApi] as const

/** Their handlers. */
export const layer = Group.layers(groups)

/** Routes outside of `/v1`. */
export const routes = DescriptionsHttp.layer
