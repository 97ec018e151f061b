import * as Id from "./Id.ts"

export const SamlProviderId = Id.make("SamlProviderId", "Identifier of an identity provider.")
export type SamlProviderId = typeof SamlProviderId.Type
