/** Bugs to plant, one at a time, in the engine as the model suite sees it: the text of a module with one thing wrong. */
export const plants = [
  {
    bug: "a closed collection is open to members",
    file: "placement/Inheritance.ts",
    from: 'accessDefault: "nobody", accessOwners: owners',
    to: 'accessDefault: "member", accessOwners: owners'
  },
  {
    bug: "what was deleted seven days ago can still be restored",
    file: "placement/Placement.ts",
    from: "now < self.deletedAt + limits.restoreMilliseconds",
    to: "now <= self.deletedAt + limits.restoreMilliseconds"
  },
  {
    bug: "a collection can be moved below itself",
    file: "placement/Relocation.ts",
    from: "parent.ancestors.some((ancestor) => ancestor === id)",
    to: "false"
  },
  {
    bug: "a deletion takes over what was deleted before",
    file: "placement/Deletion.ts",
    from: "...under.filter(({ value }) => isActive(value))]",
    to: "...under]"
  },
  {
    bug: "a restored thing forgets its parent",
    file: "placement/Deletion.ts",
    from: "const parent = old !== null && isActive(old)",
    to: "const parent = old !== null && !isActive(old)"
  },
  {
    bug: "the creator of closed content does not find it in lists",
    file: "placement/Inheritance.ts",
    from: "for (const owner of self.accessOwners) keys.push(`user:${owner}`)",
    to: ""
  },
  {
    bug: "moving to where it is counts as a move",
    file: "placement/Relocation.ts",
    from: "return yield* new NothingChanged({ id })",
    to: "yield* Effect.void"
  },
  {
    bug: "a locked space takes a second import",
    file: "import/Imports.ts",
    from: "(page !== undefined || !isEmpty)",
    to: "page !== undefined"
  },
  {
    bug: "the copy of a closed space is open",
    file: "space/Duplication.ts",
    from: "organization, parent, level, createdBy",
    to: 'organization, parent, level: "inherit", createdBy'
  },
  {
    bug: "guests get what levels give",
    file: "access/Decision.ts",
    from: 'if (member.role === null || placement.accessDefault === "nobody") return null',
    to: 'if (placement.accessDefault === "nobody") return null'
  },
  {
    bug: "levels of what is below a change stay as they were",
    file: "placement/Inheritance.ts",
    from: "resolved.set(next.id, next)",
    to: "resolved.set(self.id, self)"
  },
  {
    bug: "a transferred thing keeps its creator",
    file: "placement/Placements.ts",
    from: "value: { ...seen.value, organization, createdBy: null }",
    to: "value: { ...seen.value, organization }"
  }
]
