import { type Block, Document, Inline } from "@quire/core"
import * as fc from "fast-check"
import { align, choice, full, optional } from "./Choice.ts"
import { codeNodes, isOfNote, label, lineWith, phrase, simpleLine } from "./InlineArbitrary.ts"
import * as RefArbitrary from "./RefArbitrary.ts"
import { tables } from "./TableArbitrary.ts"

type Line = ReadonlyArray<Block.InlineNode>

const block = <T extends string>(type: T) => ({ object: "block", type }) as const
const length = fc.constantFrom<Block.Length>(300, 12.5, { unit: "%", value: 50 }, { unit: "px", value: 10 })

const paragraph = (nodes: Line): Block.Paragraph => ({ ...block("paragraph"), nodes })

const divider: fc.Arbitrary<Block.Essential> = fc.constant({ ...block("divider"), isVoid: true, data: {} })

const headingId = choice("a", "x-1.2+y_z")

const heading = (line: fc.Arbitrary<Line>): fc.Arbitrary<Block.Heading> =>
  fc.oneof(
    fc
      .tuple(
        choice("heading-1", "heading-2", "heading-3"),
        fc.oneof(line, fc.constant([])),
        optional({ id: headingId })
      )
      .map(([type, nodes, data]): Block.Heading => ({ object: "block", type, data, nodes })),
    fc
      .tuple(
        choice("heading-1", "heading-2", "heading-3"),
        simpleLine,
        fc.record({ align, id: headingId }, { requiredKeys: ["align"] })
      )
      .map(([type, nodes, data]): Block.Heading => ({ object: "block", type, data, nodes }))
  )

const codeData = optional<Block.Code["data"]>({
  syntax: choice("js", "c++", "objective-c"),
  title: label,
  overflow: choice("scroll", "wrap"),
  lineNumbers: full,
  fullWidth: full
})

const plainLine: fc.Arbitrary<Block.CodeLine["nodes"]> = fc
  .oneof(phrase, choice("", "  x", "\ty", "{% endhint %}", "~~~~", "</pre>"))
  .map((text) => (text === "" ? [] : [Inline.text(text)]))

const code: fc.Arbitrary<Block.Code> = fc
  .tuple(
    codeData,
    fc.array(
      fc.tuple(fc.boolean(), fc.oneof({ weight: 5, arbitrary: plainLine }, { weight: 1, arbitrary: codeNodes })),
      { minLength: 1, maxLength: 4 }
    )
  )
  .map(([data, lines]) => ({
    ...block("code"),
    data,
    nodes: lines.map(([highlighted, nodes]) => ({
      ...block("code-line"),
      data: highlighted ? { highlighted } : {},
      nodes
    }))
  }))

const math: fc.Arbitrary<Extract<Block.TopLevel, { type: "math" }>> = fc
  .constantFrom("a^2", "\\sum\n  x", "", "x $ y", "a\n\nb")
  .map((formula) => ({ ...block("math"), isVoid: true, data: { formula } }))

const image: fc.Arbitrary<Block.Image> = fc
  .tuple(
    fc.record(
      { ref: RefArbitrary.image, refDark: RefArbitrary.image, width: length, height: length, alt: label },
      { requiredKeys: ["ref"] }
    ),
    fc.array(simpleLine, { maxLength: 2 })
  )
  .map(([data, captions]) => ({
    ...block("image"),
    isVoid: true,
    data,
    fragments:
      captions.length === 0
        ? []
        : [{ object: "fragment", fragment: "caption", type: "caption", nodes: captions.map(paragraph) }]
  }))

const images: fc.Arbitrary<Block.Images> = fc.oneof(
  fc
    .tuple(
      optional<Block.Images["data"]>({ align: choice("left", "center", "right"), fullWidth: full }),
      fc.array(image, { minLength: 1, maxLength: 2 })
    )
    .map(([data, nodes]): Block.Images => ({ ...block("images"), isVoid: false, data, nodes })),
  fc.record({ ref: RefArbitrary.image, alt: label }, { requiredKeys: ["ref"] }).map(
    (data): Block.Images => ({
      ...block("images"),
      isVoid: false,
      data: {},
      nodes: [{ ...block("image"), isVoid: true, data, fragments: [] }]
    })
  )
)

const operation = { path: choice("/pets", "/pets/{id}", '/a"b'), method: choice("get", "POST") }

const props = choice(
  {},
  { content: "graph\n  a --> b" },
  { content: 'q "x" \\ &quot;', size: 3 },
  { list: ["a", { b: null }] }
)

