import type { Block, ContentRef, Table } from "@quire/core"
import { Inline } from "@quire/core/internal"
import * as make from "./nodes.ts"

const { bullets, code, column, columns, condition, expandable, heading, hint, image, images, item, leaf } = make
const { line, link, note, numbers, paragraph, quote, sign, step, steps, tab, table, tabs, task, tasks } = make

const text = Inline.text

/** What a document says in each field, and what it refers to; all but the addresses are names of what is there. */
export interface Writing {
  readonly say: (field: string, text: string) => string
  readonly url: (field: string, url: string) => string
  readonly page: string
  readonly file: string
  readonly image: string
  readonly content: string
}

/** Everything that a document is made of. */
type Kind = Block.Block["type"] | Block.Inline["type"]

/** Blocks by the kind that they show. */
type Cases = { readonly [kind in Kind]: ReadonlyArray<Block.TopLevel> }

const marks = ["bold", "italic", "strikethrough", "superscript", "subscript", "keyboard", "code"] as const

const textColumn = (id: string, title: string, textAlignment: "left" | "center" | "right"): Table.Definition => ({
  id,
  title,
  type: "text",
  textAlignment
})

const texts = ({ say, url }: Writing) => {
  const words = paragraph([
    text(say("words", "Words, ")),
    ...marks.map((type) => text(say(`mark ${type}`, `${type} `), [{ object: "mark", type }])),
    ...Inline.colors.map((color) =>
      text(say(`color ${color}`, `${color} `), [
        { object: "mark", type: "color", data: { text: color, background: "default" } }
      ])
    ),
    ...Inline.colors.map((color) =>
      text(say(`background ${color}`, `on ${color} `), [
        { object: "mark", type: "color", data: { text: "default", background: color } }
      ])
    )
  ])
  const list = bullets(
    item(say("item", "Pages hold documents")),
    item("Documents hold blocks", numbers(3, item(say("item below", "the third"), bullets(item("deeper")))))
  )
  return {
    paragraph: [words, paragraph(say("line end", "One line,\nand a second one."))],
    "heading-1": [heading(1, say("heading 1", "Words"))],
    "heading-2": [heading(2, say("heading 2", "Words below"))],
    "heading-3": [heading(3, say("heading 3", "Words below those")), heading(3, "Words below those")],
    "list-unordered": [list],
    "list-ordered": [numbers(1, item(say("number", "First")), item("Second", hint("info", paragraph("In a list."))))],
    "list-tasks": [tasks(task(true, say("task", "Write it")), task(false, "Read it"))],
    "list-item": [list],
    divider: [leaf("divider", {})],
    blockquote: [quote(paragraph(say("quote", "Simple.")), quote(paragraph(say("quote below", "Simpler."))))],
    hint: [
      hint("info", paragraph(say("hint", "Sites are served."))),
      hint("success", heading(2, say("hint heading", "It worked")), paragraph("It did.")),
      hint("warning", bullets(item(say("hint item", "Mind it")))),
      hint("danger", paragraph([link({ kind: "url", url: url("hint link", "https://example.com/") }, "Read more")]))
    ]
  } satisfies Partial<Cases>
}

