import { type Block, type Document, Inline, type PublishedPage, type Table } from "@quire/core"
import * as make from "./make.ts"

const text = Inline.text
const { button, code, colored, column, columns, divider, emoji, expandable, file, formula, heading, hint } = make
const { icon, image, images, inlineImage, item, leaf, line, link, marked, mention, note, numbers, page } = make
const { paragraph, quote, step, steps, tab, table, tabs, task, tasks, url, bullets } = make

const words: ReadonlyArray<Block.TopLevel> = [
  paragraph([
    text("A space is where pages live. "),
    marked("Everything", "bold"),
    text(" that "),
    marked("readers", "italic"),
    text(" see is made from one value, the "),
    note("publication", paragraph("What one audience may see of one site at one moment."), bullets("pages", "files")),
    text(": there is one place that can leak, and one thing to prove. See "),
    link(page("start"), "how to begin"),
    text(", the "),
    link(url("https://example.com/spec"), "specification"),
    text(" or "),
    mention(page("start")),
    text(".")
  ]),
  heading(1, "Words and their marks"),
  paragraph([
    text("Press "),
    marked("Ctrl", "keyboard"),
    text(" + "),
    marked("K", "keyboard"),
    text(" to search, or run "),
    marked("quire start --port 8080", "code"),
    text(". Water is H"),
    marked("2", "subscript"),
    text("O, energy is mc"),
    marked("2", "superscript"),
    text(", and "),
    marked("this no longer holds", "strikethrough"),
    text(". "),
    marked("All of them", "bold", "italic", "code"),
    text(" at once "),
    emoji("1f680"),
    text(" with an icon "),
    icon("bolt"),
    text(" and an image "),
    inlineImage({ ref: file("logo"), caption: "The sign of Quire", size: "line" }),
    text(" in the line.\nThis is a second line.")
  ]),
  paragraph([
    colored("green ", "green"),
    colored("blue ", "blue"),
    colored("red ", "red"),
    colored("orange ", "orange"),
    colored("yellow ", "yellow"),
    colored("purple ", "purple"),
    colored("primary ", "$primary"),
    colored("on green", "default", "green"),
    text(" "),
    colored("on blue", "default", "blue"),
    text(" "),
    colored("on red", "default", "red"),
    text(" "),
    colored("on orange", "default", "orange"),
    text(" "),
    colored("on yellow", "default", "yellow"),
    text(" "),
    colored("on purple", "default", "purple"),
    text(" "),
    colored("danger", "$danger", "$danger")
  ]),
  paragraph("A line in the middle.", "center"),
  paragraph("שלום, זה טקסט בעברית עם English בתוכו."),
  paragraph([
    button({ label: "Get started", kind: "primary", icon: "rocket", ref: page("start") }),
    text(" "),
    button({ label: "Read the code", kind: "secondary", ref: url("https://example.com/code") })
  ]),
  divider
]

const lists: ReadonlyArray<Block.TopLevel> = [
  heading(1, "Lists"),
  bullets(
    "Pages hold documents",
    item(paragraph("Documents hold blocks"), bullets("paragraphs", item(paragraph("lists"), bullets("like this one")))),
    "Blocks hold text"
  ),
  numbers(3, "The third step", item(paragraph("The fourth one"), numbers(1, "with a first part", "and a second one"))),
  tasks(task(true, "Write the page"), task(false, "Have it reviewed"), task(false, "Publish it")),
  heading(2, "Lists of more"),
  bullets(
    item(paragraph("An item of several paragraphs."), paragraph("This is its second one.")),
    item(paragraph("An item with code:"), code({ syntax: "bash" }, "npm install @quire/http"))
  )
]

const source = `import { Effect } from "effect"

/** What readers are greeted with. */
export class Greeting {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
  get text() {
    return \`Hello, \${this.name}! \${42 + 0x1f}\` // by name
  }
}`

const codes: ReadonlyArray<Block.TopLevel> = [
  heading(1, "Code"),
  code({ syntax: "typescript", title: "src/Greeting.ts", lineNumbers: true }, [
    ...source.split("\n").map((one, index) => line(one === "" ? [] : [text(one)], index === 8 || index === 9)),
    line([text("console.log("), note("new Greeting", paragraph("The class above.")), text('("you").text)')])
  ]),
  code({ syntax: "json" }, '{\n  "name": "quire",\n  "version": 1.0,\n  "private": true\n}'),
  code(
    { syntax: "bash", overflow: "wrap" },
    "curl --request POST --header 'Authorization: Bearer token' https://api.example.com/v1/spaces/s1/change-requests/c1/content # a line that is longer than the page is wide and wraps"
  ),
  code({}, `a line without a language ${"that is longer than the page is wide ".repeat(5)}`),
  heading(1, "Formulas"),
  paragraph([text("The area is "), formula("\\pi r^2"), text(" and the sum is below.")]),
  leaf("math", {
    formula: "\\sum_{i=1}^{n} i = \\frac{n(n+1)}{2} \\qquad \\int_0^\\infty e^{-x^2}\\,dx = \\frac{\\sqrt\\pi}{2}"
  })
]

