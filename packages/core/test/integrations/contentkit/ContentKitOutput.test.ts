import { assert, describe, it } from "@effect/vitest"
import { ContentKitElement, ContentKitOutput, ContentKitValue } from "@quire/core/internal"
import { Effect } from "effect"

const { limits } = ContentKitOutput

/** The paths of the faults; empty if there are none. */
const faults = (answer: unknown) =>
  Effect.runPromise(
    Effect.match(ContentKitOutput.check(answer), {
      onFailure: ({ details }) => [...new Set(details.map(({ path }) => path))],
      onSuccess: () => []
    })
  )

const passed = (answer: unknown): Promise<unknown> => Effect.runPromise(ContentKitOutput.check(answer))

const answer = (element: unknown, more = {}) => ({ element, state: {}, props: {}, ...more })
const block = (...children: ReadonlyArray<unknown>) => answer({ type: "block", children })

const press = { action: "go" }
const button = { type: "button", onPress: press }
const text = (children: unknown = "a", more = {}) => ({ type: "text", children, ...more })
const url = "https://acme.test/a?b=c"
const image = { type: "image", source: { url }, aspectRatio: 1.5 }
const link = (to: unknown = url) => ({ type: "link", target: { url: to }, children: "there" })
const step = (children: ReadonlyArray<unknown> = [text()]) => ({ type: "step", id: "one", children })
const stepper = (children: ReadonlyArray<unknown>) => ({
  type: "stepper",
  activeStep: "one",
  onStepChange: press,
  onComplete: press,
  children
})
const select = (options: unknown) => ({ type: "select", state: "s", options })
const input = (element: unknown, more = {}) => ({ type: "input", label: "Name", element, ...more })
const confirm = { title: "Sure?", text: "It goes.", confirm: "Yes", style: "danger" }

const list = <A>(length: number, of: (at: number) => A) => Array.from({ length }, (_, at) => of(at))
const within = (depth: number): unknown => (depth === 1 ? text() : { type: "box", children: [within(depth - 1)] })
const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])
const record = (length: number) => Object.fromEntries(list(length, (at) => [`k${at}`, "v"]))

const accepted: ReadonlyArray<readonly [name: string, element: unknown]> = [
  ["a button", button],
  [
    "a whole button",
    {
      ...button,
      style: "danger",
      icon: "edit",
      trailingIcon: "link-external",
      label: "Go",
      tooltip: "Goes",
      disabled: true,
      confirm
    }
  ],
  ["a text input", { type: "textinput", state: "s", initialValue: "a\nb", placeholder: "p", multiline: true }],
  ["a password", { type: "textinput", state: "s", inputType: "password" }],
  ["stacks", { type: "hstack", align: "end", children: [{ type: "vstack", align: "center", children: [text()] }] }],
  ["a box", { type: "box", grow: 2, children: [] }],
  ["a divider", { type: "divider", size: "large" }],
  ["a divider without a size", { type: "divider" }],
  [
    "a frame",
    { type: "webframe", source: { url }, aspectRatio: 2, buttons: [button], data: { a: "b", c: { $state: "d" } } }
  ],
  ["code", { type: "codeblock", content: "a\nb", syntax: "js", lineNumbers: 4, buttons: [button], header: [text()] }],
  [
    "code that is edited",
    { type: "codeblock", content: { $state: "c" }, state: "c", onContentChange: press, footer: [] }
  ],
  ["Markdown", { type: "markdown", content: "# a" }],
  ["Markdown of the state", { type: "markdown", content: { $state: "m" } }],
  ["a card", { type: "card", title: "T", hint: "h", icon: "github", onPress: press, children: [text()], buttons: [] }],
  ["a card with an image", { type: "card", hint: [text(), image, link()], icon: image }],
  ["a card alone", { type: "card" }],
  ["an image", image],
  ["text", text("a", { style: "bold" })],
  ["text in text", text(["a", text("b", { style: "code" }), link(), "c"])],
  ["a hint", { type: "hint", children: [text(), link(), image] }],
  ["a link in parts", link({ host: "acme.test:8080", pathname: "/a/%20b", query: { q: "x", r: { $state: "s" } } })],
  ["a link of many texts", { ...link(), children: ["a", "b"] }],
  ["an input", input({ type: "textinput", state: "s" }, { hint: "h" })],
  ["an input with a text as its hint", input(select([]), { hint: text() })],
  ["an input with texts as its hint", input({ type: "codeblock", content: "" }, { hint: [text(), link()] })],
  [
    "a select",
    {
      ...select([
        { id: "a", label: "A", icon: "star" },
        { id: "b", label: "B", icon: image }
      ]),
      multiple: true
    }
  ],
  ["a select of addresses", { ...select({ url }), initialValue: ["a"], acceptInput: true, onValueChange: press }],
  ["a select of specifications", { ...select({ source: "openapi" }), initialValue: "a", placeholder: "p" }],
  ["a switch", { type: "switch", state: "s", initialValue: true, confirm, onValueChange: press }],
  ["a radio", { type: "radio", state: "s", value: 1 }],
  ["a checkbox", { type: "checkbox", state: "s", value: "a", confirm }],
  ["a step", { ...step(), title: "One", next: true }],
  ["an action that opens a modal", { ...button, onPress: { action: "@ui.modal.open", componentId: "m", props: {} } }],
  ["an action that closes one", { ...button, onPress: { action: "@ui.modal.close", returnValue: { a: null } } }],
  ["an action that opens an address", { ...button, onPress: { action: "@ui.url.open", url } }],
  ["an action that unfurls", { ...button, onPress: { action: "@link.unfurl", url: "http://acme.test" } }],
  ["an action that updates", { ...button, onPress: { action: "@editor.node.updateProps", props: { a: [1] } } }],
  ["a custom action", { ...button, onPress: { action: "save", any: { thing: [null] } } }]
]

