import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import * as SignedResponse from "../../src/saml/SignedResponse.ts"
import { limits } from "../../src/saml/XmlBounds.ts"

const expected = { issuer: "i", certificates: [], audience: "a", destination: "d", now: 0 }

const encode = (xml: string) => Buffer.from(xml).toString("base64")
const fill = (text: string) => text.repeat(Math.floor(limits.characters / text.length))

/** Texts that patterns may take long over, each as long as may be. */
const hostile: ReadonlyArray<readonly [string, string]> = [
  ["spaces before invalid base64", `A${" ".repeat(1_000_000)}!`],
  ["a million characters", "A".repeat(1_000_000)],
  ["only opening tags", encode(fill("<"))],
  ["a tag without an end", encode(`<x ${fill("a ").slice(10)}`)],
  ["spaces in a tag", encode(`<x${fill(" ").slice(10)}`)],
  ["attributes without an end", encode(`<x ${fill('a="').slice(10)}`)],
  ["ampersands", encode(`<x>${fill("&").slice(10)}</x>`)],
  ["half a reference", encode(`<x>${fill("&#x").slice(10)}</x>`)],
  ["the maximum number of elements", encode(`<x>${"<y/>".repeat(limits.elements - 1)}</x>`)],
  [
    "the maximum number of attributes",
    encode(
      `<x>${`<y ${Array.from({ length: limits.attributesOfOne }, (_, at) => `a${at}="b"`).join(" ")}/>`.repeat(limits.attributes / limits.attributesOfOne)}</x>`
    )
  ]
]

for (const [what, response] of hostile) {
  it.effect(`rejects ${what} quickly (rule saml-bounds)`, () =>
    Effect.gen(function* () {
      const { _tag } = yield* Effect.flip(SignedResponse.verify(response, expected))
      assert.strictEqual(_tag, "AssertionRefused")
    })
  )
}
