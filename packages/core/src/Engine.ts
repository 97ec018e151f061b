import { Layer } from "effect"
import { Access } from "./access/Access.ts"
import { AccessReports } from "./access/AccessReports.ts"
import { Credentials } from "./access/Credentials.ts"
import { Audit } from "./audit/Audit.ts"
import { AuditProof } from "./audit/AuditProof.ts"
import { AuditReader } from "./audit/AuditReader.ts"
import { Bootstrap } from "./bootstrap/Bootstrap.ts"
import { ChangeRequests } from "./change-request/ChangeRequests.ts"
import { ChangeRequestViews } from "./change-request/ChangeRequestViews.ts"
import { Merging } from "./change-request/Merging.ts"
import { RequestOverview } from "./change-request/RequestOverview.ts"
import { ThreeWays } from "./change-request/ThreeWays.ts"
import { Changes } from "./changes/Changes.ts"
import { Collections } from "./collection/Collections.ts"
import { Commenters } from "./comment/Commenters.ts"
import { CommentReplies } from "./comment/CommentReplies.ts"
import { Comments } from "./comment/Comments.ts"
import { CommentViews } from "./comment/CommentViews.ts"
import { ContentBase } from "./content/ContentBase.ts"
import { ContentCommits } from "./content/ContentCommits.ts"
import { Contents } from "./content/Contents.ts"
import { NodeCache } from "./content/NodeCache.ts"
import { CustomFields } from "./custom-field/CustomFields.ts"
import { HeadValues } from "./custom-field/HeadValues.ts"
import { SpaceCustomFields } from "./custom-field/SpaceCustomFields.ts"
import { ContentEdits } from "./edit/ContentEdits.ts"
import { Editing } from "./edit/Editing.ts"
import { EditPlans } from "./edit/EditPlan.ts"
import { Events } from "./events/Events.ts"
import { Files } from "./file/Files.ts"
import { GrantLedger } from "./grant/GrantLedger.ts"
import { Grants } from "./grant/Grants.ts"
import { Imports } from "./import/Imports.ts"
import { DomainJoins } from "./invite/DomainJoins.ts"
import { EmailInvites } from "./invite/EmailInvites.ts"
import { InviteUse } from "./invite/InviteUse.ts"
import { LinkInvites } from "./invite/LinkInvites.ts"
import { LinkIndex } from "./link/LinkIndex.ts"
import { Links } from "./link/Links.ts"
import { Mailroom } from "./mail/Mailroom.ts"
import { Joining } from "./member/Joining.ts"
import { MemberSpaces } from "./member/MemberSpaces.ts"
import { Members } from "./member/Members.ts"
import { MemberViews } from "./member/MemberViews.ts"
import { Presence } from "./member/Presence.ts"
import { MergeGate } from "./merge-rules/MergeGate.ts"
import { MergeRuleSettings } from "./merge-rules/MergeRuleSettings.ts"
import { Organizations } from "./organization/Organizations.ts"
import { Paging } from "./paging/Paging.ts"
import { Deletion } from "./placement/Deletion.ts"
import { Placements } from "./placement/Placements.ts"
import { Relocation } from "./placement/Relocation.ts"
import { Transfer } from "./placement/Transfer.ts"
import { ReviewRequests } from "./review/ReviewRequests.ts"
import { Reviews } from "./review/Reviews.ts"
import { ReviewViews } from "./review/ReviewViews.ts"
import { RevisionHistory } from "./revision/RevisionHistory.ts"
import { Revisions } from "./revision/Revisions.ts"
import { RevisionViews } from "./revision/RevisionViews.ts"
import { Rollbacks } from "./revision/Rollbacks.ts"
import { Sealing } from "./Sealing.ts"
import { Reindex } from "./search/Reindex.ts"
import { Searches } from "./search/Searches.ts"
import { SignIn } from "./sign-in/SignIn.ts"
import { Duplication } from "./space/Duplication.ts"
import { Purge } from "./space/Purge.ts"
import { Spaces } from "./space/Spaces.ts"
import { SpaceViews } from "./space/SpaceViews.ts"
import { TeamMembers } from "./team/TeamMembers.ts"
import { TeamRoster } from "./team/TeamRoster.ts"
import { Teams } from "./team/Teams.ts"
import { ApiTokens } from "./token/ApiTokens.ts"
import { Users } from "./user/Users.ts"
import { UserViews } from "./user/UserViews.ts"

const shared = Layer.mergeAll(
  Access.layer,
  Events.layer,
  Paging.layer,
  Revisions.layer,
  NodeCache.layer,
  UserViews.layer,
  Sealing.layer,
  MemberViews.layer.pipe(Layer.provide(UserViews.layer)),
  Joining.layer,
  TeamRoster.layer,
  LinkIndex.layer
)
const placing = Layer.mergeAll(Relocation.layer, Transfer.layer, Deletion.layer, GrantLedger.layer).pipe(
  Layer.provideMerge(Layer.mergeAll(Placements.layer, HeadValues.layer))
)
const reading = Layer.mergeAll(ContentBase.layer, ContentCommits.layer)
const nouns = Layer.mergeAll(
  Credentials.layer,
  Users.layer,
  ApiTokens.layer,
  Audit.layer.pipe(Layer.provide(Layer.mergeAll(AuditReader.layer, AuditProof.layer))),
  Members.layer,
  MemberSpaces.layer,
  Teams.layer,
  TeamMembers.layer,
  Presence.layer,
  Organizations.layer,
  Collections.layer,
  CustomFields.layer,
  SpaceCustomFields.layer,
  Spaces.layer,
  Duplication.layer,
  Contents.layer,
  Changes.layer,
  RevisionHistory.layer,
  Files.layer,
  Grants.layer,
  Links.layer,
  Searches.layer,
  Reindex.layer,
  Imports.layer,
  Purge.layer,
  ChangeRequests.layer,
  CommentReplies.layer,
  Comments.layer,
  Merging.layer,
  Rollbacks.layer,
  RequestOverview.layer
).pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      RevisionViews.layer.pipe(Layer.provideMerge(ChangeRequestViews.layer)),
      Editing.layer,
      EditPlans.layer,
      Commenters.layer,
      CommentViews.layer,
      Layer.mergeAll(MergeGate.layer, ThreeWays.layer).pipe(Layer.provideMerge(MergeRuleSettings.layer))
    )
  ),
  Layer.provideMerge(Layer.mergeAll(SpaceViews.layer, reading))
)

const arriving = Layer.mergeAll(
  LinkInvites.layer,
  InviteUse.layer,
  EmailInvites.layer,
  DomainJoins.layer,
  SignIn.layer,
  Mailroom.layer
)

/** Every service of the engine. What it needs is its ports: stores, secrets, ids, addresses and capabilities. */
export const layer = Layer.mergeAll(
  Bootstrap.layer,
  ContentEdits.layer,
  Reviews.layer,
  ReviewRequests.layer,
  AccessReports.layer,
  arriving
).pipe(
  Layer.provideMerge(ReviewViews.layer),
  Layer.provideMerge(nouns),
  Layer.provideMerge(placing),
  Layer.provideMerge(shared)
)

/** What the engine provides. */
export type Services = Layer.Success<typeof layer>

/** What the engine needs. */
export type Ports = Layer.Services<typeof layer>
