import { collection as blobLocations, blobsOf as markersOf } from "./content/file/BlobLocation.ts"
import { collection as fileRecords } from "./content/file/FileRecord.ts"
import { collection as linkSources } from "./content/link-index/LinkSource.ts"
import { collection as linkTotals } from "./content/link-index/LinkTotals.ts"
import * as BlobUses from "./foundation/blob/BlobUses.ts"
import { collection as serverAddresses } from "./foundation/operation/ServerAddresses.ts"
import type * as MentioningRows from "./foundation/personal/MentioningRows.ts"
import type * as PersonalRows from "./foundation/personal/PersonalRows.ts"
import type * as SealedRows from "./foundation/secret/SealedRows.ts"
import { collection as installations } from "./foundation/secret/Sealing.ts"
import { sealedRows as sealedSigningKeys, collection as signingKeys } from "./foundation/secret/SigningKey.ts"
import * as Repository from "./foundation/store/Repository.ts"
import { collection as deliveryQueues } from "./integrations/delivery/DeliveryQueue.ts"
import { collection as eventDeliveries } from "./integrations/delivery/EventDelivery.ts"
import { collection as outboxPlaces } from "./integrations/delivery/OutboxPosition.ts"
import { collection as toldVisibilities } from "./integrations/event/ReportedVisibility.ts"
import {
  collection as installationSecrets,
  sealedRows as sealedInstallationSecrets
} from "./integrations/installation/InstallationSecret.ts"
import { collection as integrationInstallations } from "./integrations/installation/IntegrationInstallation.ts"
import { rows as ownedIntegrations } from "./integrations/installation/OwnedIntegrations.ts"
import { collection as placeInstallations } from "./integrations/installation/PlaceInstallation.ts"
import { blobsOf as blobsOfIntegration, collection as integrations } from "./integrations/integration/Integration.ts"
import {
  collection as integrationSecrets,
  sealedRows as sealedIntegrationSecrets
} from "./integrations/integration/IntegrationSecret.ts"
import {
  blobsOf as blobsOfIntegrationVersion,
  collection as integrationVersions
} from "./integrations/integration/IntegrationVersion.ts"
import { collection as blockDrawings } from "./integrations/page-block/BlockDrawing.ts"
import {
  collection as integrationEvents,
  mentioningRows as mentioningEvents
} from "./integrations/run/IntegrationEvent.ts"
import {
  collection as eventSubscriptions,
  mentioningRows as mentioningSubscriptions
} from "./integrations/subscription/Subscription.ts"
import { collection as integrationTasks } from "./integrations/task/IntegrationTask.ts"
import { collection as webhooks } from "./integrations/webhook/Webhook.ts"
import {
  sealedRows as sealedWebhookSecrets,
  collection as webhookSecrets
} from "./integrations/webhook/WebhookSecret.ts"
import { blobsOf as blobsOfAnswers, collection as computedAnswers } from "./openapi/computed/ComputedAnswers.ts"
import { collection as computedSpaces } from "./openapi/computed/ComputedSpace.ts"
import { collection as openApiSpecs } from "./openapi/spec/OpenApiSpec.ts"
import { collection as openApiVersions } from "./openapi/spec/OpenApiVersion.ts"
import { collection as auditChains } from "./people/audit/AuditChainEnd.ts"
import { collection as auditEntries, personalRows as personalEntries } from "./people/audit/AuditEntry.ts"
import { collection as grants, personalRows as personalGrants } from "./people/grant/Grant.ts"
import {
  collection as oidcClientSecrets,
  sealedRows as sealedClientSecrets
} from "./people/identity-provider/ClientSecret.ts"
import { collection as samlProviders } from "./people/identity-provider/SamlProvider.ts"
import {
  collection as linkInvites,
  personalRows as personalInvites,
  sealedRows as sealedLinkInvites
} from "./people/invite/LinkInvite.ts"
import { collection as letterCounts } from "./people/mail/EmailCount.ts"
import { collection as mails, sealedRows as sealedMails } from "./people/mail/Mail.ts"
import { collection as members, personalRows as personalMemberships } from "./people/member/Member.ts"
import { collection as organizations } from "./people/organization/Organization.ts"
import * as OrganizationRows from "./people/organization/OrganizationRows.ts"
import { collection as organizationTrees } from "./people/placement/OrganizationTree.ts"
import { personalRows as personalPlacements, collection as placements } from "./people/placement/Placement.ts"
import { collection as samlRequests } from "./people/saml-sign-in/SamlRequest.ts"
import { collection as usedAssertions } from "./people/saml-sign-in/UsedAssertion.ts"
import { personalRows as personalSessions, collection as sessions } from "./people/session/Session.ts"
import { personalRows as personalCodes, collection as signInCodes } from "./people/sign-in/SignInCode.ts"
import { collection as teams } from "./people/team/Team.ts"
import { personalRows as personalTeams, collection as teamMembers } from "./people/team/TeamMember.ts"
import { collection as apiTokens, personalRows as personalTokens } from "./people/token/ApiToken.ts"
import { collection as users } from "./people/user/User.ts"
import { personalRows as personalIdentities, collection as userIdentities } from "./people/user/UserIdentity.ts"
import { collection as comments } from "./proposals/comment/Comment.ts"
import { collection as commenters } from "./proposals/comment/Commenter.ts"
import { collection as commentReplies } from "./proposals/comment/CommentReply.ts"
import { personalRows as personalComments } from "./proposals/comment/PersonalComments.ts"
import { collection as mergeRules } from "./proposals/merge-rules/MergeSettings.ts"
import { personalRows as personalReviews, collection as reviews } from "./proposals/review/Review.ts"
import { collection as siteAdaptiveSchemas } from "./sites/adaptive-schema/SiteAdaptiveSchema.ts"
import { collection as customHostnames } from "./sites/custom-hostname/CustomHostname.ts"
import { collection as customizations } from "./sites/customization/Customization.ts"
import {
  collection as publishingAuth,
  sealedRows as sealedPublishingAuth
} from "./sites/publishing-auth/PublishingAuth.ts"
import { collection as siteRedirects } from "./sites/redirect/SiteRedirect.ts"
import { sealedRows as sealedShareLinks, collection as shareLinks } from "./sites/share-link/ShareLink.ts"
import { collection as sites } from "./sites/site/Site.ts"
import { collection as siteStructures } from "./sites/structure/SiteStructure.ts"
import { collection as apiImports } from "./spaces/api-import/ApiImport.ts"
import {
  collection as changeRequests,
  personalRows as personalRequests
} from "./spaces/change-request/ChangeRequest.ts"
import { collection as collections } from "./spaces/collection/Collection.ts"
import { collection as customFields } from "./spaces/custom-field/CustomField.ts"
import { collection as customFieldUses } from "./spaces/custom-field/CustomFieldUse.ts"
import { collection as pdfs } from "./spaces/pdf/Pdf.ts"
import { collection as sitePdfs } from "./spaces/pdf/SitePdf.ts"
import { collection as revisions } from "./spaces/revision/Revision.ts"
import { collection as spaces } from "./spaces/space/Space.ts"
import { collection as glossaryEntries } from "./translations/glossary/GlossaryEntry.ts"
import { collection as translationTexts } from "./translations/run/TranslatedText.ts"
import { collection as translationLanguages } from "./translations/settings/TranslationLanguage.ts"
import { collection as translationSettings } from "./translations/settings/TranslationSettings.ts"

