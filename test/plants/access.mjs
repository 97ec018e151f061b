const ofAccess = (name, ...rest) => [`test/src/access/${name}.`, ...rest]
const ofWholeAccess = (name, ...rest) => ofAccess(`${name}.whole`, ...rest)

/** The tests that find bugs of access. */
export const suites = {
  reads: ["test/src/access/Reads."],
  cells: ofWholeAccess(
    "Matrix",
    "-t",
    " (getSpace|updateSpace|listSpaces|updateMember|getCommentInSpace|deleteCommentInSpace|getTeam)$"
  ),
  booleans: ofAccess("Booleans.laws", "-t", "(space: edit is createChangeRequest|counts nothing|in a list)"),
  paths: ofWholeAccess("Parents", "-t", "of (getReview|getCommentInChangeRequest|getTeam):"),
  references: ofWholeAccess("Parents", "-t", "of (moveSpace|createSpace|rollBack|inviteToSpace): "),
  canaries: ofWholeAccess("Canaries", "-t", "(refer to it|asks? for it by name|whatever)"),
  assignment: ["test/src/contract/bodies.", "-t", "by (updateSpace|createSpace|updateMember) "],
  escalation: ofWholeAccess("Escalation", "-t", "(level of|grant to|own role|a copy|when it is used)"),
  withdrawal: ofAccess("Withdrawal"),
  overview: ["test/src/engine/proposals/RequestOverview.", "-t", "on memory"],
  hiddenSpaces: ["test/src/engine/sites/SiteSpaces.", "-t", "on memory"]
}

