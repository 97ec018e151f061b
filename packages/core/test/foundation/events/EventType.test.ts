import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { EventType, eventTypes, verbs, WrittenType } from "../../../src/foundation/events/EventType.ts"

const types = Object.entries(eventTypes)
const verbOf = (type: string) => type.slice(type.indexOf(".") + 1)

describe("an event type (rule event-types)", () => {
  it("consists of a plural noun, or content, and a verb", () => {
    for (const [type] of types) assert.match(type, /^(content|[a-z][a-zA-Z]*s)\.[a-z][a-zA-Z]*$/)
  })

  it("uses only known verbs, and every known verb is used", () => {
    assert.sameMembers([...new Set(types.map(([type]) => verbOf(type)))], Object.keys(verbs))
  })

  it("has one unique sentence", () => {
    const sentences = types.map(([, { happened }]) => happened)
    for (const sentence of [...sentences, ...Object.values(verbs)]) assert.match(sentence, /^[A-Z][^.;:]*\.$/)
    assert.strictEqual(new Set(sentences).size, types.length)
    assert.strictEqual(new Set(Object.values(verbs)).size, Object.keys(verbs).length)
  })

  it("names its subjects", () => {
    for (const [type, { subjects }] of types) assert.match(subjects, /^(the|what) [a-z, -]*[a-z]$/, type)
  })

  it("belongs to a closed list where it is announced and an open one where it is read", () => {
    const decodes = (schema: Schema.Codec<string>, text: string) => Schema.is(schema)(text)
    for (const [type] of types)
      assert.deepStrictEqual([decodes(EventType, type), decodes(WrittenType, type)], [true, true])
    for (const text of ["", "spaces", "spaces.remove", "moons.rise", "constructor"]) {
      assert.deepStrictEqual([decodes(EventType, text), decodes(WrittenType, text)], [false, true], text)
    }
  })
})