/** Every collection, each after those that it refers to: what a store with a schema must provide. */
export const shapes: ReadonlyArray<Repository.StoredCollection> = [
  Repository.shapeOf(installations),
  Repository.shapeOf(blobLocations),
  Repository.shapeOf(serverAddresses),
  Repository.shapeOf(signingKeys),
  Repository.shapeOf(users),
  Repository.shapeOf(userIdentities),
  Repository.shapeOf(apiTokens),
  Repository.shapeOf(organizations),
  Repository.shapeOf(organizationTrees),
  Repository.shapeOf(members),
  Repository.shapeOf(placements),
  Repository.shapeOf(grants),
  Repository.shapeOf(collections),
  Repository.shapeOf(spaces),
  Repository.shapeOf(sites),
  Repository.shapeOf(siteStructures),
  Repository.shapeOf(siteAdaptiveSchemas),
  Repository.shapeOf(changeRequests),
  Repository.shapeOf(comments),
  Repository.shapeOf(commentReplies),
  Repository.shapeOf(commenters),
  Repository.shapeOf(revisions),
  Repository.shapeOf(fileRecords),
  Repository.shapeOf(pdfs),
  Repository.shapeOf(sitePdfs),
  Repository.shapeOf(linkSources),
  Repository.shapeOf(linkTotals),
  Repository.shapeOf(mergeRules),
  Repository.shapeOf(reviews),
  Repository.shapeOf(teams),
  Repository.shapeOf(teamMembers),
  Repository.shapeOf(linkInvites),
  Repository.shapeOf(signInCodes),
  Repository.shapeOf(mails),
  Repository.shapeOf(letterCounts),
  Repository.shapeOf(samlProviders),
  Repository.shapeOf(oidcClientSecrets),
  Repository.shapeOf(sessions),
  Repository.shapeOf(samlRequests),
  Repository.shapeOf(usedAssertions),
  Repository.shapeOf(openApiSpecs),
  Repository.shapeOf(openApiVersions),
  Repository.shapeOf(apiImports),
  Repository.shapeOf(computedSpaces),
  Repository.shapeOf(computedAnswers),
  Repository.shapeOf(translationSettings),
  Repository.shapeOf(translationLanguages),
  Repository.shapeOf(translationTexts),
  Repository.shapeOf(glossaryEntries),
  Repository.shapeOf(customFields),
  Repository.shapeOf(customFieldUses),
  Repository.shapeOf(customizations),
  Repository.shapeOf(siteRedirects),
  Repository.shapeOf(shareLinks),
  Repository.shapeOf(publishingAuth),
  Repository.shapeOf(customHostnames),
  Repository.shapeOf(integrations),
  Repository.shapeOf(integrationVersions),
  Repository.shapeOf(integrationSecrets),
  Repository.shapeOf(integrationInstallations),
  Repository.shapeOf(installationSecrets),
  Repository.shapeOf(placeInstallations),
  Repository.shapeOf(outboxPlaces),
  Repository.shapeOf(eventSubscriptions),
  Repository.shapeOf(deliveryQueues),
  Repository.shapeOf(eventDeliveries),
  Repository.shapeOf(integrationEvents),
  Repository.shapeOf(integrationTasks),
  Repository.shapeOf(toldVisibilities),
  Repository.shapeOf(blockDrawings),
  Repository.shapeOf(webhooks),
  Repository.shapeOf(webhookSecrets),
  Repository.shapeOf(auditEntries),
  Repository.shapeOf(auditChains)
]

