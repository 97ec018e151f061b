import { Document } from "@quire/core"

const mark = (type: "bold" | "italic" | "strikethrough" | "code" | "keyboard") => ({ object: "mark", type }) as const
type Marks = ReadonlyArray<ReturnType<typeof mark>>

const text = (value: string, marks: Marks = []) =>
  ({ object: "text", leaves: [{ object: "leaf", text: value, marks }] }) as const

const paragraph = (value: string, key?: string) =>
  ({ object: "block", type: "paragraph", ...(key === undefined ? {} : { key }), nodes: [text(value)] }) as const

const item = (value: string, checked?: boolean) =>
  ({
    object: "block",
    type: "list-item",
    ...(checked === undefined ? {} : { data: { checked } }),
    nodes: [paragraph(value)]
  }) as const

const codeLine = (value: string) => ({ object: "block", type: "code-line", data: {}, nodes: [text(value)] }) as const

const hint = (style: "info" | "success" | "warning" | "danger", value: string) =>
  ({ object: "block", type: "hint", data: { style }, nodes: [paragraph(value)] }) as const

const cell = (name: string, value: string) =>
  ({ object: "fragment", fragment: name, nodes: [paragraph(value)] }) as const

const column = (id: string, title: string, textAlignment: "left" | "center" | "right" = "left") => ({
  id,
  title,
  type: "text" as const,
  textAlignment
})

const voidBlock = { object: "block", isVoid: true } as const