const refused: ReadonlyArray<readonly [path: string, element: unknown]> = [
  ["type", { type: "script", children: "alert(1)" }],
  ["type", { type: "constructor" }],
  ["type", { type: "__proto__" }],
  ["type", { type: "block", children: [] }],
  ["type", { type: "modal", children: [] }],
  ["type", stepper([step()])],
  ["type", { children: [] }],
  ["onPress", { type: "button" }],
  ["onPress", { type: "button", onPress: "javascript:alert(1)" }],
  ["onPress", { type: "button", onPress: { action: 1 } }],
  ["onPress", { type: "button", onPress: { action: "" } }],
  ["onPress", { type: "button", onPress: { action: "@ui.url.open" } }],
  ["onPress", { type: "button", onPress: { action: "@ui.url.open", url: "javascript:alert(1)" } }],
  ["onPress", { type: "button", onPress: { action: "@link.unfurl", url: "file:///etc/passwd" } }],
  ["onPress", { type: "button", onPress: { action: "@ui.modal.open", props: {} } }],
  ["style", { ...button, style: "link" }],
  ["confirm.text", { ...button, confirm: { title: "a", confirm: "b" } }],
  ["state", { type: "textinput" }],
  ["inputType", { type: "textinput", state: "s", inputType: "file" }],
  ["align", { type: "hstack", align: "left", children: [] }],
  ["children", { type: "vstack" }],
  ["children", { type: "box", children: "text" }],
  ["children.0", { type: "box", children: ["text"] }],
  ["children.0.type", { type: "box", children: [{ type: "html" }] }],
  ["source.url", { type: "webframe", source: { url: "data:text/html,<script>alert(1)</script>" } }],
  ["source.url", { type: "webframe", source: { url: "//acme.test" } }],
  ["source.url", { type: "webframe", source: { url: "https://user@acme.test/" } }],
  ["aspectRatio", { type: "webframe", source: { url }, aspectRatio: 0 }],
  ["source.url", { ...image, source: { url: "blob:https://acme.test/1" } }],
  ["source.url", { ...image, source: { url: "java\tscript:alert(1)" } }],
  ["source.url", { ...image, source: { url: " https://acme.test/" } }],
  ["aspectRatio", { ...image, aspectRatio: 101 }],
  ["aspectRatio", { type: "image", source: { url } }],
  ["content", { type: "markdown" }],
  ["content", { type: "markdown", content: { state: "a" } }],
  ["children", { type: "text", children: [image] }],
  ["style", text("a", { style: "blink" })],
  ["target.url", link("mailto:a@acme.test")],
  ["target.url", link("/relative")],
  ["target.url", link({ host: "acme.test/a", pathname: "/" })],
  ["target.url", link({ host: "user@acme.test", pathname: "/" })],
  ["target.url", link({ host: "acme.test", pathname: "//evil\n" })],
  ["target.url", link({ host: "acme.test", pathname: "a" })],
  ["children.0", { type: "hint", children: [button] }],
  ["options", select([{ id: "a" }])],
  ["options", select({ url: "javascript:1" })],
  ["element", input(image)],
  ["label", { type: "input", element: button }],
  ["value", { type: "radio", state: "s", value: {} }],
  ["id", { type: "step", children: [text()] }]
]