/** Collections whose rows contain sealed texts. */
export const sealed: ReadonlyArray<SealedRows.Source> = [
  sealedMails,
  sealedLinkInvites,
  sealedClientSecrets,
  sealedShareLinks,
  sealedPublishingAuth,
  sealedIntegrationSecrets,
  sealedInstallationSecrets,
  sealedWebhookSecrets,
  sealedSigningKeys
]

/** The personal data of one person in them, in the order of the sections (rule user-export). */
export const personal: ReadonlyArray<PersonalRows.Source> = [
  personalIdentities,
  personalMemberships,
  personalTeams,
  personalGrants,
  personalTokens,
  personalSessions,
  personalCodes,
  personalInvites,
  personalPlacements,
  ...personalRequests,
  ...personalComments,
  personalReviews,
  personalEntries
]

/** Collections whose rows may name any user, in texts of programs (rule user-erase). */
export const mentioning: ReadonlyArray<MentioningRows.Source> = [mentioningEvents, mentioningSubscriptions]

/** Collections that prevent the removal of bytes, of areas that the removal does not know. */
export const namingBlobs: ReadonlyArray<BlobUses.Source> = [
  BlobUses.source(blobLocations, markersOf),
  BlobUses.source(computedAnswers, blobsOfAnswers),
  BlobUses.source(integrations, blobsOfIntegration),
  BlobUses.source(integrationVersions, blobsOfIntegrationVersion)
]

/** Collections that are removed with their organization, of areas that the removal does not know. */
export const inOrganizations: ReadonlyArray<OrganizationRows.Source> = [
  OrganizationRows.source(translationSettings),
  OrganizationRows.source(glossaryEntries),
  OrganizationRows.source(customFields),
  OrganizationRows.source(openApiSpecs),
  ownedIntegrations
]