const boxes: ReadonlyArray<Block.TopLevel> = [
  heading(1, "Boxes"),
  hint("info", paragraph([text("Sites are served by the engine, at "), marked("/sites", "code"), text(".")])),
  hint("success", heading(3, "It worked"), paragraph("The site is published.")),
  hint("warning", paragraph("Visitors see a page as soon as it is published."), bullets("text", "images")),
  hint("danger", paragraph([text("This cannot be undone. "), link(page("start"), "Read more"), text(".")])),
  quote(
    paragraph("Simplicity is prerequisite for reliability."),
    quote(paragraph("A quotation in a quotation.")),
    paragraph("Edsger W. Dijkstra")
  ),
  expandable(
    [text("What does it "), marked("cost", "bold"), text("?")],
    paragraph("Nothing."),
    code({ syntax: "bash" }, "npm i")
  ),
  expandable("Where are pages kept?", paragraph("In memory, or in Postgres."), heading(2, "Within a box")),
  tabs(
    tab("npm", code({ syntax: "bash" }, "npm install @quire/http")),
    tab("pnpm", paragraph("With pnpm:"), code({ syntax: "bash" }, "pnpm add @quire/http"))
  ),
  heading(2, "Steps"),
  steps(
    step(undefined, heading(2, "Install it"), paragraph("Node 20 is all that is needed.")),
    step(undefined, heading(2, "Start it"), code({ syntax: "bash" }, "npx quire start")),
    step("flag-checkered", heading(2, "Done"), paragraph("Open the address that it prints."))
  ),
  heading(2, "Columns"),
  columns(
    column(33, heading(3, "A third"), paragraph("Columns stand side by side where there is room.")),
    column(
      67,
      heading(3, "Two thirds"),
      paragraph("On small screens they stand one below the other, in their order, so that nothing is lost.")
    )
  )
]

const textColumn = (
  id: string,
  title: string,
  textAlignment: "left" | "center" | "right" = "left"
): Table.Definition => ({
  id,
  title,
  type: "text",
  textAlignment
})

const grid = (...columns: ReadonlyArray<string>): Table.GridView => ({ type: "grid", columns, hideHeader: false })

const colors = [
  { value: "a", label: "Stable", color: "green" },
  { value: "b", label: "Planned", color: "blue" },
  { value: "c", label: "Old", color: "brown" }
]

const tables: ReadonlyArray<Block.TopLevel> = [
  heading(1, "Tables"),
  table(
    [
      textColumn("n", "Name"),
      textColumn("t", "Type"),
      textColumn("d", "What it says"),
      textColumn("m", "Most", "right")
    ],
    grid("n", "t", "d", "m"),
    [
      [[paragraph([marked("title", "code")])], "text", "The name of a page, as readers see it.", "128"],
      [
        [paragraph([marked("slug", "code")])],
        "text",
        "The last part of its address: letters, digits and dashes.",
        "100"
      ],
      [
        [paragraph([marked("icon", "code")])],
        [paragraph("a name"), bullets("of the set", "or none")],
        "Stands before the title.",
        "50"
      ]
    ]
  ),
  table(
    [
      textColumn("n", "Feature"),
      { id: "c", title: "Ready", type: "checkbox" },
      { id: "p", title: "Price", type: "number" },
      { id: "s", title: "State", type: "select", multiple: true, options: colors },
      { id: "r", title: "Stars", type: "rating", max: 5 },
      { id: "f", title: "Files", type: "files" },
      { id: "u", title: "People", type: "users", multiple: true },
      { id: "g", title: "Guide", type: "content-ref" }
    ],
    grid("n", "c", "p", "s", "r", "f", "u", "g"),
    [
      ["Search", true, 12.5, ["a", "c"], 4, ["manual"], ["u1"], page("start")],
      ["Previews", false, 1000, ["b"], 2, undefined, undefined, url("https://example.com/previews")]
    ]
  ),
  table(
    [textColumn("k", "Key"), textColumn("v", "Value")],
    { type: "grid", columns: ["k", "v"], hideHeader: true, columnWidths: { k: 120, v: 480 } },
    [
      ["Host", "localhost"],
      ["Port", "8080"]
    ]
  ),
  heading(2, "Cards of a table"),
  table(
    [
      textColumn("t", ""),
      textColumn("d", "About"),
      { id: "go", title: "Target", type: "content-ref" },
      { id: "pic", title: "Cover", type: "files" }
    ],
    { type: "cards", cardSize: "medium", columns: ["t", "d"], targetDefinition: "go", coverDefinition: "pic" },
    [
      [[paragraph([marked("Start here", "bold")])], "Install it and open the first page.", page("start"), ["photo"]],
      [[paragraph([marked("Configure", "bold")])], "All settings and what they do.", page("settings"), ["photo"]],
      [
        [paragraph([marked("Elsewhere", "bold")])],
        "A page of another site.",
        url("https://example.com/else"),
        undefined
      ]
    ]
  )
]