/** A document with every kind of block and inline node that the editor shows. */
export const everything = Document.make([
  {
    object: "block",
    type: "paragraph",
    key: "intro",
    nodes: [
      text("Quire stores pages as documents. Text can be "),
      text("bold", [mark("bold")]),
      text(", "),
      text("italic", [mark("italic")]),
      text(", "),
      text("code", [mark("code")]),
      text(" or "),
      text("Ctrl", [mark("keyboard")]),
      text(", with a "),
      {
        object: "inline",
        type: "link",
        data: { ref: { kind: "url", url: "https://example.com" } },
        nodes: [text("link")]
      },
      text(", a "),
      {
        object: "inline",
        type: "annotation",
        nodes: [text("note")],
        fragments: [{ object: "fragment", type: "annotation-body", nodes: [paragraph("What the note says.")] }]
      },
      text(", a mention of "),
      { object: "inline", type: "mention", isVoid: true, data: { ref: { kind: "user", user: "ada" } } },
      text(" and a formula "),
      { object: "inline", type: "inline-math", isVoid: true, data: { formula: "e^{i\\pi}" } },
      text(" "),
      { object: "inline", type: "emoji", isVoid: true, data: { code: "2764" } },
      text(".")
    ]
  },
  { object: "block", type: "heading-1", key: "install", data: {}, nodes: [text("Install the server")] },
  {
    object: "block",
    type: "list-unordered",
    nodes: [item("Node.js 20 or later"), item("A Postgres database, or none for a trial")]
  },
  { object: "block", type: "list-ordered", data: {}, nodes: [item("Download the package"), item("Start it")] },
  {
    object: "block",
    type: "list-tasks",
    nodes: [item("Write the page", true), item("Ask for a review", false)]
  },
  { object: "block", type: "heading-2", data: {}, nodes: [text("Blocks")] },
  { object: "block", type: "blockquote", nodes: [paragraph("A document is a promise to its readers.")] },
  hint("info", "Everything that is published can be read without scripts."),
  hint("success", "The build passed."),
  hint("warning", "Keys are shown once."),
  hint("danger", "This deletes the space."),
  {
    object: "block",
    type: "code",
    data: { syntax: "ts", title: "server.ts" },
    nodes: [codeLine('import { Quire } from "@quire/http"'), codeLine(""), codeLine("await Quire.start()")]
  },
  {
    object: "block",
    type: "tabs",
    nodes: [
      { object: "block", type: "tabs-item", data: { title: "npm" }, nodes: [paragraph("npm install @quire/http")] },
      { object: "block", type: "tabs-item", data: { title: "pnpm" }, nodes: [paragraph("pnpm add @quire/http")] }
    ]
  },
  {
    object: "block",
    type: "stepper",
    nodes: [
      { object: "block", type: "stepper-step", data: {}, nodes: [paragraph("Create a space.")] },
      { object: "block", type: "stepper-step", data: {}, nodes: [paragraph("Publish it.")] }
    ]
  },
  {
    object: "block",
    type: "columns",
    data: {},
    nodes: [
      { object: "block", type: "column", data: {}, nodes: [paragraph("The first column.")] },
      { object: "block", type: "column", data: {}, nodes: [paragraph("The second column.")] }
    ]
  },
  {
    ...voidBlock,
    type: "expandable",
    data: {},
    fragments: [
      { object: "fragment", fragment: "expandable-title", nodes: [paragraph("How long does it take?")] },
      { object: "fragment", fragment: "expandable-body", nodes: [paragraph("Five minutes.")] }
    ]
  },
  {
    ...voidBlock,
    type: "table",
    data: {
      view: { type: "grid", columns: ["a", "b", "c"], hideHeader: false },
      definition: {
        a: column("a", "Option"),
        b: column("b", "Meaning"),
        c: column("c", "Default", "right")
      },
      records: {
        r1: { orderIndex: "a0", values: { a: "a1", b: "b1", c: "c1" } },
        r2: { orderIndex: "a1", values: { a: "a2", b: "b2", c: "c2" } }
      }
    },
    fragments: [
      cell("a1", "port"),
      cell("b1", "Where it listens"),
      cell("c1", "8080"),
      cell("a2", "store"),
      cell("b2", "Where content is"),
      cell("c2", "memory")
    ]
  },
  {
    ...voidBlock,
    type: "table",
    data: {
      view: { type: "cards", cardSize: "medium", columns: ["a"] },
      definition: { a: column("a", "Title") },
      records: {
        r1: { orderIndex: "a0", values: { a: "card1" } },
        r2: { orderIndex: "a1", values: { a: "card2" } },
        r3: { orderIndex: "a2", values: { a: "card3" } }
      }
    },
    fragments: [cell("card1", "Write"), cell("card2", "Review"), cell("card3", "Publish")]
  },
  { ...voidBlock, type: "math", data: { formula: "\\int_0^1 x^2\\,dx" } },
  {
    object: "block",
    type: "images",
    data: {},
    nodes: [
      {
        ...voidBlock,
        type: "image",
        data: { ref: { kind: "url", url: "/picture.svg" }, alt: "A blue field" },
        fragments: [{ object: "fragment", fragment: "caption", nodes: [paragraph("How the parts work together")] }]
      }
    ]
  },
  { ...voidBlock, type: "file", data: { ref: { kind: "file", file: "f1" } } },
  { ...voidBlock, type: "embed", data: { url: "https://example.com/video" } },
  { ...voidBlock, type: "content-ref", data: { ref: { kind: "page", page: "install" } } },
  {
    ...voidBlock,
    type: "reusable-content",
    data: { ref: { kind: "reusable-content", reusableContent: "support" } }
  },
  { ...voidBlock, type: "drawing", data: {} },
  {
    ...voidBlock,
    type: "openapi-operation",
    data: { path: "/spaces", method: "get", ref: { kind: "openapi", spec: "quire" } }
  },
  { object: "block", type: "if", data: { expression: "visitor.isSignedIn" }, nodes: [paragraph("Only for members.")] },
  {
    ...voidBlock,
    type: "table",
    data: { view: { type: "grid", columns: [], hideHeader: false }, definition: {}, records: {} },
    fragments: []
  },
  { ...voidBlock, type: "divider", data: {} },
  {
    object: "block",
    type: "paragraph",
    key: "last",
    nodes: [
      text("Press "),
      {
        object: "inline",
        type: "button",
        isVoid: true,
        data: { label: "Get started", kind: "primary", ref: { kind: "page", page: "install" } }
      },
      text(" to begin.")
    ]
  }
])