const voids: fc.Arbitrary<Block.TopLevel> = fc.oneof(
  RefArbitrary.file.map((ref) => ({ ...block("file"), isVoid: true, data: { ref } }) as const),
  optional({ ref: RefArbitrary.file }).map((data) => ({ ...block("drawing"), isVoid: true, data }) as const),
  fc
    .tuple(RefArbitrary.url, optional({ fullWidth: full }))
    .map(([{ url }, data]) => ({ ...block("embed"), isVoid: true, data: { url, ...data } }) as const),
  RefArbitrary.any.map((ref) => ({ ...block("content-ref"), isVoid: true, data: { ref } }) as const),
  RefArbitrary.reusable.map((ref) => ({ ...block("reusable-content"), isVoid: true, data: { ref } }) as const),
  fc
    .record(
      { ...operation, ref: RefArbitrary.image, expanded: full, fullWidth: full },
      { requiredKeys: ["path", "method", "ref"] }
    )
    .map((data) => ({ ...block("swagger"), isVoid: true, data }) as const),
  fc
    .record({ ...operation, ref: RefArbitrary.openApi })
    .map((data) => ({ ...block("openapi-operation"), isVoid: true, data }) as const),
  fc
    .record(
      { schemas: choice([], ["Pet"], ["Pet", "Order"]), grouped: fc.boolean(), ref: RefArbitrary.openApi },
      { requiredKeys: ["schemas", "ref"] }
    )
    .map((data) => ({ ...block("openapi-schemas"), isVoid: true, data }) as const),
  fc
    .record({ name: label, method: operation.method, ref: RefArbitrary.openApi })
    .map((data) => ({ ...block("openapi-webhook"), isVoid: true, data }) as const),
  fc
    .record(
      { props, action: fc.constant({ action: "open" }), url: fc.constant("https://example.com/x"), fullWidth: full },
      { requiredKeys: ["props"] }
    )
    .map(
      (data) =>
        ({
          ...block("integration"),
          isVoid: true,
          data: { integration: "mermaid", block: "diagram", ...data }
        }) as const
    )
)

const expression = fc.oneof(label, choice('visitor.claims.plan == "pro"', "a % b", 'expression="x"', "x-"))

const expandableOf = (title: Line, nodes: ReadonlyArray<Block.TopLevel>): Block.Expandable => ({
  ...block("expandable"),
  isVoid: true,
  data: {},
  fragments: [
    { object: "fragment", fragment: "expandable-title", type: "expandable-title", nodes: [paragraph(title)] },
    { object: "fragment", fragment: "expandable-body", type: "expandable-body", nodes }
  ]
})

const containers = (tops: fc.Arbitrary<ReadonlyArray<Block.TopLevel>>): fc.Arbitrary<Block.TopLevel> => {
  const some = <A>(arbitrary: fc.Arbitrary<A>) => fc.array(arbitrary, { minLength: 1, maxLength: 2 })
  const tab = fc
    .tuple(optional({ title: label }), tops)
    .map(([data, nodes]): Block.TabsItem => ({ ...block("tabs-item"), data, nodes }))
  const step = fc
    .tuple(optional({ icon: fc.constant("bolt") }), tops)
    .map(([data, nodes]): Block.StepperStep => ({ ...block("stepper-step"), data, nodes }))
  const column = fc
    .tuple(optional({ width: length }), tops)
    .map(([data, nodes]): Block.Column => ({ ...block("column"), data, nodes }))
  return fc.oneof(
    fc
      .tuple(fc.boolean(), some(tab))
      .map(
        ([wide, nodes]): Block.Tabs => ({ ...block("tabs"), ...(wide ? { data: { fullWidth: true } } : {}), nodes })
      ),
    some(step).map((nodes): Block.Stepper => ({ ...block("stepper"), nodes })),
    fc
      .tuple(optional({ fullWidth: full }), some(column))
      .map(([data, nodes]): Block.Columns => ({ ...block("columns"), isVoid: false, data, nodes })),
    fc
      .tuple(
        simpleLine,
        tops.filter((nodes) => nodes.length > 0)
      )
      .map(([title, nodes]) => expandableOf(title, nodes)),
    fc
      .tuple(expression, tops)
      .map(([value, nodes]): Block.If => ({ ...block("if"), data: { expression: value }, nodes }))
  )
}

