import { assert, describe, it } from "@effect/vitest"
import {
  AccessReport,
  ApiToken,
  ChangeRequest,
  Collection,
  Comment,
  CustomField,
  EditInput,
  EmailInviteInput,
  FieldValue,
  Grant,
  Imports,
  Input,
  Introduction,
  LinkInviteInput,
  Member,
  MergeSettings,
  Merging,
  Move,
  Organization,
  Review,
  Rollbacks,
  SamlProvider,
  SignIn,
  Space,
  SynonymSettings,
  Team,
  Transfer,
  Upload,
  Users,
  WhatIfInput
} from "@quire/core"
import { Effect, Exit, Schema } from "effect"

const document = {
  object: "document",
  data: { schemaVersion: 1 },
  nodes: [
    {
      object: "block",
      type: "hint",
      data: { style: "info" },
      nodes: [
        {
          object: "block",
          type: "paragraph",
          nodes: [
            { object: "text", leaves: [{ object: "leaf", text: "a", marks: [{ object: "mark", type: "bold" }] }] }
          ]
        }
      ]
    }
  ]
}
const body = { document }
const ref = { kind: "url", url: "https://example.com" }
const page = { title: "A", layout: { width: "wide" }, cover: { ref, refDark: ref }, target: ref, document: body }

interface Case {
  readonly name: string
  readonly schema: Schema.Codec<unknown>
  readonly sample: object
}

const named = <A, I>(name: string, schema: Schema.Codec<A, I>, ...samples: ReadonlyArray<object>): Array<Case> =>
  samples.map((sample) => ({ name, schema: Schema.make<Schema.Codec<unknown>>(schema.ast), sample }))

