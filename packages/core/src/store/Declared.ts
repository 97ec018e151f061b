import { collection as auditChains } from "../audit/AuditChain.ts"
import { collection as auditEntries } from "../audit/AuditEntry.ts"
import { collection as changeRequests } from "../change-request/ChangeRequest.ts"
import { collection as collections } from "../collection/Collection.ts"
import { collection as comments } from "../comment/Comment.ts"
import { collection as commenters } from "../comment/Commenter.ts"
import { collection as commentReplies } from "../comment/CommentReply.ts"
import { collection as customFields } from "../custom-field/CustomField.ts"
import { collection as customFieldUses } from "../custom-field/CustomFieldUse.ts"
import { collection as fileRecords } from "../file/FileRecord.ts"
import { collection as grants } from "../grant/Grant.ts"
import { collection as installations } from "../installation/Installation.ts"
import { collection as linkInvites } from "../invite/LinkInvite.ts"
import { collection as linkSources } from "../link/LinkSource.ts"
import { collection as linkTotals } from "../link/LinkTotals.ts"
import { collection as letterCounts } from "../mail/LetterCount.ts"
import { collection as mails } from "../mail/Mail.ts"
import { collection as members } from "../member/Member.ts"
import { collection as mergeRules } from "../merge-rules/MergeSettings.ts"
import { collection as organizations } from "../organization/Organization.ts"
import { collection as organizationTrees } from "../placement/OrganizationTree.ts"
import { collection as placements } from "../placement/Placement.ts"
import { collection as reviews } from "../review/Review.ts"
import { collection as revisions } from "../revision/Revision.ts"
import { collection as signInCodes } from "../sign-in/SignInCode.ts"
import { collection as spaces } from "../space/Space.ts"
import { collection as teams } from "../team/Team.ts"
import { collection as teamMembers } from "../team/TeamMember.ts"
import { collection as apiTokens } from "../token/ApiToken.ts"
import { collection as users } from "../user/User.ts"
import * as Repository from "./Repository.ts"
import type { Shape } from "./RowStore.ts"

/** Every collection, each after those that it refers to: what a store with a schema must provide. */
export const shapes: ReadonlyArray<Shape> = [
  Repository.shapeOf(installations),
  Repository.shapeOf(users),
  Repository.shapeOf(apiTokens),
  Repository.shapeOf(organizations),
  Repository.shapeOf(organizationTrees),
  Repository.shapeOf(members),
  Repository.shapeOf(placements),
  Repository.shapeOf(grants),
  Repository.shapeOf(collections),
  Repository.shapeOf(spaces),
  Repository.shapeOf(changeRequests),
  Repository.shapeOf(comments),
  Repository.shapeOf(commentReplies),
  Repository.shapeOf(commenters),
  Repository.shapeOf(revisions),
  Repository.shapeOf(fileRecords),
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
  Repository.shapeOf(customFields),
  Repository.shapeOf(customFieldUses),
  Repository.shapeOf(auditEntries),
  Repository.shapeOf(auditChains)
]
