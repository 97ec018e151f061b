import * as Id from "./Id.ts"

export const InstallationId = Id.make("InstallationId")
export type InstallationId = typeof InstallationId.Type