/** Every input that is closed, with values that it takes, nested as deep as it goes. */
const cases: ReadonlyArray<Case> = [
  named("ApiTokenCreate", ApiToken.ApiTokenCreate, { label: "a", expiresAt: "2030-01-01T00:00:00Z" }),
  named("ApiTokenInput", ApiToken.ApiTokenInput, { label: "a", expiresAt: 1 }),
  named("ChangeRequestCreate", ChangeRequest.ChangeRequestCreate, { subject: "a" }),
  named("ChangeRequestPatch", ChangeRequest.ChangeRequestPatch, { subject: "a", status: "open" }),
  named("CollectionCreate", Collection.Create, { title: "a", parent: "b" }),
  named("CollectionPatch", Collection.Patch, { title: "a" }),
  named("CommentCreate", Comment.CommentCreate, { body: { markdown: "a" } }, { body }),
  named("CommentChanges", Comment.CommentChanges, { body: { markdown: "a" } }, { body }),
  named("CommentReplyCreate", Comment.CommentReplyCreate, { body: { markdown: "a" } }, { body }),
  named("CommentReplyChanges", Comment.CommentReplyChanges, { body: { markdown: "a" } }, { body }),
  named("CustomFieldCreate", CustomField.Create, { name: "a", type: "select:single", options: ["b"] }),
  named("CustomFieldPatch", CustomField.Patch, { title: "a" }),
  named("CustomFieldValuesPatch", FieldValue.ValuesPatch, { values: { a: { value: "b" }, c: {} } }),
  named(
    "ContentEdit",
    EditInput.ContentEdit,
    {
      changes: [
        { operation: "insert_page", type: "document", ...page, ref: "r" },
        { operation: "update_page", page: "p", ...page },
        { operation: "delete_page", page: "p" },
        { operation: "revert_page", page: "p", revision: "r", block: ["b"] }
      ]
    },
    {
      changes: [
        {
          operation: "insert_files",
          files: [
            { url: "https://example.com/a.png", name: "a.png" },
            { base64: "aGk=", name: "b.txt", contentType: "text/plain" }
          ]
        },
        { operation: "insert_reusable_content", title: "a", document: body },
        { operation: "update_reusable_content", reusableContent: "r", document: { markdown: "a" } },
        { operation: "delete_reusable_content", reusableContent: "r" }
      ]
    }
  ),
  named("EmailInvites", EmailInviteInput.Send, { emails: ["a@example.com", { email: "b@example.com", role: "read" }] }),
  named("GrantInvite", Grant.GrantInvite, { users: ["a"], teams: ["b"], role: "read" }),
  named("GrantPatch", Grant.GrantPatch, { role: "read" }),
  named("ImportRequest", Imports.ImportRequest, { url: "https://example.com", source: "website" }),
  named(
    "LinkInviteCreate",
    LinkInviteInput.Create,
    { role: "read" },
    { level: "read", space: "s" },
    { level: null, collection: "c" }
  ),
  named("LinkInvitePatch", LinkInviteInput.Patch, { role: "read" }, { level: null }),
  named("MemberPatch", Member.Patch, { role: "read" }),
  named("MemberFilter", Member.Filter, { role: "guest", order: "asc" }),
  named("SpaceMergeRulesPut", MergeSettings.SpaceMergeRulesPut, {
    mode: "custom",
    rules: [
      { kind: "reviewed" },
      { kind: "approved" },
      { kind: "reviewed-by-all", users: ["a"] },
      { kind: "reviewed-by-one", users: ["a"] },
      { kind: "up-to-date" },
      { kind: "subject" },
      { kind: "bypass", users: ["a"] },
      { kind: "expression", expression: "true", message: "a" }
    ]
  }),
  named("OrganizationMergeRulesPut", MergeSettings.OrganizationMergeRulesPut, { rules: [{ kind: "reviewed" }] }),
  named("UploadCreate", Upload.UploadCreate, { name: "a.png", size: 1, contentType: "image/png" }),
  named("SearchSynonymsPut", SynonymSettings.SearchSynonymsPut, { groups: [["a", "b"]] }),
  named("ConflictResolution", Merging.Resolution, {
    resolutions: { a: "primary", b: { content: [1] } },
    expectedBase: "x",
    expectedHead: "y"
  }),
  named(
    "Move",
    Move.Move,
    { parent: null, position: { before: { type: "space", space: "s" } } },
    { position: { after: { type: "collection", collection: "c" } } }
  ),
  named("OrganizationCreate", Organization.Create, { title: "ab" }),
  named("OrganizationPatch", Organization.Patch, { title: "ab", defaultContent: { type: "site", site: "s" } }),
  named("ReviewSubmit", Review.ReviewSubmit, { status: "approved", comment: body }),
  named("ReviewersRequest", Review.ReviewersRequest, { users: ["a"] }),
  named("RollbackRequest", Rollbacks.RollbackRequest, { revision: "r" }),
  named("SignInExchange", SignIn.Exchange, { code: "c" }),
  named("SpaceCreate", Space.Create, { title: "a" }),
  named("SpacePatch", Space.Patch, { title: "a" }),
  named("TeamCreate", Team.TeamCreate, { title: "ab" }),
  named("TeamPatch", Team.TeamPatch, { title: "ab" }),
  named("TeamMembersUpdate", Team.TeamMembersUpdate, { memberships: { a: { role: "owner" } } }),
  named("TeamMemberPut", Team.TeamMemberPut, { role: "owner" }),
  named("TransferTo", Transfer.TransferTo, { organization: "o" }),
  named("UserIntroduction", Introduction.Introduction, { email: "a@example.com", displayName: "A", externalId: "e" }),
  named("UserPatch", Users.Patch, { displayName: "A" }),
  named(
    "WhatIf",
    WhatIfInput.WhatIfInput,
    ...[
      { type: "member-role", user: "u", role: null },
      { type: "member-removed", user: "u" },
      { type: "member-disabled", user: "u", disabled: true },
      { type: "grant", reader: { user: "u" }, role: null, space: "s" },
      { type: "grant", reader: { team: "t" }, role: null, collection: "c" },
      { type: "team-member", team: "t", user: "u", role: null },
      { type: "team-removed", team: "t" },
      { type: "level", level: null, space: "s" },
      { type: "level", level: null, collection: "c" },
      { type: "move", parent: null, space: "s" },
      { type: "move", parent: null, collection: "c" }
    ].map((change) => ({ change }))
  )
].flat()

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The value once for each object in it, with a key too many there, and the path of that key. */
const spoiled = (value: unknown): ReadonlyArray<readonly [path: string, spoiled: unknown]> => {
  if (typeof value !== "object" || value === null) return []
  const here: ReadonlyArray<readonly [string, unknown]> = isObject(value) ? [["bogus", { ...value, bogus: {} }]] : []
  const below = Object.entries(value).flatMap(([key, member]) =>
    spoiled(member).map(([path, other]): readonly [string, unknown] => [
      `${key}.${path}`,
      Array.isArray(value) ? value.with(Number(key), other) : { ...value, [key]: other }
    ])
  )
  return [...here, ...below]
}

