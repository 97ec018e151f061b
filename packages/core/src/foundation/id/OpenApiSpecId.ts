import * as Id from "./Id.ts"

export const OpenApiSpecId = Id.make("OpenApiSpecId")
export type OpenApiSpecId = typeof OpenApiSpecId.Type
