import { assert, describe, it } from "@effect/vitest"
import { ApiTokens, Audit, BlobStore, Reindex, type UserId } from "@quire/core"
import { Rounds } from "@quire/testing"
import { Cause, Effect, Exit, Option } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { command, founding } from "../model/Commands.ts"
import { Model } from "../model/Model.ts"
import { cast, settle } from "../model/Principals.ts"
import type { Command, Run } from "../model/Step.ts"
import { inProcess } from "../model/Systems.ts"
import { isWhole } from "../support/depth.ts"
import { asSystem } from "../support/engine.ts"
import { asked, events, opened, restored, stores, written } from "./installations.ts"

const { rounds } = Rounds

type Kind = keyof typeof stores

/** What anybody may look at, now and after. */
const look = Effect.fnUntraced(function* (tokens: ReadonlyArray<string>, organizations: ReadonlyArray<string>) {
  const { verify } = yield* Audit.Audit
  return {
    answers: yield* asked(tokens, organizations),
    events: yield* events,
    audit: yield* asSystem(verify())
  }
})

/** A history in a new engine, a backup of it, and what was answered. */
const live = (kind: Kind, commands: ReadonlyArray<Command>, file: Uint8Array) =>
  Effect.gen(function* () {
    const world = yield* settle
    const system = yield* inProcess
    const on: Run = { model: new Model(cast), system, ids: new Map(), named: new Map(), tally: new Map(), ...world }
    for (const { run } of commands) yield* run(on)
    const tokens = yield* ApiTokens.ApiTokens
    const secrets = yield* Effect.forEach([...world.users.values()], (id) =>
      Effect.map(asSystem(tokens.create(id as UserId, { label: "kept" })), ({ token }) => token)
    )
    const { put } = yield* BlobStore.BlobStore
    const hash = yield* put(file)
    yield* asSystem((yield* Audit.Audit).chain())
    const before = yield* look(secrets, world.organizations)
    return { before, secrets, hash, organizations: world.organizations, bytes: yield* written }
  }).pipe(Effect.provide(opened(stores[kind])), Effect.scoped)

const judge = (from: Kind, to: Kind, commands: ReadonlyArray<Command>, file: Uint8Array) =>
  Effect.gen(function* () {
    const { before, bytes, hash, organizations, secrets } = yield* live(from, commands, file)
    const after = yield* Effect.gen(function* () {
      const { get } = yield* BlobStore.BlobStore
      const kept = Option.getOrUndefined(yield* get(hash))
      assert.deepStrictEqual(kept && [...kept], [...file])
      yield* asSystem((yield* Reindex.Reindex).run())
      return { ...(yield* look(secrets, organizations)), again: yield* written }
    }).pipe(Effect.provide(restored(stores[to], bytes)), Effect.scoped)
    for (const [at, answer] of before.answers.entries()) {
      const found = after.answers[at]
      assert.strictEqual(`${found?.status} ${found?.path}`, `${answer.status} ${answer.path}`)
      assert.deepStrictEqual(JSON.parse(found?.text ?? ""), JSON.parse(answer.text), answer.path)
    }
    assert.deepStrictEqual(after.events, before.events)
    assert.deepStrictEqual(after.audit, before.audit)
    assert.isAbove(after.again.length, 0)
  }).pipe(Effect.provide(TestClock.layer()), Effect.orDie)

describe("an installation restored from a backup", () => {
  const ways: ReadonlyArray<readonly [Kind, Kind, number]> = [
    ["memory", "memory", rounds(1, 400, 20)],
    ["memory", "Postgres", rounds(1, 100, 8)],
    ["Postgres", "memory", rounds(1, 100, 8)],
    ["Postgres", "Postgres", rounds(1, 100, 8)]
  ]
  /** Quick runs read and write no Postgres. */
  const isTried = (from: Kind, to: Kind) => isWhole || (from === "memory" && to === "memory")
  for (const [from, to, count] of ways.filter(([from, to]) => isTried(from, to))) {
    it(
      `behaves like the original from ${from} to ${to} (rules backup-same, backup-any, backup-files and backup-derived)`,
      () =>
        Rounds.holds(
          fc.asyncProperty(
            founding,
            fc.array(command, { minLength: 5, maxLength: 40, size: "max" }),
            fc.uint8Array({ maxLength: 100_000, size: "max" }),
            async (first, commands, file) => {
              const done = await Effect.runPromise(Effect.exit(judge(from, to, [...first, ...commands], file)))
              assert.isTrue(Exit.isSuccess(done), Exit.isSuccess(done) ? "" : Cause.pretty(done.cause))
            }
          ),
          count
        ),
      Rounds.patience
    )
  }
})
