import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Server from "../support/server.ts"
import * as World from "./world.ts"

const many = (count: number, value: unknown): ReadonlyArray<unknown> => Array.from({ length: count }, () => value)

const page = (nodes: ReadonlyArray<unknown>) => ({
  changes: [
    {
      operation: "insert_page",
      title: "A",
      document: { document: { object: "document", data: { schemaVersion: 1 }, nodes } }
    }
  ]
})

const block = { object: "block", type: "nonsense", nodes: [] }
const leaf = { object: "leaf", text: 1, marks: [{}] }
const paragraph = (nodes: ReadonlyArray<unknown>) => ({ object: "block", type: "paragraph", nodes })
const deep = (depth: number): object => ({
  object: "block",
  type: "blockquote",
  nodes: depth === 0 ? many(200, block) : [deep(depth - 1)]
})

type Target = "content" | "invites" | "comments" | "rules"

const pathOf = (world: World.World, space: string, target: Target) =>
  ({
    content: `/v1/spaces/${space}/content`,
    invites: `/v1/orgs/${world.organization}/invites`,
    comments: `/v1/spaces/${space}/comments`,
    rules: `/v1/spaces/${space}/merge-rules`
  })[target]

const unknownType = /^changes\.0\.document\.document\.nodes\.0.*must be/

/** Bodies that hold a great many faults, with what is said of them and how many of the faults are named. */
const cases: ReadonlyArray<readonly [string, Target, object, RegExp, number]> = [
  ["19 unknown blocks", "content", page(many(19, block)), /nodes\.0\.type: must be [^;]*$/, 19],
  ["21 unknown blocks", "content", page(many(21, block)), /; 1 more error is not listed$/, 20],
  ["99 unknown blocks", "content", page(many(99, block)), /; 79 more errors are not listed$/, 20],
  ["9,999 unknown blocks", "content", page(many(9_999, block)), /; at least 80 more errors are not listed$/, 20],
  [
    "9,999 bad leaves",
    "content",
    page([paragraph([{ object: "text", leaves: many(9_999, leaf) }])]),
    /leaves\.\d+/,
    20
  ],
  ["bad blocks far down", "content", page([deep(20)]), unknownType, 20],
  ["51 bad changes", "content", { changes: many(51, null) }, /^changes: must have at most 50 items$/, 1],
  ["9,999 bad changes", "content", { changes: many(9_999, {}) }, /^changes: must have at most 50 items$/, 1],
  ["9,999 bad invitees", "invites", { emails: many(9_999, 1) }, /^emails: must have at most 100 entries$/, 1],
  ["a comment of bad blocks", "comments", { body: page(many(5_000, block)).changes[0]?.document }, /^body/, 20]
]

describe("a body with very many faults", () => {
  let twins: Awaited<ReturnType<typeof Server.openTwins>>
  let world: World.World
  let space: string

  beforeAll(async () => {
    twins = await Server.openTwins()
    world = await World.make(twins.api, "http://source.test")
    space = await world.space()
  })
  afterAll(() => twins.close())

  it.each(cases)("gets an error about %s that names what matters", async (_, target, body, message, named) => {
    const answer = await world.send("admin", "POST", pathOf(world, space, target), { body })
    assert.strictEqual(answer.status, 400, answer.text)
    assert.match(answer.json.error.message, message)
    assert.strictEqual(answer.json.error.details?.length, named)
    assert.isBelow(answer.text.length, 50_000)
  })

  it.each(cases)("stays unread if the path names nothing: %s", async (_, target, body) => {
    if (target === "invites") {
      const answer = await world.send("stranger", "POST", pathOf(world, space, target), { body })
      assert.deepStrictEqual([answer.status, answer.json.error.reason], [404, "OrganizationNotFound"])
    } else {
      const unknown = await world.send("admin", "POST", pathOf(world, "nosuchspace", target), { body })
      const hidden = await world.send("stranger", "POST", pathOf(world, space, target), { body })
      assert.deepStrictEqual([unknown.status, unknown.json.error.reason], [404, "SpaceNotFound"])
      assert.deepStrictEqual([hidden.status, hidden.json.error.reason], [404, "SpaceNotFound"])
    }
  })

  it("stays unread before the caller is authenticated", async () => {
    for (const [, target, body] of cases) {
      const answer = await world.send(undefined, "POST", pathOf(world, space, target), { body })
      assert.strictEqual(answer.status, 401)
    }
  })
})
