import { Layer } from "effect"
import { IntegrationTokens } from "../token/IntegrationTokens.ts"
import { InstallationAccess } from "./InstallationAccess.ts"
import { Installations } from "./Installations.ts"
import { InstalledIntegrations } from "./InstalledIntegrations.ts"
import { SiteInstallations } from "./SiteInstallations.ts"
import { SpaceInstallations } from "./SpaceInstallations.ts"

/** Services whose operations start with `InstallationAccess`. */
export const layer = Layer.mergeAll(
  Installations.layer,
  InstalledIntegrations.layer,
  SpaceInstallations.layer,
  SiteInstallations.layer,
  IntegrationTokens.layer
).pipe(Layer.provide(InstallationAccess.layer))
