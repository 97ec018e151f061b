import { Repository, type RowStore } from "@quire/core"
import { Schema } from "effect"

/** A row with a column of every kind. */
export const Item = Schema.Struct({
  id: Schema.String,
  group: Schema.String,
  name: Schema.String,
  slot: Schema.String,
  label: Schema.NullOr(Schema.String),
  number: Schema.NullOr(Schema.Int),
  at: Schema.NullOr(Schema.Int),
  flag: Schema.NullOr(Schema.Boolean),
  tags: Schema.Array(Schema.String),
  words: Schema.String
})
export type Item = typeof Item.Type

/** Has every kind of column, index and unique key; its column names are SQL keywords on purpose. */
export const items = Repository.collection({
  name: "test_items",
  schema: Item,
  columns: {
    group: { kind: "text", of: (self) => self.group },
    name: { kind: "text", of: (self) => self.name },
    slot: { kind: "text", of: (self) => self.slot },
    label: { kind: "text", of: (self) => self.label },
    number: { kind: "integer", of: (self) => self.number },
    at: { kind: "instant", of: (self) => self.at },
    flag: { kind: "boolean", of: (self) => self.flag },
    tags: { kind: "set", of: (self) => self.tags },
    words: { kind: "words", of: (self) => self.words }
  },
  indexes: {
    inGroup: { on: ["group"] },
    byName: { on: ["group"], order: ["name"] },
    byLabel: { on: ["group"], order: ["label"] },
    byNumber: { on: ["group"], order: ["number", "label"] },
    byAt: { on: ["group"], order: ["at"] },
    byFlag: { on: ["group"], order: ["flag"] },
    labelled: { on: ["group", "label"], order: ["number"] },
    flagged: { on: ["group"], order: ["number"], where: { flag: true } },
    unlabelled: { on: ["group"], order: ["at"], where: { label: null } },
    all: { on: [] }
  },
  unique: {
    name: { on: ["group", "name"] },
    slot: { on: ["group", "slot"], where: { flag: true } }
  },
  references: [],
  counters: ["hits", "misses"],
  rank: 3
})

export const Root = Schema.Struct({ id: Schema.String, organization: Schema.String })
export type Root = typeof Root.Type

export const roots = Repository.collection({
  name: "test_roots",
  schema: Root,
  columns: { organization: { kind: "text", of: (self) => self.organization } },
  indexes: { inOrganization: { on: ["organization"] } },
  unique: {},
  references: [],
  counters: ["branches"],
  rank: 0
})

/** Is deleted with its root, which belongs to the same organization. Its guard cannot be deleted before it. */
export const Branch = Schema.Struct({
  id: Schema.String,
  organization: Schema.String,
  root: Schema.String,
  guard: Schema.NullOr(Schema.String)
})
export type Branch = typeof Branch.Type

export const branches = Repository.collection({
  name: "test_branches",
  schema: Branch,
  columns: {
    organization: { kind: "text", of: (self) => self.organization },
    root: { kind: "text", of: (self) => self.root },
    guard: { kind: "text", of: (self) => self.guard }
  },
  indexes: { ofRoot: { on: ["root"] } },
  unique: {},
  references: [
    { column: "root", to: "test_roots", onDelete: "cascade", scoped: true },
    { column: "guard", to: "test_items", onDelete: "restrict" }
  ],
  counters: [],
  rank: 2
})

export const Leaf = Schema.Struct({ id: Schema.String, branch: Schema.String })
export type Leaf = typeof Leaf.Type

export const leaves = Repository.collection({
  name: "test_leaves",
  schema: Leaf,
  columns: { branch: { kind: "text", of: (self) => self.branch } },
  indexes: { ofBranch: { on: ["branch"] } },
  unique: {},
  references: [{ column: "branch", to: "test_branches", onDelete: "cascade" }],
  counters: [],
  rank: 3
})

/** Has the same id as its root. */
export const Twin = Schema.Struct({ id: Schema.String })
export type Twin = typeof Twin.Type

export const twins = Repository.collection({
  name: "test_twins",
  schema: Twin,
  columns: {},
  indexes: {},
  unique: {},
  references: [{ column: "id", to: "test_roots", onDelete: "cascade" }],
  counters: [],
  rank: 3
})

/** The collections that a store must have for the contract suites, each after those that it refers to. */
export const testShapes: ReadonlyArray<RowStore.Shape> = [
  Repository.shapeOf(items),
  Repository.shapeOf(roots),
  Repository.shapeOf(branches),
  Repository.shapeOf(leaves),
  Repository.shapeOf(twins)
]
