import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { EventType, eventTypes, WrittenType } from "../../../src/foundation/events/EventType.ts"
import { verbs } from "../../../src/foundation/events/EventVerb.ts"

const types = Object.entries(eventTypes)
const verbOf = (type: string) => type.slice(type.indexOf(".") + 1)

describe("types of events (rule event-types)", () => {
  it("are a noun in the plural, or content, and a verb", () => {
    for (const [type] of types) assert.match(type, /^(content|[a-z][a-zA-Z]*s)\.[a-z][a-zA-Z]*$/)
  })

  it("use every verb that there is, and no other", () => {
    assert.sameMembers([...new Set(types.map(([type]) => verbOf(type)))], Object.keys(verbs))
  })

  it("have one sentence each, which no other has", () => {
    const sentences = types.map(([, { happened }]) => happened)
    for (const sentence of [...sentences, ...Object.values(verbs)]) assert.match(sentence, /^[A-Z][^.;:]*\.$/)
    assert.strictEqual(new Set(sentences).size, types.length)
    assert.strictEqual(new Set(Object.values(verbs)).size, Object.keys(verbs).length)
  })

  it("say what their subjects are", () => {
    for (const [type, { subjects }] of types) assert.match(subjects, /^(the|what) [a-z, -]*[a-z]$/, type)
  })

  it("are closed where they are announced, and open where they are read", () => {
    const decodes = (schema: Schema.Codec<string>, text: string) => Schema.is(schema)(text)
    for (const [type] of types)
      assert.deepStrictEqual([decodes(EventType, type), decodes(WrittenType, type)], [true, true])
    for (const text of ["", "spaces", "spaces.remove", "moons.rise", "constructor"]) {
      assert.deepStrictEqual([decodes(EventType, text), decodes(WrittenType, text)], [false, true], text)
    }
  })
})
