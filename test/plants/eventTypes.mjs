/** The tests that find bugs of what events tell, by the types that hosts know it by. */
export const suites = { eventTypes: ["test/src/contract/told.whole."] }

export const plants = [
  {
    suite: "eventTypes",
    bug: "the people who are asked for a review are told with the whole of each request",
    file: "proposals/review/ReviewRequests.ts",
    from: "const after = { users: people,",
    to: "const after = { users: asked,"
  },
  {
    suite: "eventTypes",
    bug: "a link to content tells the kind of what it opens in place of the thing",
    file: "spaces/invite-link/InviteUse.ts",
    from: "isJoined || isRaised ? { level, [kind]: resource } : undefined",
    to: "isJoined || isRaised ? { level, kind, resource } : undefined"
  }
]
