const ofAccess = (name, ...rest) => [`test/src/access/${name}.`, ...rest]
const ofWholeAccess = (name, ...rest) => ofAccess(`${name}.whole`, ...rest)

/** The tests that find faults in access decisions, inheritance and grants. */
export const suites = {
  reads: ["test/src/access/Reads."],
  cells: ofWholeAccess(
    "Matrix",
    "-t",
    " (getSpace|updateSpace|listSpaces|updateMember|getCommentInSpace|deleteCommentInSpace|getTeam)$"
  ),
  booleans: ofAccess("Booleans.laws", "-t", "(space: edit is createChangeRequest|counts nothing|in a list)"),
  paths: ofWholeAccess("Parents", "-t", "for (getReview|getCommentInChangeRequest|getTeam):"),
  references: ofWholeAccess("Parents", "-t", "for (moveSpace|createSpace|rollBack|inviteToSpace): "),
  canaries: ofWholeAccess("Canaries", "-t", "(reference it|request it by name|invalid input)"),
  assignment: ["test/src/contract/bodies.", "-t", "by (updateSpace|createSpace|updateMember)$"],
  escalation: ofWholeAccess("Escalation", "-t", "(level of|grant to|own role|a duplicate|when the link is used)"),
  withdrawal: ofAccess("Withdrawal"),
  overview: ["test/src/engine/proposals/RequestOverview.", "-t", "on memory"],
  hiddenSpaces: ["test/src/engine/sites/SiteSpaces.", "-t", "on memory"]
}

