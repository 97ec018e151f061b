/** The tests that find bugs of what events tell of what changed. */
export const suites = { tellings: ["test/src/contract/told."] }

export const plants = [
  {
    suite: "tellings",
    bug: "the deletion of a space or collection does not tell its level",
    file: "spaces/relocation/Deletion.ts",
    from: "return { ...value, defaultLevel: level }",
    to: "return value"
  },
  {
    suite: "tellings",
    bug: "a change in a team tells as the roles before those that there are now",
    file: "organizations/team/TeamMembers.ts",
    from: 'before: { members: rolesOf(changes, "before") }',
    to: 'before: { members: rolesOf(changes, "after") }'
  }
]
