import { assert } from "@effect/vitest"
import { Repository, RowStore } from "@quire/core"
import { Effect, Option } from "effect"
import { dies, fresh, type It } from "../Suite.ts"
import { branches, items, leaves, roots, twins } from "../TestCollections.ts"
import { item } from "./Rows.ts"

const repositories = Effect.all({
  roots: Repository.make(roots),
  branches: Repository.make(branches),
  leaves: Repository.make(leaves),
  twins: Repository.make(twins),
  items: Repository.make(items),
  store: RowStore.RowStore
})

/** A root with two branches, a leaf on each, and a twin. */
const tree = Effect.gen(function* () {
  const all = yield* repositories
  const [root, organization] = [fresh("r"), fresh("o")]
  const [first, second] = [fresh("b"), fresh("b")]
  yield* all.roots.insert({ id: root, organization })
  yield* all.branches.insertAll([first, second].map((id) => ({ id, organization, root, guard: null })))
  yield* all.leaves.insertAll([first, second].map((branch) => ({ id: `leaf of ${branch}`, branch })))
  yield* all.twins.insert({ id: root })
  return { ...all, root, organization, first, second }
})

const testRefusing = (it: It<RowStore.RowStore>) => {
  it.effect("rejects a row with a dangling reference, and rolls back its transaction", () =>
    Effect.gen(function* () {
      const { branches, leaves, store, twins } = yield* tree
      yield* dies(leaves.insert({ id: "l", branch: fresh("absent") }))
      yield* dies(twins.insert({ id: fresh("absent") }))
      const root = { id: fresh("r"), organization: "o" }
      const { roots } = yield* repositories
      const broken = branches.insert({ id: fresh("b"), organization: "o", root: root.id, guard: fresh("absent") })
      yield* dies(store.atomic(Effect.andThen(roots.insert(root), broken)))
      assert.isTrue(Option.isNone(yield* roots.get(root.id)))
      assert.isTrue(Option.isNone(yield* leaves.get("l")))
    })
  )

  it.effect("rejects an update with a dangling reference", () =>
    Effect.gen(function* () {
      const { branches, first } = yield* tree
      const seen = Option.getOrThrow(yield* branches.get(first))
      yield* dies(branches.update(seen, { ...seen.value, guard: fresh("absent") }))
      yield* dies(branches.update(seen, { ...seen.value, root: fresh("absent") }))
      assert.deepStrictEqual(yield* branches.get(first), Option.some(seen))
    })
  )

  it.effect("treats null and the empty text as no reference", () =>
    Effect.gen(function* () {
      const { branches, organization, root } = yield* tree
      for (const none of [
        { root, guard: "" },
        { root, guard: null },
        { root: "", guard: null }
      ]) {
        const branch = { id: fresh("b"), organization, ...none }
        yield* branches.insert(branch)
        assert.deepStrictEqual(Option.getOrThrow(yield* branches.get(branch.id)).value, branch)
      }
    })
  )

  it.effect("refuses a scoped reference into another organization", () =>
    Effect.gen(function* () {
      const { branches, first, organization, root, roots } = yield* tree
      yield* dies(branches.insert({ id: fresh("b"), organization: fresh("o"), root, guard: null }))
      const seen = Option.getOrThrow(yield* branches.get(first))
      yield* dies(branches.update(seen, { ...seen.value, organization: fresh("o") }))
      const target = Option.getOrThrow(yield* roots.get(root))
      yield* dies(roots.update(target, { ...target.value, organization: fresh("o") }))
      assert.strictEqual(Option.getOrThrow(yield* roots.get(root)).value.organization, organization)
    })
  )

  it.effect("allows dangling references that are resolved by the end of the transaction", () =>
    Effect.gen(function* () {
      const { branches, leaves, organization, root, roots, store } = yield* tree
      const id = fresh("b")
      yield* store.atomic(
        Effect.gen(function* () {
          yield* leaves.insert({ id: fresh("l"), branch: id })
          yield* branches.insert({ id, organization, root, guard: null })
        })
      )
      assert.strictEqual(yield* leaves.count("ofBranch", { equals: { branch: id } }), 1)
      const moved = fresh("o")
      yield* store.atomic(
        Effect.gen(function* () {
          const seen = Option.getOrThrow(yield* roots.get(root))
          yield* roots.update(seen, { ...seen.value, organization: moved })
          for (const branch of yield* branches.list("ofRoot", { equals: { root }, limit: 9 })) {
            yield* branches.update(branch, { ...branch.value, organization: moved })
          }
        })
      )
      assert.strictEqual(Option.getOrThrow(yield* branches.get(id)).value.organization, moved)
    })
  )
}

const testRemoving = (it: It<RowStore.RowStore>) => {
  it.effect("removes what refers by cascade, through every level, and counts the rows asked for", () =>
    Effect.gen(function* () {
      const { branches, first, leaves, root, roots, second, twins } = yield* tree
      assert.strictEqual(yield* branches.remove([first]), 1)
      assert.isTrue(Option.isNone(yield* leaves.get(`leaf of ${first}`)))
      assert.isTrue(Option.isSome(yield* leaves.get(`leaf of ${second}`)))
      assert.strictEqual(yield* roots.remove([root]), 1)
      assert.isTrue(Option.isNone(yield* branches.get(second)))
      assert.isTrue(Option.isNone(yield* leaves.get(`leaf of ${second}`)))
      assert.isTrue(Option.isNone(yield* twins.get(root)))
      assert.strictEqual(yield* branches.count("ofRoot", { equals: { root } }), 0)
    })
  )

  it.effect("cascades from removals by filter", () =>
    Effect.gen(function* () {
      const { branches, leaves, organization, root, roots, second } = yield* tree
      assert.strictEqual(yield* roots.removeWhere("inOrganization", { equals: { organization } }), 1)
      assert.strictEqual(yield* branches.count("ofRoot", { equals: { root } }), 0)
      assert.isTrue(Option.isNone(yield* leaves.get(`leaf of ${second}`)))
    })
  )

  it.effect("refuses to remove what a row refers to by restrict", () =>
    Effect.gen(function* () {
      const { branches, first, items, store } = yield* tree
      const [guard, other] = [item(fresh("g")), item(fresh("g"))]
      yield* items.insertAll([guard, other])
      const seen = Option.getOrThrow(yield* branches.get(first))
      const guarded = yield* branches.update(seen, { ...seen.value, guard: guard.id })
      yield* dies(items.remove([other.id, guard.id]))
      yield* dies(items.removeWhere("inGroup", { equals: { group: guard.group } }))
      assert.strictEqual((yield* items.getMany([guard.id, other.id])).size, 2)
      yield* store.atomic(Effect.andThen(items.remove([guard.id]), branches.update(guarded, seen.value)))
      assert.isTrue(Option.isNone(yield* items.get(guard.id)))
      assert.isTrue(Option.isSome(yield* branches.get(first)))
    })
  )
}

export const cases = (it: It<RowStore.RowStore>): void => {
  testRefusing(it)
  testRemoving(it)
}