/** Objects whose keys are user-chosen names, or data of documents, which are kept. */
const isFree = (path: string) => /(^|\.)(values|memberships|resolutions|document\.data)\.bogus$/.test(path)

describe("a closed input", () => {
  for (const { name, sample, schema } of cases) {
    const check = Input.checked(schema)
    const faults = (input: unknown) => {
      const exit = Effect.runSyncExit(Effect.flip(check(input)))
      return Exit.isSuccess(exit) ? exit.value.details : []
    }
    it(`accepts ${name}: ${JSON.stringify(sample).slice(0, 60)}, and rejects an additional key at any depth`, () => {
      assert.deepStrictEqual(faults(sample), [])
      for (const [path, input] of spoiled(sample)) {
        if (isFree(path)) continue
        const faultsFound = faults(input).some((fault) => fault.path === path && fault.rule.startsWith("is unexpected"))
        assert.isTrue(faultsFound, `${path}: ${JSON.stringify(faults(input))}`)
      }
    })
  }

  it("ignores unknown fields in questions about access", () => {
    const check = Input.checked(AccessReport.WhoCanChecked, "ignore")
    const question = { permission: "organization:view" as const }
    assert.deepStrictEqual(Effect.runSync(check(Object.assign({ bogus: 1 }, question))), question)
  })
})

describe("the faults of an input", () => {
  const input = Input.checked(
    Schema.make<Schema.Codec<unknown>>(
      Input.closed("Example", {
        word: Schema.String.check(Schema.isMaxLength(3, { message: "must have at most 3 characters" })),
        level: Input.optional(Schema.Literals(["low", "high"])),
        count: Input.optional(Schema.Int),
        items: Input.optional(Schema.Array(Schema.Struct({ name: Schema.String }))),
        kind: Input.optional(
          Schema.Union([
            Input.closed("A", { type: Schema.Literal("a"), a: Schema.String }),
            Input.closed("B", { type: Schema.Literal("b"), b: Schema.String })
          ])
        )
      }).ast
    )
  )
  const faultsFound = (given: unknown) =>
    Effect.runSync(Effect.flip(input(given))).details.map(({ path, rule }) => `${path}: ${rule}`)
  const keys = `"word" | "level" | "count" | "items" | "kind"`

  const table: ReadonlyArray<readonly [given: unknown, faults: ReadonlyArray<string>]> = [
    [5, [": Expected Example, actual 5"]],
    [null, [": Expected Example, actual null"]],
    [{}, ["word: is missing"]],
    [{ word: 5 }, ["word: Expected string, actual 5"]],
    [{ word: "long" }, ["word: must have at most 3 characters"]],
    [{ word: 1, other: 2 }, [`other: is unexpected, expected: ${keys}`, "word: Expected string, actual 1"]],
    [{ word: "a", level: "x" }, [`level: Expected "low", actual "x"`, `level: Expected "high", actual "x"`]],
    [{ word: "a", count: 1.5 }, ["count: Expected an integer, actual 1.5"]],
    [{ word: "a", count: "1" }, [`count: Expected number, actual "1"`]],
    [{ word: "a", items: {} }, ["items: Expected ReadonlyArray<{ readonly name: string }>, actual {}"]],
    [{ word: "a", items: [{ name: "b" }, { name: null }] }, ["items.1.name: Expected string, actual null"]],
    [{ word: "a", items: [{}] }, ["items.0.name: is missing"]],
    [{ word: "a", kind: "a" }, [`kind: Expected A | B, actual "a"`]],
    [{ word: "a", kind: {} }, ["kind.type: is missing"]],
    [{ word: "a", kind: { type: "c" } }, [`kind.type: Expected "a" | "b", actual "c"`]],
    [{ word: "a", kind: { type: "b", b: 1 } }, ["kind.b: Expected string, actual 1"]]
  ]
  for (const [given, faults] of table) {
    it(`has ${faults.length} for ${JSON.stringify(given)}`, () => assert.deepStrictEqual(faultsFound(given), faults))
  }
})

