import * as Id from "./Id.ts"

export const InstallationId = Id.make("InstallationId", "Identifier of an installation of an integration.")
export type InstallationId = typeof InstallationId.Type
