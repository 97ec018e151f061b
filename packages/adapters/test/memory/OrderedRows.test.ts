import { Property } from "@quire/testing"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import * as OrderedRows from "../../src/memory/OrderedRows.ts"

const keyset = fc.record({
  order: fc.tuple(fc.option(fc.integer({ min: 0, max: 3 }), { freq: 4 })),
  id: fc.constantFrom("a", "b", "c", "d", "e", "f")
})
const write = fc.record({ at: keyset, isRemoval: fc.boolean() })

type At = typeof keyset extends fc.Arbitrary<infer A> ? A : never

const nameOf = ({ id, order }: At) => JSON.stringify([order, id])

/** The rows after some writes, and a map after the same writes. */
const written = (writes: ReadonlyArray<{ readonly at: At; readonly isRemoval: boolean }>) => {
  let rows: OrderedRows.OrderedRows<number> = OrderedRows.empty
  const model = new Map<string, { readonly at: At; readonly row: number }>()
  for (const [row, { at, isRemoval }] of writes.entries()) {
    if (isRemoval) model.delete(nameOf(at))
    else model.set(nameOf(at), { at, row })
    rows = isRemoval ? OrderedRows.remove(rows, at) : OrderedRows.insert(rows, { at, row })
  }
  return { rows, model: [...model.values()] }
}

describe("a collection of ordered rows", () => {
  it("equals a sorted list after any writes", () =>
    Property.sync([fc.array(write, { maxLength: 60 })], ([writes]) => {
      const { model, rows } = written(writes)
      const compare = OrderedRows.comparator("asc")
      const sorted = model.toSorted((left, right) => compare(left.at, right.at)).map(({ row }) => row)
      assert.deepStrictEqual(OrderedRows.rows(rows), sorted)
      assert.strictEqual(OrderedRows.size(rows), sorted.length)
      assert.strictEqual(rows.nulls, model.filter(({ at }) => at.order.includes(null)).length)
    }))

  it("starts after a position, in both directions where nothing is null", () =>
    Property.sync(
      [fc.array(write, { maxLength: 60 }), keyset, fc.constantFrom("asc" as const, "desc" as const)],
      ([writes, after, direction]) => {
        const { model, rows } = written(writes.filter(({ at }) => !at.order.includes(null)))
        const compare = OrderedRows.comparator(direction)
        const found: Array<number> = []
        OrderedRows.visit(rows, direction, {
          isBefore: (at) => compare(at, after) <= 0,
          visit: ({ row }) => found.push(row) < 3
        })
        const rest = model.filter(({ at }) => compare(at, after) > 0)
        const sorted = rest.toSorted((left, right) => compare(left.at, right.at)).map(({ row }) => row)
        assert.deepStrictEqual(found, sorted.slice(0, 3))
      }
    ))

  it("keeps its previous state across a write", () => {
    const at = (id: string) => ({ order: [], id })
    const one = OrderedRows.insert(OrderedRows.empty, { at: at("a"), row: 1 })
    const two = OrderedRows.insert(one, { at: at("b"), row: 2 })
    OrderedRows.remove(two, at("a"))
    assert.deepStrictEqual(OrderedRows.rows(one), [1])
    assert.deepStrictEqual(OrderedRows.rows(two), [1, 2])
  })

  it.each(["ascending", "descending", "mixed"])("reads few of many rows that were written %s", (order) => {
    const many = 4096
    let rows: OrderedRows.OrderedRows<number> = OrderedRows.empty
    for (let index = 0; index < many; index++) {
      const row = order === "ascending" ? index : order === "descending" ? many - index : (index * 2_654_435_761) % many
      rows = OrderedRows.insert(rows, { at: { order: [row], id: String(row) }, row })
    }
    let looks = 0
    const isBefore = ({ order: [value] }: { readonly order: ReadonlyArray<unknown> }) => {
      looks++
      return Number(value) < many / 2
    }
    OrderedRows.visit(rows, "asc", { isBefore, visit: () => false })
    assert.isBelow(looks, 40)
  })
})
