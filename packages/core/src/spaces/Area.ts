import { Effect, Layer } from "effect"
import * as HostGroup from "../foundation/operation/HostGroup.ts"
import * as Repository from "../foundation/store/Repository.ts"
import type { StoredRows } from "../foundation/store/StoredRows.ts"
import { EmailInvites } from "../people/invite/EmailInvites.ts"
import * as OrganizationRows from "../people/organization/OrganizationRows.ts"
import { AccessReports } from "./access-report/AccessReports.ts"
import { collection as apiImports } from "./api-import/ApiImport.ts"
import { ApiImports } from "./api-import/ApiImports.ts"
import { ApiLibraries } from "./api-import/ApiLibraries.ts"
import { collection as changeRequests, personalRows as personalRequests } from "./change-request/ChangeRequest.ts"
import { ChangeRequests } from "./change-request/ChangeRequests.ts"
import { ChangeRequestViews } from "./change-request/ChangeRequestViews.ts"
import { collection as collections } from "./collection/Collection.ts"
import { Collections } from "./collection/Collections.ts"
import * as ComputedRefresh from "./commit/ComputedRefresh.ts"
import { ComputedReindexing } from "./commit/ComputedReindexing.ts"
import { ContentBase } from "./commit/ContentBase.ts"
import { ContentCommits } from "./commit/ContentCommits.ts"
import { ContentEvents, type FollowOperation } from "./content/ContentEvents.ts"
import { ContentLookups } from "./content/ContentLookups.ts"
import { collection as presences } from "./content/ContentPresence.ts"
import { ContentPresences, type PresenceOperation } from "./content/ContentPresences.ts"
import { Contents } from "./content/Contents.ts"
import { collection as customFields } from "./custom-field/CustomField.ts"
import { CustomFields } from "./custom-field/CustomFields.ts"
import { collection as customFieldUses, HeadValues } from "./custom-field/HeadValues.ts"
import { SpaceCustomFields } from "./custom-field/SpaceCustomFields.ts"
import { ContentEdits, type EditOperation } from "./edit/ContentEdits.ts"
import { Editing } from "./edit/Editing.ts"
import { EditPlans } from "./edit/EditPlan.ts"
import { Exports } from "./export/Exports.ts"
import { Files } from "./file/Files.ts"
import { blobSource as importBlobs, collection as importRuns } from "./import/ImportRun.ts"
import { ImportRuns } from "./import/ImportRuns.ts"
import { Imports } from "./import/Imports.ts"
import { ImportUpdates } from "./import/ImportUpdates.ts"
import { InviteUse } from "./invite-link/InviteUse.ts"
import { LinkInvites } from "./invite-link/LinkInvites.ts"
import { Deletion } from "./lifecycle/Deletion.ts"
import { Duplication } from "./lifecycle/Duplication.ts"
import { Relocation } from "./lifecycle/Relocation.ts"
import { Transfer } from "./lifecycle/Transfer.ts"
import { Links } from "./link/Links.ts"
import { collection as pdfs } from "./pdf/Pdf.ts"
import { Pdfs } from "./pdf/Pdfs.ts"
import { collection as sitePdfs } from "./pdf/SitePdf.ts"
import { collection as revisions } from "./revision/Revision.ts"
import { RevisionHistory } from "./revision/RevisionHistory.ts"
import { Revisions } from "./revision/Revisions.ts"
import { RevisionViews } from "./revision/RevisionViews.ts"
import { type RollbackOperation, Rollbacks } from "./revision/Rollbacks.ts"
import { Reindex } from "./search/Reindex.ts"
import { Searches } from "./search/Searches.ts"
import { SearchSynonyms } from "./search/SearchSynonyms.ts"
import { collection as searchSynonyms } from "./search/SynonymSettings.ts"
import { MemberSpaces } from "./space/MemberSpaces.ts"
import { Purge } from "./space/Purge.ts"
import { collection as spaces } from "./space/Space.ts"
import { Spaces } from "./space/Spaces.ts"
import { SpaceViews } from "./space/SpaceViews.ts"
import { blobSource as uploadBlobs, collection as uploads } from "./upload/Upload.ts"
import { Uploads } from "./upload/Uploads.ts"

