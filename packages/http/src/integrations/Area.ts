import { Layer } from "effect"
import * as Group from "../foundation/endpoint/Group.ts"
import { DevelopmentsApi } from "./development/DevelopmentsApi.ts"
import * as EmbeddedScriptsHttp from "./embedded-script/EmbeddedScriptsHttp.ts"
import { SiteScriptsApi } from "./embedded-script/SiteScriptsApi.ts"
import { IntegrationEventsApi } from "./event/IntegrationEventsApi.ts"
import { InstallationsApi } from "./installation/InstallationsApi.ts"
import { InstalledIntegrationsApi } from "./installation/InstalledIntegrationsApi.ts"
import { SiteInstallationsApi, SpaceInstallationsApi } from "./installation/PlaceInstallationsApi.ts"
import * as IntegrationAssetsHttp from "./integration/IntegrationAssetsHttp.ts"
import { IntegrationsApi } from "./integration/IntegrationsApi.ts"
import { ComponentsApi } from "./request/ComponentsApi.ts"
import * as PublicEndpointsHttp from "./request/PublicEndpointsHttp.ts"
import { IntegrationTasksApi } from "./task/IntegrationTasksApi.ts"
import { WebhooksApi } from "./webhook/WebhooksApi.ts"

/** The endpoints of this area: integrations and webhooks. */
export const groups = [
  IntegrationsApi,
  InstallationsApi,
  InstalledIntegrationsApi,
  SpaceInstallationsApi,
  SiteInstallationsApi,
  IntegrationEventsApi,
  SiteScriptsApi,
  DevelopmentsApi,
  IntegrationTasksApi,
  WebhooksApi,
  ComponentsApi
] as const

/** Their handlers. */
export const layer = Group.layers(groups)

/** Routes outside of `/v1`. */
export const routes = Layer.mergeAll(IntegrationAssetsHttp.layer, EmbeddedScriptsHttp.layer, PublicEndpointsHttp.layer)
