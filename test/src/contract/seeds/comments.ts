import { commented, paged, replied } from "../scenarios/comments.ts"
import type { Aimed } from "../seeds.ts"
import type { World } from "../world.ts"

const ids = ["", "a b", "é", "x".repeat(65), "a99999999999999999999999999"]
const emojis = [[""], ["x"], ["🚀🚀"], ["1f680-"], ["x".repeat(101)]]

const document = (words: string, more: object = {}) => ({
  object: "document",
  data: { schemaVersion: 1 },
  nodes: [
    {
      object: "block",
      type: "paragraph",
      nodes: [{ object: "text", leaves: [{ object: "leaf", text: words, marks: [] }] }],
      ...more
    }
  ]
})

/** Bodies that are refused: no form, both forms, no text, too much text, and what a document does not know. */
const bodies = [
  null,
  "text",
  {},
  { text: "x" },
  { markdown: "" },
  { markdown: " \n\t" },
  { markdown: "***" },
  { markdown: "a\u0000b" },
  { markdown: "a\ud800b" },
  { markdown: "x".repeat(20_001) },
  { markdown: ["x"] },
  { markdown: "x", document: document("x") },
  { markdown: "x", more: 1 },
  { document: {} },
  { document: document("") },
  { document: document("x".repeat(20_001)) },
  { document: document("x", { more: 1 }) },
  { document: { ...document("x"), data: { schemaVersion: 2 } } },
  { document: document("x"), more: 1 }
]

type On = "ChangeRequest" | "Space"

const seedsOn = (on: On): Readonly<Record<string, (world: World) => Promise<ReadonlyArray<Aimed>>>> => ({
  [`postCommentIn${on}`]: async (world) => {
    const { path, target } = await paged(world, on)
    const nonsense = { body: bodies, page: ids, node: ids }
    return [
      { path: { ...path }, body: { body: { markdown: "Text" }, ...target }, prose: ["body.markdown"], nonsense },
      { path: { ...path }, body: { body: { document: document("Text") }, ...target }, ignored: ["body"], nonsense }
    ]
  },
  [`updateCommentIn${on}`]: async (world) => [
    {
      path: { ...(await commented(world, on, "admin")) },
      body: { body: { markdown: "Text" }, resolved: true, addedReactions: ["🚀"], removedReactions: ["2764"] },
      prose: ["body.markdown"],
      nonsense: { body: bodies, addedReactions: emojis, removedReactions: emojis }
    }
  ],
  [`postCommentReplyIn${on}`]: async (world) => [
    {
      path: { ...(await commented(world, on)) },
      body: { body: { markdown: "Text" } },
      prose: ["body.markdown"],
      nonsense: { body: bodies }
    }
  ],
  [`updateCommentReplyIn${on}`]: async (world) => [
    {
      path: { ...(await replied(world, on)) },
      body: { resolved: true, addedReactions: ["🚀"], removedReactions: ["2764"] },
      ignored: ["body"],
      nonsense: { body: bodies, addedReactions: emojis, removedReactions: emojis }
    }
  ]
})

export const comments: Readonly<Record<string, (world: World) => Promise<ReadonlyArray<Aimed>>>> = {
  ...seedsOn("ChangeRequest"),
  ...seedsOn("Space")
}
