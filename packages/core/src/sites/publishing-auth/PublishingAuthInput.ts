import { clearable, closed, optional, WebAddress } from "../../foundation/input/Input.ts"
import { Backend, type PublishingAuth } from "./PublishingAuth.ts"

export const Patch = closed("PublishingAuthPatch", { backend: optional(Backend), fallbackURL: clearable(WebAddress) })
export type Patch = typeof Patch.Type

/** Changes the properties that a patch names. */
export const patch = (self: PublishingAuth, changes: Patch): PublishingAuth => ({
  ...self,
  backend: changes.backend ?? self.backend,
  fallbackURL: changes.fallbackURL === undefined ? self.fallbackURL : changes.fallbackURL
})
