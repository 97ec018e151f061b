import { deepStrictEqual } from "node:assert/strict"
import { IdGenerator, type OrganizationId } from "@quire/core"
import { Quire } from "@quire/http"
import { Layer } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"

/** A fixed clock, and IDs that are the same in every run. */
const fixed = Layer.merge(IdGenerator.IdGenerator.layerSequence, TestClock.layer({ warningDelay: "1 hour" }))

/** The code of the host application under test: each customer has a space, found by the customer's name. */
const signUp = async (quire: Quire.Quire, organization: OrganizationId, names: ReadonlyArray<string>) => {
  for (const title of names) await quire.system.spaces.create(organization, { title })
  const { items } = await quire.system.spaces.list(organization, { limit: 100 })
  return items.map((space) => space.title)
}

const name = fc.string({ minLength: 1, maxLength: 20, unit: fc.constantFrom(..."abcdefgh") }).map((text) => `C ${text}`)

await fc.assert(
  fc.asyncProperty(fc.uniqueArray(name, { maxLength: 5 }), async (names) => {
    const quire = await Quire.open({
      store: { kind: "memory" },
      baseUrl: "http://localhost:4100",
      upkeep: "off",
      layers: fixed
    })
    const ann = await quire.system.users.ensure({ email: "ann@example.com", displayName: "Ann" })
    const { id } = await quire.as(ann.id).organizations.create({ title: "Acme" })
    deepStrictEqual((await signUp(quire, id, names)).sort(), [...names].sort())
    deepStrictEqual(ann.id, `a${"1".padStart(26, "0")}`)
    await quire.close()
  }),
  { numRuns: 10 }
)
console.log("every customer has a space, in 10 generated cases")
