import { assert, layer } from "@effect/vitest"
import { Repository, RowStore } from "@quire/core"
import { Console, Effect, type Layer, Option } from "effect"
import * as FastCheck from "fast-check"
import { depth, holds } from "./Rounds.ts"
import { type Change, type Choice, type Command, commands } from "./row-store/Commands.ts"
import * as Model from "./row-store/Model.ts"
import { answer, type Items, itemShape } from "./row-store/Rows.ts"
import { fresh, live, type Options, tries } from "./Suite.ts"
import { type Item, items } from "./TestCollections.ts"

/** A store and a model that executed the same commands. */
interface Run {
  readonly repository: Items
  readonly store: typeof RowStore.RowStore.Service
  readonly group: string
  rows: Model.Rows
  /** All items ever written, so that lists also continue after removed rows. */
  readonly known: Array<Item>
  /** Number of commands. */
  told: number
}

/** Ids are unique in the store, so those of each run start with its group. */
const idIn = ({ group }: Run, id: string) => `${group}.${id}`

const plain = ({ value, version, counters }: Repository.VersionedValue<Item>) => ({ value, version, counters })

const filterOf = (run: Run, { index, label, tag, words, from, to }: Choice): RowStore.RowFilter => ({
  equals: { group: run.group, ...(index === "labelled" ? { label } : {}) },
  ...(tag === undefined ? {} : { has: { tags: tag } }),
  ...(words === undefined ? {} : { contains: { words } }),
  range: { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
})

const written = (run: Run, outcome: Model.Outcome, answered: string, items: ReadonlyArray<Item>) => {
  assert.include(outcome.answers, answered)
  if (answered !== "done") return
  run.rows = outcome.rows
  run.known.push(...items)
}

const update = (run: Run, changes: ReadonlyArray<Change>) =>
  Effect.gen(function* () {
    const pairs = changes.map(({ id, stale, over }) => {
      const next = { ...over, id: idIn(run, id), group: run.group }
      const row = run.rows.find(({ value }) => value.id === next.id)
      const version = (row?.version ?? 1) + (stale ? 1 : 0)
      return { seen: { value: { ...next, name: `not ${next.name}` }, version, counters: {} }, next }
    })
    const told = pairs.map(({ seen, next }) => ({ seen: seen.version, next }))
    const answered = yield* answer(run.repository.tryUpdateAll(pairs))
    written(
      run,
      Model.update(run.rows, told),
      answered,
      told.map(({ next }) => next)
    )
  })

const list = (run: Run, { choice, page }: Extract<Command, { _tag: "List" }>) =>
  Effect.gen(function* () {
    const item = page.after === undefined ? undefined : run.known[page.after % Math.max(1, run.known.length)]
    const after = item === undefined ? {} : { after: run.repository.keyset(choice.index, item) }
    const direction = page.descending ? "desc" : "asc"
    const query = { ...filterOf(run, choice), direction, ...after, limit: page.limit } as const
    const rows = (yield* run.store.list(itemShape, choice.index, query)).map(run.repository.decode)
    const selection = { ...choice, group: run.group }
    assert.deepStrictEqual(rows.map(plain), [...Model.list(run.rows, selection, { ...page, after: item })])
  })

const read = (run: Run, { ids, key }: Extract<Command, { _tag: "Get" }>) =>
  Effect.gen(function* () {
    const wanted = ids.map((id) => idIn(run, id))
    const found = yield* run.repository.getMany(wanted)
    const expected = run.rows.filter(({ value }) => wanted.includes(value.id))
    assert.deepStrictEqual(
      new Map([...found].map(([id, row]) => [id, plain(row)])),
      new Map(expected.map((row) => [row.value.id, row]))
    )
    const { group } = run
    const [byName, bySlot] = [
      yield* run.repository.getBy("name", { group, name: key }),
      yield* run.repository.getBy("slot", { group, slot: key })
    ]
    const named = run.rows.find(({ value }) => value.name === key)
    const slotted = run.rows.find(({ value }) => value.slot === key && value.flag === true)
    assert.deepStrictEqual(
      [Option.map(byName, plain), Option.map(bySlot, plain)],
      [named, slotted].map(Option.fromNullishOr)
    )
  })

const remove = (run: Run, ids: ReadonlyArray<string>, removing: Effect.Effect<number>) =>
  Effect.gen(function* () {
    const rest = Model.without(run.rows, ids)
    assert.strictEqual(yield* removing, run.rows.length - rest.length)
    run.rows = rest
  })

const atomic = (run: Run, { commands, undone }: Extract<Command, { _tag: "Atomic" }>) =>
  Effect.gen(function* () {
    const before = run.rows
    const body = Effect.andThen(
      Effect.forEach(commands, (command) => tell(run, command)),
      undone ? Effect.fail("undone") : Effect.void
    )
    yield* Effect.ignore(run.store.atomic(body))
    if (undone) run.rows = before
  })

const tell = (run: Run, command: Command): Effect.Effect<void> => {
  const { repository, group, store } = run
  run.told += 1
  switch (command._tag) {
    case "Insert": {
      const values = command.items.map((given) => ({ ...given, id: idIn(run, given.id), group }))
      return Effect.map(answer(repository.tryInsertAll(values)), (answered) =>
        written(run, Model.insert(run.rows, values), answered, values)
      )
    }
    case "Update":
      return update(run, command.changes)
    case "Add": {
      const id = idIn(run, command.id)
      if (!run.rows.some(({ value }) => value.id === id)) return Effect.void
      return Effect.map(repository.add(id, { hits: command.hits }), () => {
        run.rows = Model.add(run.rows, id, command.hits)
      })
    }
    case "Remove": {
      const ids = command.ids.map((id) => idIn(run, id))
      return remove(run, ids, repository.remove(ids))
    }
    case "RemoveWhere": {
      const ids = Model.select(run.rows, { ...command.choice, group }).map(({ value }) => value.id)
      return remove(run, ids, store.removeWhere(itemShape, command.choice.index, filterOf(run, command.choice)))
    }
    case "List":
      return list(run, command)
    case "Count": {
      const expected = Model.select(run.rows, { ...command.choice, group }).length
      return Effect.map(
        store.count(itemShape, command.choice.index, filterOf(run, command.choice), command.cap),
        (count) => assert.strictEqual(count, Math.min(expected, command.cap ?? expected))
      )
    }
    case "CountEach": {
      const count = (label: string) => run.rows.filter(({ value }) => value.label === label).length
      const expected = command.labels.flatMap((label) => (count(label) === 0 ? [] : [[label, count(label)] as const]))
      return Effect.map(repository.countEach("labelled", "label", command.labels, { group }), (counts) =>
        assert.deepStrictEqual(new Map(counts), new Map(expected))
      )
    }
    case "Get":
      return read(run, command)
    case "Atomic":
      return atomic(run, command)
  }
}

/** Runs commands on a store and on the model; returns their number, including those in transactions. */
const agree = (sequence: ReadonlyArray<Command>) =>
  Effect.gen(function* () {
    const repository: Items = yield* Repository.make(items)
    const run: Run = { repository, store: yield* RowStore.RowStore, group: fresh("g"), rows: [], known: [], told: 0 }
    yield* Effect.forEach(sequence, (command) => tell(run, command))
    const rows = yield* repository.list("inGroup", { equals: { group: run.group }, limit: 100 })
    const everything = { index: "inGroup", group: run.group, label: { in: [] }, tag: undefined, words: undefined }
    const page = { descending: false, after: undefined, limit: 100 }
    assert.deepStrictEqual(rows.map(plain), [
      ...Model.list(run.rows, { ...everything, from: undefined, to: undefined }, page)
    ])
    return run.told
  })

/** For any sequence of writes and reads a store returns the same results as a naively searched list of rows. */
export const suite = <E>(name: string, store: Layer.Layer<RowStore.RowStore, E>, { runs = 100 }: Options = {}): void =>
  layer(store, live)(`${name}: RowStore and its model`, (it) => {
    it.effect(
      "agree after every sequence of commands",
      () =>
        Effect.gen(function* () {
          const context = yield* Effect.context<RowStore.RowStore>()
          let told = 0
          const agreed = FastCheck.asyncProperty(commands, async (sequence) => {
            told += await Effect.runPromiseWith(context)(agree(sequence))
          })
          yield* Effect.promise(() => holds(agreed, runs))
          if (depth() === "deep") yield* Console.log(`${name}: ${told} operations answered as by the model`)
        }),
      tries(runs).timeout
    )
  })