const { labelLength, contentLength, textLength, nameLength, fields } = ContentKitValue.limits

const atLimits: ReadonlyArray<readonly [name: string, good: unknown, bad: unknown]> = [
  ["depth", block(within(limits.depth - 1)), block(within(limits.depth))],
  ["elements", block(...list(limits.elements - 1, () => text())), block(...list(limits.elements, () => text()))],
  [
    "labels",
    block({ ...button, label: "x".repeat(labelLength) }),
    block({ ...button, label: "x".repeat(labelLength + 1) })
  ],
  ["texts", block(text("x".repeat(textLength))), block(text("x".repeat(textLength + 1)))],
  [
    "content",
    block({ type: "markdown", content: "x".repeat(contentLength) }),
    block({ type: "markdown", content: "x".repeat(contentLength + 1) })
  ],
  [
    "names",
    block({ type: "switch", state: "x".repeat(nameLength) }),
    block({ type: "switch", state: "x".repeat(nameLength + 1) })
  ],
  [
    "actions",
    block({ ...button, onPress: { action: "x".repeat(nameLength) } }),
    block({ ...button, onPress: { action: "x".repeat(nameLength + 1) } })
  ],
  [
    "options",
    block(select(list(ContentKitElement.limits.options, () => ({ id: "a", label: "b" })))),
    block(select(list(ContentKitElement.limits.options + 1, () => ({ id: "a", label: "b" }))))
  ],
  [
    "buttons",
    block({ type: "card", buttons: list(ContentKitElement.limits.buttons, () => button) }),
    block({ type: "card", buttons: list(ContentKitElement.limits.buttons + 1, () => button) })
  ],
  [
    "controls",
    answer({ type: "block", children: [], controls: list(50, () => ({ label: "a", onPress: press })) }),
    answer({ type: "block", children: [], controls: list(51, () => ({ label: "a", onPress: press })) })
  ],
  [
    "data of a frame",
    block({ type: "webframe", source: { url }, data: record(fields) }),
    block({ type: "webframe", source: { url }, data: record(fields + 1) })
  ],
  [
    "a query",
    block(link({ host: "acme.test", pathname: "/", query: record(fields) })),
    block(link({ host: "acme.test", pathname: "/", query: record(fields + 1) }))
  ],
  [
    "addresses",
    block(link(`https://acme.test/${"x".repeat(2048 - 18)}`)),
    block(link(`https://acme.test/${"x".repeat(2048 - 17)}`))
  ],
  ["ratios", block({ ...image, aspectRatio: 100 }), block({ ...image, aspectRatio: 100.1 })],
  [
    "nesting",
    answer({ type: "block", children: [] }, { state: { a: nested(62) } }),
    answer({ type: "block", children: [] }, { state: { a: nested(63) } })
  ],
  [
    "values",
    { type: "complete", returnValue: { a: list(49_996, () => 1) } },
    { type: "complete", returnValue: { a: list(49_997, () => 1) } }
  ],
  [
    "characters",
    { type: "complete", returnValue: { a: "x".repeat(1_000_000 - 24) } },
    { type: "complete", returnValue: { a: "x".repeat(1_000_000 - 23) } }
  ]
]

