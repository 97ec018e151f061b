import { Api } from "./Api.ts"
import * as OpenApiDocument from "./documentation/OpenApiDocument.ts"

/** The OpenAPI document of this release. */
export const document = (): unknown => OpenApiDocument.fromApi(Api)