const media: ReadonlyArray<Block.TopLevel> = [
  heading(1, "Images and files"),
  images(
    { align: "center" },
    image({ ref: file("photo"), refDark: file("night"), alt: "Hills at dusk" }, [
      text("Hills at dusk, "),
      link(page("start"), "by day")
    ])
  ),
  images(
    {},
    image({ ref: file("photo"), alt: "Left", width: { unit: "%", value: 50 } }, "One of two"),
    image({ ref: url("https://images.example.com/a.png"), alt: "Right", width: 300, height: 150 })
  ),
  leaf("file", { ref: file("manual") }),
  leaf("drawing", { ref: file("sketch") }),
  leaf("embed", { url: "https://www.example.com/watch?v=abc" }),
  leaf("content-ref", { ref: page("start") }),
  leaf("content-ref", { ref: { kind: "anchor", anchor: "tables" } }),
  leaf("content-ref", { ref: { kind: "space", space: "s2" } }),
  leaf("content-ref", { ref: url("https://example.com/elsewhere/page") }),
  heading(1, "Specifications"),
  leaf("swagger", { path: "/pets/{id}", method: "get", ref: url("https://example.com/openapi.json") }),
  leaf("openapi-operation", { path: "/pets", method: "post", ref: { kind: "openapi", spec: "petstore" } }),
  leaf("openapi-webhook", { name: "petAdopted", method: "post", ref: { kind: "openapi", spec: "petstore" } }),
  leaf("openapi-schemas", { schemas: ["Pet", "Order"], ref: { kind: "openapi", spec: "petstore" } }),
  leaf("integration", {
    integration: "mermaid",
    block: "diagram",
    props: { content: "graph" },
    url: "https://example.com/diagram"
  }),
  heading(1, "Words and their marks"),
  paragraph("The same heading again has its own anchor.")
]

/** Every block and inline of the format. */
export const document: Document.Document = {
  object: "document",
  data: { schemaVersion: 1 },
  nodes: [...words, ...lists, ...codes, ...boxes, ...tables, ...media]
}

const fileTarget = (
  name: string,
  contentType: string,
  size: number,
  width?: number,
  height?: number
): PublishedPage.Target => ({
  kind: "file",
  path: `~file/s1/${name}`,
  title: name,
  contentType,
  size,
  ...(width === undefined || height === undefined ? {} : { dimensions: { width, height } })
})

/** What its references lead to. */
export const references: PublishedPage.Targets = {
  "/pages/start": {
    kind: "page",
    path: "guide/start",
    textPath: "guide/start",
    title: "Getting started",
    description: "From nothing to a site in five minutes.",
    emoji: "1f680"
  },
  "/pages/settings": {
    kind: "page",
    path: "guide/settings",
    textPath: "guide/settings",
    title: "Settings",
    icon: "gear"
  },
  "#tables": { kind: "page", path: "#tables", title: "" },
  "/spaces/s2": { kind: "space", path: "reference", title: "Reference" },
  "/files/logo": fileTarget("logo.svg", "image/svg+xml", 900, 64, 64),
  "/files/photo": fileTarget("hills.jpg", "image/jpeg", 120_000, 1200, 600),
  "/files/night": fileTarget("night.jpg", "image/jpeg", 110_000, 1200, 600),
  "/files/sketch": fileTarget("sketch.svg", "image/svg+xml", 4_000, 800, 300),
  "/files/manual": fileTarget("manual.pdf", "application/pdf", 2_480_000)
}
