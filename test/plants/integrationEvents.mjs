/** The tests that find faults in the payloads of events. */
export const suites = { tellings: ["test/src/contract/eventStates."] }

export const plants = [
  {
    suite: "tellings",
    bug: "the event for a deleted space or collection omits its default level",
    file: "spaces/lifecycle/Deletion.ts",
    from: "return { ...value, defaultLevel: level }",
    to: "return value"
  },
  {
    suite: "tellings",
    bug: "the event for a team change reports the new roles as the previous ones",
    file: "people/team/TeamMembers.ts",
    from: 'before: { members: rolesOf(changes, "before") }',
    to: 'before: { members: rolesOf(changes, "after") }'
  }
]
