import {
  AccessReports,
  type Actor,
  ApiTokens,
  Audit,
  ChangeRequests,
  Changes,
  Collections,
  CommentReplies,
  Comments,
  ContentEdits,
  Contents,
  CustomFields,
  DomainJoins,
  Duplication,
  EmailInvites,
  Grants,
  Imports,
  InviteUse,
  LinkInvites,
  Links,
  Mailroom,
  MemberSpaces,
  Members,
  MergeRuleSettings,
  Merging,
  Organizations,
  Presence,
  Purge,
  Reindex,
  ReviewRequests,
  Reviews,
  RevisionHistory,
  Rollbacks,
  Rotation,
  Searches,
  SignIn,
  SpaceCustomFields,
  Spaces,
  TeamMembers,
  Teams,
  Users
} from "@quire/core"
import { Record } from "effect"
import { bindService, type Promised, type Run } from "./Promised.ts"

/** The services that hosts may call. */
export const services = {
  users: Users.Users,
  tokens: ApiTokens.ApiTokens,
  audit: Audit.Audit,
  accessReports: AccessReports.AccessReports,
  organizations: Organizations.Organizations,
  members: Members.Members,
  memberSpaces: MemberSpaces.MemberSpaces,
  presence: Presence.Presence,
  teams: Teams.Teams,
  teamMembers: TeamMembers.TeamMembers,
  collections: Collections.Collections,
  spaces: Spaces.Spaces,
  customFields: CustomFields.CustomFields,
  spaceCustomFields: SpaceCustomFields.SpaceCustomFields,
  duplication: Duplication.Duplication,
  contents: Contents.Contents,
  imports: Imports.Imports,
  searches: Searches.Searches,
  purge: Purge.Purge,
  reindex: Reindex.Reindex,
  rotation: Rotation.Rotation,
  changeRequests: ChangeRequests.ChangeRequests,
  merging: Merging.Merging,
  edits: ContentEdits.ContentEdits,
  changes: Changes.Changes,
  history: RevisionHistory.RevisionHistory,
  rollbacks: Rollbacks.Rollbacks,
  comments: Comments.Comments,
  replies: CommentReplies.CommentReplies,
  links: Links.Links,
  reviews: Reviews.Reviews,
  reviewRequests: ReviewRequests.ReviewRequests,
  mergeRules: MergeRuleSettings.MergeRuleSettings,
  linkInvites: LinkInvites.LinkInvites,
  inviteUse: InviteUse.InviteUse,
  emailInvites: EmailInvites.EmailInvites,
  domainJoins: DomainJoins.DomainJoins,
  signIn: SignIn.SignIn,
  mailroom: Mailroom.Mailroom,
  grants: Grants.Grants
}

export type Services = { readonly [K in keyof typeof services]: (typeof services)[K]["Service"] }

/** The engine's operations as promises, for one caller; a refusal rejects with its typed error. */
export type Face = { readonly [K in keyof Services]: Promised<Services[K]> }

/** The engine's operations, bound to one caller. */
export function bindServices(opened: Services, run: Run, caller: Actor.Caller): Face
export function bindServices(opened: { readonly [name: string]: object }, run: Run, caller: Actor.Caller): object {
  return Record.map(opened, (service) => bindService(service, run, caller))
}
