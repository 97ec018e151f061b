import { assert, describe, it } from "@effect/vitest"
import { type Block, Inline, InlineText } from "@quire/core"
import { TaggedAnswer, TaggedText } from "@quire/core/internal"
import { Property } from "@quire/testing"
import { Result } from "effect"
import * as fc from "fast-check"

const { decode } = TaggedAnswer
const { encode } = TaggedText
const { link, text } = Inline

const mark = (type: "bold" | "italic" | "code"): Inline.Mark => ({ object: "mark", type })

const words = fc.oneof(
  fc.constantFrom(
    "Read ",
    "a < b & c",
    "see https://quire.test/a?b=1.",
    "in src/app.ts",
    "call runIt()",
    "&amp; 5 > 3"
  ),
  fc.string({ minLength: 1, maxLength: 12, unit: "grapheme-ascii" })
)
const marks = fc.constantFrom<ReadonlyArray<Inline.Mark>>([], [], [mark("bold")], [mark("italic")], [mark("code")])
const texts: fc.Arbitrary<Inline.Text> = fc.tuple(words, marks).map(([value, looks]) => text(value, looks))
const links = fc
  .array(texts, { minLength: 1, maxLength: 3 })
  .map((nodes): Block.InlineNode => link({ kind: "url", url: "https://quire.test" }, nodes))
const others = fc.constantFrom<Block.InlineNode>(
  { object: "inline", type: "emoji", data: { code: "1f680" }, isVoid: true },
  { object: "inline", type: "expression", data: { expression: "user.name" }, isVoid: true },
  {
    object: "inline",
    type: "button",
    data: { label: "Go on", kind: "primary", ref: { kind: "page", page: "p" } },
    isVoid: true
  }
)
const nodes = fc.array(fc.oneof(texts, links, others), { maxLength: 6 })

const joined = (found: ReadonlyArray<Block.InlineNode>): ReadonlyArray<Block.InlineNode> =>
  InlineText.join(
    found.map((node) =>
      node.object === "inline" && node.type === "link"
        ? link(
            node.data.ref,
            InlineText.join(node.nodes).flatMap((each) =>
              each.object === "text" || each.type === "inline-image" ? [each] : []
            )
          )
        : node
    )
  )

describe("a text for a translator", () => {
  it("comes back unchanged when nothing was translated (rule translation-structure)", () =>
    Property.sync([nodes], ([given]) => {
      const tagged = encode(given)
      fc.pre(tagged.text.trim() !== "")
      const back = decode(tagged.text, tagged)
      assert.deepStrictEqual(Result.isSuccess(back) ? back.success : back.failure, joined(given))
    }))

  it("fails where a mark was lost, duplicated, invented or nested differently (rule translation-kept)", () => {
    const tagged = encode([
      text("Read "),
      link({ kind: "url", url: "https://quire.test" }, [text("the "), text("setup", [mark("bold")])]),
      text(" with "),
      text("npm", [mark("code")])
    ])
    assert.strictEqual(tagged.text, "Read <1>the <2>setup</2></1> with <3/>")
    const faults: ReadonlyArray<readonly [answer: string, fault: string]> = [
      ["Lis <1>la <2>mise</2></1>", "tag 3 is missing"],
      ["Lis <1>la mise</1> avec <3/>", "tag 2 is missing"],
      ["Lis <1>la</1> <2>mise</2> avec <3/>", "tag 2 is nested in a different tag than in the source text"],
      ["Lis <1>la <2>mise</2></1> avec <3/><3/>", "tag 3 is not in the source text or occurs twice"],
      ["Lis <1>la <2>mise</2></1> avec <3/> <4/>", "tag 4 is not in the source text or occurs twice"],
      ["Lis <1>la <2>mise</1></2> avec <3/>", "tag 1 is closed but not open"],
      ["Lis <1>la <2>mise</2> avec <3/>", "tag 3 is nested in a different tag than in the source text"],
      ["Lis <1>la <2>mise</2></1> avec <3>npm</3>", "tag 3 has a different form than in the source text"],
      ['Lis <a href="https://evil.test">', "it contains a malformed tag"],
      [`Lis <1>la <2>mise</2></1> avec <3/>${"!".repeat(1000)}`, "it is too long"],
      ["Lis \u0000<1>la <2>mise</2></1> avec <3/>", "it contains characters that cannot be stored"]
    ]
    for (const [answer, fault] of faults) {
      const read = decode(answer, tagged)
      assert.strictEqual(Result.isFailure(read) ? read.failure : "accepted", fault)
    }
    const moved = decode("Avec <3/>, lis <1>la <2>mise</2></1>", tagged)
    assert.isTrue(Result.isSuccess(moved))
  })

  it("does not contain code, addresses, files and names (rule translation-unsent)", () => {
    const hidden = [
      "https://quire.test/a?b=c",
      "someone@quire.test",
      "/v1/spaces/{spaceId}/content",
      "docs/start.md",
      "package.json",
      "listPets()",
      "createSpace",
      "max_length",
      "--store",
      "QUIRE_SECRET_KEY"
    ]
    for (const each of hidden) {
      const { hasWords, text: sent } = encode([text(`Use ${each} here, please.`)])
      assert.deepStrictEqual([sent, hasWords], ["Use <1/> here, please.", true])
      assert.isFalse(encode([text(each)]).hasWords)
    }
    assert.strictEqual(
      encode([text("And/or: a well-known one-off. Yes.No")]).text,
      "And/or: a well-known one-off. Yes.No"
    )
  })
})