const listItems = (child: fc.Arbitrary<Block.ListItemChild>, checked: fc.Arbitrary<boolean | undefined>) =>
  fc.array(
    fc.tuple(checked, fc.array(child, { maxLength: 3 })).map(
      ([value, nodes]): Block.ListItem => ({
        ...block("list-item"),
        ...(value === undefined ? {} : { data: { checked: value } }),
        nodes
      })
    ),
    { minLength: 1, maxLength: 3 }
  )

const lists = (child: fc.Arbitrary<Block.ListItemChild>): fc.Arbitrary<Block.Essential> =>
  fc.oneof(
    listItems(child, fc.constant(undefined)).map(
      (nodes): Block.ListUnordered => ({ ...block("list-unordered"), nodes })
    ),
    fc.tuple(choice(undefined, 0, 7), listItems(child, fc.constant(undefined))).map(
      ([start, nodes]): Block.ListOrdered => ({
        ...block("list-ordered"),
        data: start === undefined ? {} : { start },
        nodes
      })
    ),
    listItems(child, fc.boolean()).map((nodes): Block.ListTasks => ({ ...block("list-tasks"), nodes }))
  )

const essentials = (line: fc.Arbitrary<Line>, list: fc.Arbitrary<Block.Essential>): fc.Arbitrary<Block.Essential> =>
  fc.oneof(
    { weight: 5, arbitrary: line.map(paragraph) },
    {
      weight: 1,
      arbitrary: fc.tuple(align, simpleLine).map(([value, nodes]) => ({ ...paragraph(nodes), data: { align: value } }))
    },
    { weight: 2, arbitrary: heading(line) },
    { weight: 1, arbitrary: divider },
    { weight: 2, arbitrary: list }
  )

/** Memoizes an arbitrary by depth. */
const atDepth = <A>(make: (depth: number) => fc.Arbitrary<A>): ((depth: number) => fc.Arbitrary<A>) => {
  const made = new Map<number, fc.Arbitrary<A>>()
  return (depth) => {
    const found = made.get(depth) ?? make(depth)
    made.set(depth, found)
    return found
  }
}

const lineAt: (depth: number) => fc.Arbitrary<Line> = atDepth((depth) =>
  depth <= 0
    ? simpleLine
    : lineWith(fc.array(fc.oneof(essentialAt(depth - 1), code), { minLength: 1, maxLength: 2 }).filter(isOfNote))
)

const essentialAt: (depth: number) => fc.Arbitrary<Block.Essential> = atDepth((depth) =>
  essentials(lineAt(depth), depth <= 0 ? divider : lists(itemChildAt(depth - 1)))
)

const quoteAt: (depth: number) => fc.Arbitrary<Block.Blockquote> = atDepth((depth) =>
  fc
    .array(depth <= 0 ? essentialAt(0) : fc.oneof(essentialAt(depth - 1), quoteAt(depth - 1)), { maxLength: 3 })
    .map((nodes) => ({ ...block("blockquote"), nodes }))
)

const hintAt: (depth: number) => fc.Arbitrary<Block.Hint> = atDepth((depth) =>
  fc
    .tuple(choice("info", "warning", "danger", "success"), fc.array(essentialAt(depth - 1), { maxLength: 3 }))
    .map(([style, nodes]) => ({ ...block("hint"), data: { style }, nodes }))
)

const itemChildAt: (depth: number) => fc.Arbitrary<Block.ListItemChild> = atDepth((depth) =>
  fc.oneof(
    { weight: 5, arbitrary: essentialAt(depth) },
    { weight: 1, arbitrary: fc.oneof(code, math, tables(lineAt(depth)), hintAt(depth), quoteAt(depth)) }
  )
)

const topAt: (depth: number) => fc.Arbitrary<Block.TopLevel> = atDepth((depth) =>
  fc.oneof(
    { weight: 5, arbitrary: essentialAt(depth) },
    { weight: 5, arbitrary: fc.oneof(code, math, images, tables(lineAt(depth)), hintAt(depth), quoteAt(depth)) },
    { weight: 2, arbitrary: voids },
    { weight: 3, arbitrary: depth <= 0 ? divider : containers(fc.array(topAt(depth - 1), { maxLength: 3 })) }
  )
)

/**
 * Documents in normal form, with every kind of node: as parsers return them, so that a round trip through text loses
 * nothing. They have no keys.
 */
export const normal: fc.Arbitrary<Document.Document> = fc
  .array(topAt(2), { maxLength: 5 })
  .map((nodes) => Document.make(nodes))