export const plants = [
  {
    suite: "reads",
    bug: "versions of API descriptions are readable without a permission check",
    file: "openapi/spec/OpenApiVersions.ts",
    from: 'yield* access.organization(organization, "organization:list-members", "openapi:read")',
    to: ""
  },
  {
    suite: "cells",
    bug: "every member can change roles",
    file: "people/member/Members.ts",
    from: 'return yield* withMember({ organization, user, action: "member:manage" }, ({ person, viewer }) =>\n        Effect.flatMap(changeMember("members.update"',
    to: 'return yield* withMember({ organization, user, action: "member:view" }, ({ person, viewer }) =>\n        Effect.flatMap(changeMember("members.update"'
  },
  {
    suite: "cells",
    bug: "a disabled member keeps access",
    file: "people/access/Decision.ts",
    from: 'return member.disabled ? { role: null, source: { _tag: "Disabled" } } : undefined',
    to: "return undefined"
  },
  {
    suite: "cells",
    bug: "a space that the caller may not view is reported as forbidden instead of not found",
    file: "people/access/Decision.ts",
    from: 'if (!atLeast(role, "read")) return "hidden"',
    to: 'if (!atLeast(role, "read")) return "forbidden"'
  },
  {
    suite: "cells",
    bug: "a revoked token is still accepted",
    file: "people/token/ApiToken.ts",
    from: "self.revokedAt === null && (",
    to: "("
  },
  {
    suite: "cells",
    bug: "guests can view every team",
    file: "people/access/Decision.ts",
    from: "const isViewable = member.role !== null || member.teams.includes(team)",
    to: "const isViewable = true"
  },
  {
    suite: "cells",
    bug: "a direct grant does not lower a member's access",
    file: "people/access/Decision.ts",
    from: 'return grant && { role: grant.role, source: { _tag: "UserGrant"',
    to: 'return grant && { role: atLeast(facts.member?.role ?? null, grant.role) ? (facts.member?.role ?? null) : grant.role, source: { _tag: "UserGrant"'
  },
  {
    suite: "booleans",
    bug: "a caller who may only comment is shown the permission to edit",
    file: "spaces/space/Space.ts",
    from: 'edit: atLeast(role, "edit")',
    to: 'edit: atLeast(role, "comment")'
  },
  {
    suite: "booleans",
    bug: "a list returns and counts items that the caller may not view",
    file: "people/placement/TreeListing.ts",
    from: "...(viewer.isAdmin ? asAdmin : asReader)",
    to: "...asAdmin"
  },
  {
    suite: "overview",
    bug: "the overview counts change requests of spaces that the caller may not view",
    file: "people/placement/TreeListing.ts",
    from: "facts.countInSpaces(organization, rows, readerKeys(viewer.member), countCap)",
    to: "facts.countInSpaces(organization, rows, undefined, countCap)"
  },
  {
    suite: "booleans",
    bug: "a member with the admin role on a collection can view every space in it",
    file: "spaces/space/Spaces.ts",
    from: 'listing.children(organization, found, CollectionId.make(id), "space")',
    to: 'listing.children(organization, { ...found, isAdmin: found.role === "admin" }, CollectionId.make(id), "space")'
  },
  {
    suite: "paths",
    bug: "a review can be found under every change request",
    file: "proposals/review/Reviews.ts",
    from: "found.changeRequest !== changeRequest.id || ",
    to: ""
  },
  {
    suite: "paths",
    bug: "a comment can be found under every change request of its space",
    file: "proposals/comment/Discussion.ts",
    from: "baseOf(row.value) !== baseOf(targetFields(opened))",
    to: "row.value.space !== opened.space.value.id"
  },
  {
    suite: "paths",
    bug: "a team can be found under every organization",
    file: "people/access/Access.ts",
    from: 'if (found === null || found.value.organization !== organizationId || answer === "hidden")',
    to: 'if (found === null || answer === "hidden")'
  },
  {
    suite: "references",
    bug: "a space can be moved into a collection of another organization",
    file: "spaces/lifecycle/Relocation.ts",
    from: "if (parent.organization !== organization) return yield* notFound(id)",
    to: ""
  },
  {
    suite: "references",
    bug: "a role can be granted to a team of another organization",
    file: "people/grant/Grants.ts",
    from: "groups.get(team)?.value.organization !== value.organization",
    to: "!groups.has(team)"
  },
  {
    suite: "canaries",
    bug: "the location of a link includes a collection that the caller may not view",
    file: "spaces/link/Locations.ts",
    from: "row === undefined || role === undefined",
    to: "row === undefined"
  },
  {
    suite: "canaries",
    bug: "organization search returns content that the caller may not view",
    file: "spaces/search/Searches.ts",
    from: 'const keys = viewer.isAdmin ? ("all" as const) : readerKeys(viewer.member)',
    to: 'const keys = "all" as const'
  },
  {
    suite: "assignment",
    bug: "unknown fields in request bodies are ignored",
    package: "http",
    file: "foundation/error/DecodeReport.ts",
    from: 'onExcessProperty: "error"',
    to: 'onExcessProperty: "ignore"'
  },
  {
    suite: "escalation",
    bug: "a default level may exceed the role of the member who sets it",
    file: "people/placement/EffectiveAccess.ts",
    from: "mayGive(role, defaultRole(level, parent))",
    to: "mayGive(role, null)"
  },
  {
    suite: "escalation",
    bug: "a member can grant a role above their own",
    file: "people/grant/Grants.ts",
    from: "if (roles.every((role) => mayGive(found.role, role))) return",
    to: "if (roles.length > 0) return"
  },
  {
    suite: "escalation",
    bug: "an invite link grants a role that its creator no longer has",
    file: "spaces/invite-link/InviteUse.ts",
    from: "Effect.map(own, (role) => weakest(given, role))",
    to: "Effect.map(own, () => given)"
  },
  {
    suite: "withdrawal",
    bug: "grants remain after a move to another organization",
    file: "spaces/lifecycle/Transfer.ts",
    from: 'yield* grants.removeWhere("onResource", { equals: { resource: { in: ids } } })',
    to: ""
  },
  {
    suite: "withdrawal",
    bug: "a member who leaves and rejoins regains their previous grants",
    file: "people/member/MemberDeparture.ts",
    from: "yield* ledger.removeAll(organization, `user:${user}`)",
    to: ""
  },
  {
    suite: "hiddenSpaces",
    bug: "a site lists sections with spaces that the caller may not view",
    file: "sites/structure/SiteStructureViews.ts",
    from: "if (found.isAdmin || placed.length === 0) return placed\n      const visible = new Set<string | null>((yield* listVisible(",
    to: "if (placed.length !== -1) return placed\n      const visible = new Set<string | null>((yield* listVisible("
  },
  {
    suite: "hiddenSpaces",
    bug: "the spaces of a site are counted although the caller may not view them",
    file: "sites/structure/SiteStructureViews.ts",
    from: "if (viewer.isAdmin || sites.length === 0) return sites",
    to: "if (sites.length !== -1) return sites"
  }
]
