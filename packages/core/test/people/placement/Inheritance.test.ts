import { assert, describe, it } from "@effect/vitest"
import { type CollectionId, type Grant, type Placement, Role } from "@quire/core"
import { Inheritance } from "@quire/core/internal"
import * as fc from "fast-check"
import { placementsOf } from "../access/Facts.ts"

const level = fc.oneof(fc.constantFrom(...Role.roles), fc.constant("inherit" as const), fc.constant(null))
const each = fc.record({ level, createdBy: fc.constantFrom("ann", "bob", null) })
const chain = fc.array(each, { minLength: 2, maxLength: 5 })
const collectionId = (id: string) => id as CollectionId

const listed = (
  self: Partial<Placement.Placement>,
  grants: ReadonlyArray<readonly [resource: string, reader: string]>
) => {
  const [placement] = placementsOf([{ level: "inherit", createdBy: null }])
  const given = grants.map(([resource, reader]) => ({ resource, reader }) as Grant.Grant)
  return Inheritance.listReaders({ ...placement!, ...self }, given)
}

describe("the access that a placement inherits", () => {
  it("follows each level down to the nearest one that is set", () => {
    const rows = placementsOf([
      { level: "inherit", createdBy: "ann" },
      { level: "edit", createdBy: "ann" },
      { level: "inherit", createdBy: "ann" },
      { level: null, createdBy: "bob" },
      { level: "inherit", createdBy: "ann" },
      { level: null, createdBy: null }
    ])
    assert.deepStrictEqual(
      rows.map(({ accessChain, accessDefault, accessOwners, ancestors }) => [
        ancestors.join(" "),
        accessChain.map((group) => group.join("+")).join(" "),
        accessDefault,
        accessOwners.join(" ")
      ]),
      [
        ["", "n0", "member", ""],
        ["n0", "n1", "edit", ""],
        ["n1 n0", "n2 n1", "edit", ""],
        ["n2 n1 n0", "n3", "nobody", "bob"],
        ["n3 n2 n1 n0", "n4 n3", "nobody", "bob"],
        ["n4 n3 n2 n1 n0", "n5", "nobody", ""]
      ]
    )
  })

  it("comes from the sites of a space before its parent, where the space inherits", () => {
    const chainOf = (level: Placement.Placement["level"]) => {
      const top = { level: "inherit", createdBy: null } as const
      return placementsOf([top, { level, createdBy: "ann" }], ["s0", "s1"]).at(-1)?.accessChain
    }
    assert.deepStrictEqual(chainOf("inherit"), [["n1"], ["s0", "s1"], ["n0"]])
    assert.deepStrictEqual(chainOf("edit"), [["n1"]])
    assert.deepStrictEqual(chainOf(null), [["n1"]])
  })

  it("follows a change to everything below, in any order", () =>
    fc.assert(
      fc.property(chain, each, fc.infiniteStream(fc.nat()), (levels, changed, random) => {
        const before = placementsOf(levels)
        const after = placementsOf([changed, ...levels.slice(1)])
        const below = before
          .slice(1)
          .map((self) => ({ self, at: random.next().value as number }))
          .sort((left, right) => left.at - right.at)
          .map(({ self }) => self)
        assert.deepStrictEqual(Inheritance.inheritBelow(after[0]!, below, collectionId), after.slice(1))
      })
    ))

  it("stays unchanged below unchanged placements", () => {
    const [top, inner, space] = placementsOf([
      { level: "inherit", createdBy: null },
      { level: "read", createdBy: null },
      { level: "inherit", createdBy: null }
    ])
    const elsewhere = { ...inner!, id: "elsewhere", parent: null, ancestors: [] }
    assert.deepStrictEqual(Inheritance.inheritBelow(top!, [space!, elsewhere, inner!], collectionId), [
      elsewhere,
      inner!,
      space!
    ])
  })
})

describe("the readers of a placement", () => {
  const scope = { accessChain: [["n0"], ["n1"]], accessDefault: "nobody", accessOwners: [] } as const
  const table: ReadonlyArray<
    readonly [about: string, Partial<Placement.Placement>, Parameters<typeof listed>[1], ReadonlyArray<string>]
  > = [
    ["closed to all", scope, [], []],
    [
      "closed with grants in its scope and elsewhere",
      scope,
      [
        ["n0", "user:a"],
        ["n1", "team:b"],
        ["n2", "user:c"]
      ],
      ["user:a", "team:b"]
    ],
    [
      "granted twice to one user",
      scope,
      [
        ["n0", "user:a"],
        ["n1", "user:a"]
      ],
      ["user:a"]
    ],
    ["closed by one user", { ...scope, accessOwners: ["a" as never] }, [["n0", "user:b"]], ["user:b", "user:a"]],
    ["open to members", { ...scope, accessDefault: "member" }, [], ["member:org"]],
    ["open with a role", { ...scope, accessDefault: "read" }, [["n1", "user:a"]], ["user:a", "member:org"]],
    ["deleted", { ...scope, accessDefault: "read", deletedAt: 1 as never }, [["n0", "user:a"]], []]
  ]
  it.each(table)("lists the readers of a placement that is %s", (_, self, grants, expected) =>
    assert.deepStrictEqual(listed(self, grants), expected)
  )
})