const inlines = (writing: Writing) => {
  const { file, image: picture, page, say, url } = writing
  const toPage: ContentRef.ContentRef = { kind: "page", page }
  const outside = (field: string): ContentRef.ContentRef => ({ kind: "url", url: url(field, "https://example.com/a") })
  return {
    link: [
      paragraph([
        link(toPage, say("link text", "how to begin")),
        text(" "),
        link(outside("link address"), say("link outside", "the specification")),
        text(" "),
        link({ kind: "file", file }, "a file")
      ])
    ],
    "inline-image": [
      paragraph([
        text("Look "),
        sign("inline-image", {
          ref: { kind: "file", file: picture },
          caption: say("inline image", "A sign"),
          size: "line"
        })
      ])
    ],
    emoji: [paragraph([text("To the moon "), sign("emoji", { code: "1f680" })])],
    icon: [paragraph([text("Fast "), sign("icon", { icon: "bolt" })])],
    expression: [
      paragraph([text("For "), sign("expression", { expression: "visitor.claims.unsigned.word" }), text(".")]),
      paragraph([text("Always "), sign("expression", { expression: say("expression", '"the same"') }), text(".")])
    ],
    "inline-math": [paragraph([text("The area is "), sign("inline-math", { formula: say("formula", "\\pi r^2") })])],
    mention: [
      paragraph([sign("mention", { ref: toPage }), text(" "), sign("mention", { ref: outside("mention address") })])
    ],
    button: [
      paragraph([
        sign("button", { label: say("button", "Get started"), kind: "primary", icon: "rocket", ref: toPage }),
        text(" "),
        sign("button", { label: "Read on", kind: "secondary", ref: outside("button address") })
      ])
    ],
    annotation: [
      paragraph([
        text("A "),
        note(
          say("noted", "publication"),
          paragraph(say("note", "What one audience sees.")),
          code({}, say("note code", "x"))
        )
      ])
    ]
  } satisfies Partial<Cases>
}

const boxes = ({ say }: Writing) => {
  const shown = tabs(
    tab(say("tab", "npm"), paragraph(say("tab text", "With npm."))),
    tab("yarn", paragraph("With yarn."), code({ syntax: "sh" }, "yarn add harbour"))
  )
  const guide = steps(
    step(undefined, heading(2, say("step", "Install it")), paragraph(say("step text", "Node is all it needs."))),
    step("flag", heading(2, "Start it"), paragraph("Open the address."))
  )
  const twoColumns = columns(
    column(33, heading(3, say("column", "A third")), paragraph(say("column text", "The other column."))),
    column(67, heading(3, "Two thirds"), paragraph("Below each other where there is no room."))
  )
  const written = code(
    { syntax: "typescript", title: say("code title", "one.ts"), lineNumbers: true },
    say("code", "const one: number = 1 // one"),
    line([note(say("code note", "one"), paragraph(say("code note body", "The first."))), text(" + 1")], true)
  )
  return {
    code: [
      written,
      code({ syntax: say("language", "json"), overflow: "wrap" }, `{"a": ${"1".repeat(200)}}`),
      code({}, "plain ".repeat(40))
    ],
    "code-line": [written],
    expandable: [
      expandable(
        [text(say("expandable", "What does it cost?")), text(" Now", [{ object: "mark", type: "bold" }])],
        heading(2, say("expandable heading", "Inside a box")),
        paragraph(say("expandable text", "Nothing at all."))
      )
    ],
    tabs: [shown],
    "tabs-item": [shown],
    stepper: [guide],
    "stepper-step": [guide],
    columns: [twoColumns],
    column: [twoColumns],
    if: [
      condition("true", paragraph(say("condition", "Seen by all."))),
      condition(say("condition source", "false"), paragraph("Never shown."))
    ]
  } satisfies Partial<Cases>
}

const states = (say: Writing["say"]) => [
  { value: say("option value", "a"), label: say("option", "Stable"), color: "green" },
  { value: "b", label: "Planned", color: say("option color", "blue") }
]