export const plants = [
  {
    suite: "reads",
    bug: "versions of descriptions are read without a decision",
    file: "openapi/spec/OpenApiVersions.ts",
    from: 'yield* access.organization(organization, "organization:list-members", "openapi:read")',
    to: ""
  },
  {
    suite: "cells",
    bug: "any member changes roles",
    file: "organizations/member/Members.ts",
    from: 'return yield* withMember({ organization, user, action: "member:manage" }, ({ person, viewer }) =>\n        Effect.flatMap(changeMember("members.update"',
    to: 'return yield* withMember({ organization, user, action: "member:view" }, ({ person, viewer }) =>\n        Effect.flatMap(changeMember("members.update"'
  },
  {
    suite: "cells",
    bug: "a disabled member is let in",
    file: "organizations/access/Decision.ts",
    from: "if (member === null || member.disabled || placement === null) return null",
    to: "if (member === null || placement === null) return null"
  },
  {
    suite: "cells",
    bug: "a space that may not be viewed is forbidden instead of unknown",
    file: "organizations/access/Decision.ts",
    from: 'if (!atLeast(role, "read")) return "hidden"',
    to: 'if (!atLeast(role, "read")) return "forbidden"'
  },
  {
    suite: "cells",
    bug: "a token that was revoked is alive",
    file: "accounts/token/ApiToken.ts",
    from: "self.revokedAt === null && (",
    to: "("
  },
  {
    suite: "cells",
    bug: "guests see every team",
    file: "organizations/access/Decision.ts",
    from: "const isViewable = member.role !== null || member.teams.includes(team)",
    to: "const isViewable = true"
  },
  {
    suite: "cells",
    bug: "a direct grant does not lower access",
    file: "organizations/access/Decision.ts",
    from: "const granted = grantedRole(placement, facts)\n  if (granted !== null) return granted",
    to: "const granted = grantedRole(placement, facts)\n  if (granted !== null) return strongest(granted, member.role)"
  },
  {
    suite: "booleans",
    bug: "who may comment is told that they may edit",
    file: "spaces/space/SpaceView.ts",
    from: 'edit: atLeast(role, "edit")',
    to: 'edit: atLeast(role, "comment")'
  },
  {
    suite: "booleans",
    bug: "a list counts what is trimmed from it",
    file: "organizations/placement/TreeListing.ts",
    from: "...(viewer.isAdmin ? asAdmin : asReader)",
    to: "...asAdmin"
  },
  {
    suite: "overview",
    bug: "change requests of spaces that may not be viewed are counted",
    file: "organizations/placement/TreeListing.ts",
    from: "facts.countInSpaces(organization, rows, readerKeys(viewer.member), countCap)",
    to: "facts.countInSpaces(organization, rows, undefined, countCap)"
  },
  {
    suite: "booleans",
    bug: "whoever was granted a collection as administrator sees all that is in it",
    file: "spaces/space/Spaces.ts",
    from: 'listing.children(organization, found, CollectionId.make(id), "space")',
    to: 'listing.children(organization, { ...found, isAdmin: found.role === "admin" }, CollectionId.make(id), "space")'
  },
  {
    suite: "paths",
    bug: "a review is found on every change request",
    file: "proposals/review/Reviews.ts",
    from: "found.changeRequest !== changeRequest.id || ",
    to: ""
  },
  {
    suite: "paths",
    bug: "a comment is found on every change request of its space",
    file: "proposals/comment/Discussion.ts",
    from: "baseOf(row.value) !== baseOf(targetFields(opened))",
    to: "row.value.space !== opened.space.value.id"
  },
  {
    suite: "paths",
    bug: "a team is found in every organization",
    file: "organizations/access/Access.ts",
    from: 'if (found === null || found.value.organization !== organizationId || answer === "hidden")',
    to: 'if (found === null || answer === "hidden")'
  },
  {
    suite: "references",
    bug: "a space goes into a collection of another organization",
    file: "spaces/relocation/Relocation.ts",
    from: "if (parent.organization !== organization) return yield* notFound(id)",
    to: ""
  },
  {
    suite: "references",
    bug: "a role is given to a team of another organization",
    file: "organizations/grant/Grants.ts",
    from: "groups.get(team)?.value.organization !== value.organization",
    to: "!groups.has(team)"
  },
  {
    suite: "canaries",
    bug: "a link shows a collection that may not be viewed",
    file: "writing/link/Locations.ts",
    from: "row === undefined || role === undefined",
    to: "row === undefined"
  },
  {
    suite: "canaries",
    bug: "the search of an organization is not trimmed",
    file: "writing/search/Searches.ts",
    from: 'const keys = viewer.isAdmin ? ("all" as const) : readerKeys(viewer.member)',
    to: 'const keys = "all" as const'
  },
  {
    suite: "assignment",
    bug: "bodies ignore what they do not know",
    package: "http",
    file: "server/DecodeReport.ts",
    from: 'onExcessProperty: "error"',
    to: 'onExcessProperty: "ignore"'
  },
  {
    suite: "escalation",
    bug: "a level may be above the role of whoever sets it",
    file: "organizations/placement/EffectiveAccess.ts",
    from: "mayGive(role, defaultRole(level, parent))",
    to: "mayGive(role, null)"
  },
  {
    suite: "escalation",
    bug: "a role above one's own can be granted",
    file: "organizations/grant/Grants.ts",
    from: "if (roles.every((role) => mayGive(found.role, role))) return",
    to: "if (roles.length > 0) return"
  },
  {
    suite: "escalation",
    bug: "a link gives what its maker has no more",
    file: "spaces/invite-link/InviteUse.ts",
    from: "Effect.map(own, (role) => weakest(given, role))",
    to: "Effect.map(own, () => given)"
  },
  {
    suite: "withdrawal",
    bug: "grants move along to another organization",
    file: "spaces/relocation/Transfer.ts",
    from: 'yield* grants.removeWhere("onResource", { equals: { resource: { in: ids } } })',
    to: ""
  },
  {
    suite: "withdrawal",
    bug: "who comes back finds the grants of before",
    file: "organizations/member/Leaving.ts",
    from: "yield* ledger.removeAll(organization, `user:${user}`)",
    to: ""
  },
  {
    suite: "hiddenSpaces",
    bug: "a site names sections of spaces that the caller may not view",
    file: "sites/structure/SiteStructureViews.ts",
    from: "if (found.isAdmin || placed.length === 0) return placed\n      const visible = new Set<string | null>((yield* listVisible(",
    to: "if (placed.length !== -1) return placed\n      const visible = new Set<string | null>((yield* listVisible("
  },
  {
    suite: "hiddenSpaces",
    bug: "a site counts spaces that the caller may not view",
    file: "sites/structure/SiteStructureViews.ts",
    from: "if (viewer.isAdmin || sites.length === 0) return sites",
    to: "if (sites.length !== -1) return sites"
  }
]
