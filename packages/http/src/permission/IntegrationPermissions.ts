import type * as Permission from "./Permission.ts"
import { opened } from "./Permission.ts"

const refusing = { viewing: 403, blind: 404 } as const
const listing: Permission.Rule = { permission: "token", without: {} }
/** Guests see no installation. */
const belonging: Permission.Rule = { permission: "organization:list-members", without: { blind: 404 } }
const administering: Permission.Rule = { permission: "organization:admin", without: refusing }
const deleting: Permission.Rule = { permission: "organization:admin", without: { viewing: 403, blind: 204 } }

const ofOwner: Permission.Rule = { permission: "integration:admin", without: refusing }
/** Decided by the place that the request names (rule integration-render-who). */
const drawing: Permission.Rule = { permission: "context:view", without: {} }

const inOrganization: Permission.Rule = { permission: "organization:list-members", without: refusing }
const viewingSpace: Permission.Rule = { permission: "content:view", without: { blind: 404 } }

const seeingPlace: Permission.Rule = {
  permission: { all: ["organization:list-members", "content:view"] },
  without: { blind: 404 }
}
const changingSpace: Permission.Rule = {
  permission: { all: ["organization:list-members", "content:create"] },
  without: refusing
}

/** The permissions of what integrations have in organizations (rule installation-who). */
export const integrationPermissions = {
  listIntegrationInstallations: opened("installed", listing),
  installIntegration: { permission: "target:admin", without: { viewing: 403 } },
  getIntegrationInstallationById: opened("installed", belonging),
  updateIntegrationInstallation: opened("installed", administering),
  uninstallIntegration: deleting,

  createIntegrationInstallationToken: opened("installed", { permission: "integration:self", without: refusing }),

  listIntegrationEvents: opened("installed", ofOwner),
  getIntegrationEvent: opened("installed", ofOwner),
  replayIntegrationEvent: opened("installed", ofOwner),
  queueIntegrationTask: opened("installed", { permission: "integration:self", without: refusing }),
  setIntegrationDevelopmentMode: ofOwner,
  disableIntegrationDevelopmentMode: { permission: "integration:admin", without: { viewing: 403, blind: 204 } },
  renderIntegrationUiWithPost: drawing,
  renderIntegrationUiWithGet: drawing,

  listWebhooks: administering,
  createWebhook: administering,
  getWebhook: administering,
  updateWebhook: administering,
  deleteWebhook: deleting,
  rotateWebhookSecret: administering,
  pingWebhook: administering,
  listWebhookDeliveries: administering,
  getWebhookDelivery: administering,
  replayWebhookDelivery: administering,
  replayWebhookDeliveries: administering,

  listOrganizationIntegrations: inOrganization,
  listOrganizationInstallations: inOrganization,
  listOrganizationIntegrationsStatus: inOrganization,
  getOrganizationIntegrationStatus: inOrganization,
  listSpaceIntegrations: viewingSpace,
  listSpaceIntegrationsBlocks: viewingSpace,
  listSpaceIntegrationScripts: viewingSpace,

  listIntegrationSpaceInstallations: opened("installed", listing),
  listIntegrationInstallationSpaces: opened("installed", belonging),
  installIntegrationOnSpace: { permission: { all: ["organization:list-members", "spaces:create"] }, without: refusing },
  getIntegrationSpaceInstallation: opened("installed", seeingPlace),
  updateIntegrationSpaceInstallation: opened("installed", changingSpace),
  uninstallIntegrationFromSpace: { ...changingSpace, without: { viewing: 403, blind: 204 } },

  listIntegrationSiteInstallations: opened("installed", listing),
  listIntegrationInstallationSites: opened("installed", belonging),
  installIntegrationOnSite: administering,
  getIntegrationSiteInstallation: opened("installed", seeingPlace),
  updateIntegrationSiteInstallation: opened("installed", administering),
  uninstallIntegrationFromSite: deleting
} as const satisfies { readonly [name: string]: Permission.Rule }