describe("the fault list of a union", () => {
  const faultsFound = <A, I>(schema: Schema.Codec<A, I>, given: unknown) =>
    Effect.runSync(Effect.flip(Input.checked(Schema.make<Schema.Codec<unknown>>(schema.ast))(given))).details.map(
      ({ path, rule }) => `${path}: ${rule}`
    )
  const text = { object: "text", leaves: [{ object: "leaf", text: 1, marks: [] }] }
  const block = (type: string, nodes: ReadonlyArray<unknown>) => ({ object: "block", type, nodes })
  const inDocument = (...nodes: ReadonlyArray<unknown>) =>
    faultsFound(Comment.CommentCreate, {
      body: { document: { object: "document", data: { schemaVersion: 1 }, nodes } }
    })
  const leaf = "leaves.0.text: Expected string, actual 1"

  it("contains the faults of the intended block, at any depth", () => {
    const hint = { ...block("hint", [block("paragraph", [text])]), data: { style: "info" } }
    assert.deepStrictEqual(inDocument(block("paragraph", [text])), [`body.document.nodes.0.nodes.0.${leaf}`])
    assert.deepStrictEqual(inDocument(hint), [`body.document.nodes.0.nodes.0.nodes.0.${leaf}`])
    assert.deepStrictEqual(inDocument(block("blockquote", [hint.nodes[0]])), [
      `body.document.nodes.0.nodes.0.nodes.0.${leaf}`
    ])
  })

  it("contains every type where a block has an unknown one", () => {
    const [fault = "", ...others] = inDocument(block("nonsense", []))
    assert.deepStrictEqual(others, [])
    assert.match(
      fault,
      /^body\.document\.nodes\.0\.type: Expected "paragraph" \| "heading-1" .*"table", actual "nonsense"$/
    )
    assert.strictEqual(new Set(fault.match(/"[a-z0-9-]+"/g)).size, fault.match(/"[a-z0-9-]+"/g)?.length)
  })

  it("contains each fault of the given form once", () => {
    const emails = (email: unknown) => faultsFound(EmailInviteInput.Send, { emails: [email] })
    const [plain, withRole] = [emails("nobody"), emails({ email: "nobody", role: "read" })]
    assert.deepStrictEqual(plain, ["emails.0: must be an e-mail address"])
    assert.deepStrictEqual(withRole, ["emails.0.email: must be an e-mail address"])
  })
})

describe("an address in an input", () => {
  const accepts = <A, I>(schema: Schema.Codec<A, I>, given: unknown) =>
    Exit.isSuccess(Schema.decodeUnknownExit(schema)(given))
  const table = [
    ["https://other.test", true],
    ["https://other.test/a", true],
    ["\u0007https://other.test", false],
    ["\thttps://other.test", false],
    ["https://oth\ner.test", false],
    ["ht\ttps://other.test", false],
    ["https://other.test/\u0000", false],
    ["https://other.test/\r\n", false],
    ["https://other.test/\u007f", false],
    ["https://other.test/\u0085", false]
  ] as const

  for (const [address, taken] of table) {
    it(`gives the same result in every field: ${JSON.stringify(address)} is ${taken ? "accepted" : "rejected"}`, () => {
      assert.strictEqual(accepts(Input.WebAddress, address), taken)
      assert.strictEqual(accepts(SamlProvider.Patch, { issuer: address }), taken)
      assert.strictEqual(accepts(SamlProvider.Patch, { ssoURL: address }), taken)
    })
  }
})