const tables = ({ file, image: picture, page, say, url }: Writing) => {
  const options = states(say)
  const [first = { value: "a" }] = options
  const definitions: ReadonlyArray<Table.Definition> = [
    textColumn("n", say("column title", "Feature"), "left"),
    { id: "c", title: "Ready", type: "checkbox" },
    { id: "p", title: "Price", type: "number" },
    { id: "s", title: say("select title", "State"), type: "select", multiple: true, options },
    { id: "r", title: "Stars", type: "rating", max: 5 },
    { id: "f", title: "Files", type: "files" },
    { id: "u", title: "People", type: "users", multiple: true },
    { id: "g", title: "Guide", type: "content-ref" },
    textColumn("m", "Most", "right")
  ]
  const grid = { type: "grid", columns: definitions.map(({ id }) => id), hideHeader: false } as const
  const tiles: ReadonlyArray<Table.Definition> = [
    textColumn("t", "", "left"),
    textColumn("d", say("tile title", "About"), "left"),
    { id: "go", title: "Target", type: "content-ref" },
    { id: "pic", title: "Cover", type: "files" }
  ]
  const cards = {
    type: "cards",
    cardSize: "medium",
    columns: ["t", "d"],
    targetDefinition: "go",
    coverDefinition: "pic"
  } as const
  const target: ContentRef.ContentRef = { kind: "url", url: url("cell address", "https://example.com/b") }
  return {
    table: [
      table(definitions, grid, [
        [say("cell", "Search"), true, 12.5, [first.value, "b"], 4, [file], [], { kind: "page", page }, "10"],
        ["Previews", false, 1000, [say("unknown option", "c")], 2, undefined, undefined, target, "100"]
      ]),
      table(
        [textColumn("k", "Key", "left"), textColumn("v", "Value", "left")],
        {
          type: "grid",
          columns: ["k", "v"],
          hideHeader: true,
          columnWidths: { k: 120, v: 480 }
        },
        [["Host", "localhost"]]
      ),
      table(tiles, cards, [
        [say("tile", "Start here"), say("tile text", "The first page."), { kind: "page", page }, [picture]],
        ["Elsewhere", "Another site.", { kind: "url", url: url("tile address", "https://example.com/c") }, undefined]
      ])
    ]
  } satisfies Partial<Cases>
}

const media = ({ content, file, image: picture, page, say, url }: Writing) => {
  const own = { kind: "file", file: picture } as const
  const shown = images(
    { align: "center" },
    image({ ref: own, refDark: own, alt: say("alt", "A lighthouse") }, say("caption", "The lighthouse at dusk")),
    image({ ref: own, alt: "Half as wide", width: { unit: "%", value: 50 } }),
    image({ ref: { kind: "url", url: url("image address", "https://images.example.com/a.png") }, alt: "Elsewhere" })
  )
  const spec = { kind: "openapi", spec: "petstore" } as const
  return {
    images: [shown],
    image: [shown],
    math: [
      leaf("math", { formula: say("formula block", "\\sum_{i=1}^{n} i = \\frac{n(n+1)}{2} \\qquad \\int_0^\\infty x") })
    ],
    file: [leaf("file", { ref: { kind: "file", file } })],
    drawing: [leaf("drawing", { ref: own })],
    embed: [leaf("embed", { url: url("embed address", "https://www.example.com/watch?v=abc") })],
    "content-ref": [
      leaf("content-ref", { ref: { kind: "page", page } }),
      leaf("content-ref", { ref: { kind: "url", url: url("card address", "https://example.com/d") } })
    ],
    "reusable-content": [leaf("reusable-content", { ref: { kind: "reusable-content", reusableContent: content } })],
    swagger: [
      leaf("swagger", {
        path: say("swagger path", "/pets/{id}"),
        method: say("swagger method", "get"),
        ref: { kind: "url", url: url("swagger address", "https://example.com/openapi.json") }
      })
    ],
    "openapi-operation": [leaf("openapi-operation", { path: say("operation", "/pets"), method: "post", ref: spec })],
    "openapi-webhook": [leaf("openapi-webhook", { name: say("webhook", "petAdopted"), method: "post", ref: spec })],
    "openapi-schemas": [leaf("openapi-schemas", { schemas: [say("schema", "Pet"), "Order"], ref: spec })],
    integration: [
      leaf("integration", {
        integration: say("integration", "mermaid"),
        block: say("integration block", "diagram"),
        props: { content: say("integration props", "graph") },
        url: url("integration address", "https://example.com/diagram")
      })
    ]
  } satisfies Partial<Cases>
}

/** Every kind of block and inline; a new kind of the format is a fault of types here until it has a case. */
const casesOf = (writing: Writing): Cases => ({
  ...texts(writing),
  ...inlines(writing),
  ...boxes(writing),
  ...tables(writing),
  ...media(writing)
})

/** One document of all cases, those that are part of others once. */
export const nodesOf = (writing: Writing): ReadonlyArray<Block.TopLevel> => [
  ...new Set(Object.values(casesOf(writing)).flat())
]
