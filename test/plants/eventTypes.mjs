/** The tests that find faults in the types of event payloads. */
export const suites = { eventTypes: ["test/src/contract/eventStates.whole."] }

export const plants = [
  {
    suite: "eventTypes",
    bug: "the event for a review request contains complete records instead of user ids",
    file: "proposals/review/ReviewRequests.ts",
    from: "const after = { users: people,",
    to: "const after = { users: asked,"
  },
  {
    suite: "eventTypes",
    bug: "the event for a used invite link names the kind of its resource in a separate field",
    file: "spaces/invite-link/InviteUse.ts",
    from: "isJoined || isRaised ? { level, [kind]: resource } : undefined",
    to: "isJoined || isRaised ? { level, kind, resource } : undefined"
  }
]
