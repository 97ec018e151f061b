import * as Id from "./Id.ts"

export const SamlProviderId = Id.make("SamlProviderId")
export type SamlProviderId = typeof SamlProviderId.Type
