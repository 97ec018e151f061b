import * as Id from "./Id.ts"

export const OpenApiSpecId = Id.make("OpenApiSpecId", "Identifier of an OpenAPI description.")
export type OpenApiSpecId = typeof OpenApiSpecId.Type