describe("an answer of a script", () => {
  it.each(accepted)("accepts %s (rule contentkit-form)", async (_, element) => {
    const found = await passed(block(element))
    assert.deepStrictEqual(found, {
      type: "element",
      element: { type: "block", children: [element] },
      state: {},
      props: {}
    })
  })

  it.each(refused)("rejects %s of %j (rules contentkit-form, contentkit-addresses)", async (path, element) => {
    const found = await faults(block(element))
    assert.isNotEmpty(found)
    for (const each of found) assert.match(each, new RegExp(`^element\\.children\\.0\\.${path.replaceAll(".", "\\.")}`))
  })

  it.each(atLimits)("limits %s (rule contentkit-limits)", async (_, good, bad) => {
    assert.deepStrictEqual(await faults(good), [])
    assert.isNotEmpty(await faults(bad))
  })

  it("has a block, a modal or a configuration as its root", async () => {
    const roots = [
      {
        type: "block",
        children: [text()],
        controls: [{ label: "a", onPress: press }, [{ label: "b", onPress: press, icon: "edit" }]]
      },
      {
        type: "modal",
        children: [text()],
        title: "T",
        subtitle: [text()],
        size: "xlarge",
        returnValue: { a: 1 },
        submit: button
      },
      { type: "configuration", children: [stepper([step()])] },
      { type: "configuration", children: [input(select([])), text()] }
    ]
    for (const root of roots) {
      assert.deepStrictEqual(await passed(answer(root, { type: "element" })), {
        type: "element",
        element: root,
        state: {},
        props: {}
      })
    }
    assert.deepStrictEqual(await faults(answer({ type: "configuration", children: [stepper([])] })), [
      "element.children.0.children"
    ])
    assert.deepStrictEqual(await faults(answer(text())), ["element.type"])
  })

  it("accepts a mark of completion", async () => {
    assert.deepStrictEqual(await passed({ type: "complete" }), { type: "complete" })
    assert.deepStrictEqual(await passed({ type: "complete", returnValue: { a: [null] } }), {
      type: "complete",
      returnValue: { a: [null] }
    })
  })

  it.each([
    null,
    1,
    "x",
    [],
    {},
    { type: "other" },
    { type: "element" },
    { element: null },
    { element: [] },
    undefined,
    () => 1
  ])("rejects %j", async (given) => {
    assert.isNotEmpty(await faults(given))
  })

  it("requires objects as state and properties", async () => {
    const element = { type: "block", children: [] }
    assert.deepStrictEqual(await faults({ element, props: {} }), ["state"])
    assert.deepStrictEqual(await faults({ element, state: {}, props: [] }), ["props"])
    assert.isNotEmpty(await faults({ element, state: { a: Number.NaN }, props: {} }))
  })

  it("omits unknown fields and the results of failed conditions (rule contentkit-form)", async () => {
    const written = {
      type: "block",
      key: null,
      onclick: "alert(1)",
      children: [
        null,
        false,
        true,
        { ...text(["a", null, false]), style: null, dangerouslySetInnerHTML: { __html: "<b>" } },
        { ...button, onPress: { action: "a", b: null, c: [null] }, label: null }
      ]
    }
    const found = await passed(answer(written, { state: { a: null }, props: { b: [null, false] }, more: 1 }))
    assert.deepStrictEqual(found, {
      type: "element",
      element: { type: "block", children: [text(["a"]), { ...button, onPress: { action: "a", b: null, c: [null] } }] },
      state: { a: null },
      props: { b: [null, false] }
    })
  })

  it("passes again unchanged after validation", async () => {
    const whole = block(...accepted.map(([, element]) => element))
    const once = await passed(whole)
    assert.deepStrictEqual(await passed(once), once)
  })

  it("reports only a few of many faults", async () => {
    const many = await Effect.runPromise(
      Effect.flip(ContentKitOutput.check(block(...list(500, () => ({ type: "x" })))))
    )
    assert.strictEqual(many.details.length, limits.faults)
    assert.include(many.message, "element.children.0.type")
  })
})
