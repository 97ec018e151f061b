import { assert, describe, it } from "@effect/vitest"
import { type Block, ContentKitOutput, StaticElement, StaticForm } from "@quire/core/internal"
import { Effect, Schema } from "effect"

const paragraph: Block.Paragraph = {
  object: "block",
  type: "paragraph",
  nodes: [{ object: "text", leaves: [{ object: "leaf", text: "read", marks: [] }] }]
}

/** What is left of elements without their script. */
const formOf = (children: ReadonlyArray<unknown>, more: object = {}, state: object = {}) =>
  Effect.runSync(
    Effect.map(
      ContentKitOutput.check({ element: { type: "block", children, ...more }, state, props: {} }),
      (output) => {
        if (output.type !== "element") return assert.fail("nothing drawn")
        const texts = StaticForm.markdownOf(output)
        const elements = StaticForm.of(output, new Map(texts.map((text) => [text, text === "" ? [] : [paragraph]])))
        const codec = Schema.toType(Schema.Array(StaticElement.StaticElement))
        assert.isTrue(Schema.is(codec)(elements))
        return { texts, elements }
      }
    )
  )

const elementsOf = (...children: ReadonlyArray<unknown>) => formOf(children).elements

const url = "https://acme.test/a"
const opens = { action: "@ui.url.open", url }
const press = { action: "again" }
const button = (onPress: object, more = {}) => ({ type: "button", label: "Go", onPress, ...more })
const image = (to = url) => ({ type: "image", source: { url: to }, aspectRatio: 2 })
const input = (element: unknown) => ({ type: "input", label: "Name", hint: "Why", element })
const shownButton = { label: "Go", url, isPrimary: false }

describe("the static form of an element without its script (rule page-block-static)", () => {
  it("opens addresses, and omits actions that need the script", () => {
    assert.deepStrictEqual(elementsOf(button(opens, { style: "primary", icon: "star" })), [
      { type: "buttons", buttons: [{ ...shownButton, isPrimary: true, icon: "star" }] }
    ])
    assert.deepStrictEqual(elementsOf(button(opens, { label: "" })), [
      { type: "buttons", buttons: [{ ...shownButton, label: "acme.test" }] }
    ])
    const gone = [
      button(press),
      button({ action: "@ui.modal.open", componentId: "m", props: {} }),
      button(opens, { disabled: true }),
      { type: "textinput", state: "s" },
      { type: "select", state: "s", options: [] },
      { type: "switch", state: "s" },
      { type: "radio", state: "s", value: "v" },
      { type: "checkbox", state: "s", value: "v" },
      input({ type: "textinput", state: "s" }),
      input(button(press)),
      { type: "card", buttons: [button(press)] },
      { type: "vstack", children: [{ type: "box", children: [button(press)] }] },
      { type: "hint", children: [] },
      { type: "text", children: " " }
    ]
    for (const element of gone) assert.deepStrictEqual(elementsOf(element), [], JSON.stringify(element))
    assert.deepStrictEqual(elementsOf(input(button(opens))), [
      {
        type: "labelled",
        label: "Name",
        hint: [{ type: "text", runs: [{ text: "Why" }] }],
        children: [{ type: "buttons", buttons: [shownButton] }]
      }
    ])
  })

  it("keeps texts with their styles and links, and images over https", () => {
    const link = { type: "link", target: { url: { host: "acme.test", pathname: "/b", query: { q: { $state: "s" } } } } }
    const { elements } = formOf(
      [
        {
          type: "text",
          style: "bold",
          children: ["a", { type: "text", style: "code", children: "b" }, { ...link, children: "c" }]
        },
        image(),
        image("http://acme.test/a.png")
      ],
      {},
      { s: "x&y" }
    )
    assert.deepStrictEqual(elements, [
      {
        type: "text",
        runs: [
          { text: "a", styles: ["bold"] },
          { text: "b", styles: ["bold", "code"] },
          { text: "c", url: "https://acme.test/b?q=x%26y", styles: ["bold"] }
        ]
      },
      { type: "image", url, ratio: 2 }
    ])
  })

  it("renders Markdown and code like documents, with the values of the state", () => {
    const { elements, texts } = formOf(
      [
        { type: "markdown", content: { $state: "text" } },
        { type: "codeblock", content: "a\r\nb\n", syntax: "js", lineNumbers: true, buttons: [button(press)] }
      ],
      {},
      { text: "*m*" }
    )
    assert.deepStrictEqual(texts, ["*m*"])
    const [written, code] = elements
    assert.deepStrictEqual(written, { type: "document", nodes: [paragraph] })
    const [block] = code?.type === "document" ? code.nodes : []
    assert.strictEqual(block?.type === "code" ? block.nodes.length : 0, 2)
    assert.strictEqual(elements.length, 2)
  })

  it("renders frames over https, and links in place of others", () => {
    const frame = (to: string) => ({ type: "webframe", source: { url: to }, aspectRatio: 1.5 })
    assert.deepStrictEqual(elementsOf(frame(url), frame("http://acme.test/x")), [
      { type: "frame", url, ratio: 1.5 },
      { type: "text", runs: [{ text: "http://acme.test/x", url: "http://acme.test/x" }] }
    ])
  })

  it("renders the controls of a block that open addresses, and nothing of a modal", () => {
    const controls = [[{ label: "Go", onPress: opens }], { label: "No", onPress: press }]
    assert.deepStrictEqual(formOf([], { controls }).elements, [{ type: "buttons", buttons: [shownButton] }])
    const modal = ContentKitOutput.check({ element: { type: "modal", children: [image()] }, state: {}, props: {} })
    const output = Effect.runSync(modal)
    assert.deepStrictEqual(output.type === "element" ? StaticForm.of(output, new Map()) : undefined, [])
  })
})