/** What is stored of this area. */
export const rows: StoredRows = {
  collections: [
    Repository.shapeOf(collections),
    Repository.shapeOf(spaces),
    Repository.shapeOf(changeRequests),
    Repository.shapeOf(revisions),
    Repository.shapeOf(pdfs),
    Repository.shapeOf(sitePdfs),
    Repository.shapeOf(apiImports),
    Repository.shapeOf(customFields),
    Repository.shapeOf(customFieldUses),
    Repository.shapeOf(searchSynonyms),
    Repository.shapeOf(uploads),
    Repository.shapeOf(presences),
    Repository.shapeOf(importRuns)
  ],
  blobs: [uploadBlobs, importBlobs],
  personal: [...personalRequests]
}

/** Collections that are removed with their organization. */
export const inOrganizations: ReadonlyArray<OrganizationRows.Source> = [OrganizationRows.source(customFields)]

/** Services of spaces, collections and change requests, and of their content. */
export const layer = Layer.mergeAll(
  AccessReports.layer,
  ApiImports.layer,
  ApiLibraries.layer,
  ChangeRequestViews.layer,
  ChangeRequests.layer,
  Collections.layer,
  ComputedRefresh.layer,
  ComputedReindexing.layer,
  ContentBase.layer,
  ContentCommits.layer,
  ContentEdits.layer,
  ContentEvents.layer,
  ContentLookups.layer,
  ContentPresences.layer,
  Contents.layer,
  CustomFields.layer,
  Deletion.layer,
  Duplication.layer,
  EditPlans.layer,
  Editing.layer,
  Exports.layer,
  Files.layer,
  HeadValues.layer,
  Imports.layer,
  ImportRuns.layer,
  ImportUpdates.layer,
  InviteUse.layer,
  LinkInvites.layer,
  Links.layer,
  MemberSpaces.layer,
  Pdfs.layer,
  Purge.layer,
  Reindex.layer,
  Relocation.layer,
  RevisionHistory.layer,
  RevisionViews.layer,
  Revisions.layer,
  Rollbacks.layer,
  SearchSynonyms.layer,
  Searches.layer,
  SpaceCustomFields.layer,
  SpaceViews.layer,
  Spaces.layer,
  Transfer.layer,
  Uploads.layer
)

/** Operations of this area that hosts call, by the name of their group. */
export const hostGroups = {
  access: AccessReports,
  collections: Collections,
  content: HostGroup.join(
    HostGroup.join(
      Contents,
      Effect.map(ContentEdits, ({ apply }): EditOperation => ({ edit: apply }))
    ),
    HostGroup.join(
      Effect.map(ContentEvents, ({ follow }): FollowOperation => ({ follow })),
      Effect.map(ContentPresences, ({ announcePresence }): PresenceOperation => ({ announcePresence }))
    )
  ),
  customFields: CustomFields,
  exports: HostGroup.without(Exports, "open"),
  importRuns: ImportRuns,
  invites: HostGroup.join(InviteUse, EmailInvites),
  linkInvites: LinkInvites,
  links: Links,
  memberSpaces: MemberSpaces,
  pdfs: Pdfs,
  purge: Purge,
  reindex: Reindex,
  revisions: HostGroup.join(
    RevisionHistory,
    Effect.map(Rollbacks, ({ rollback }): RollbackOperation => ({ rollBack: rollback }))
  ),
  search: HostGroup.without(Searches, "amongSpaces"),
  searchSynonyms: SearchSynonyms,
  spaceCustomFields: SpaceCustomFields,
  spaces: HostGroup.join(Spaces, Duplication),
  uploads: Uploads
}
