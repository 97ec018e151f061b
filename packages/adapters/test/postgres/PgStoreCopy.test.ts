import { assert, layer } from "@effect/vitest"
import { CollectionRegistry } from "@quire/core/internal"
import { Suite } from "@quire/testing"
import { Effect } from "effect"
import * as MemoryState from "../../src/memory/MemoryState.ts"
import * as MemoryStoreCopy from "../../src/memory/MemoryStoreCopy.ts"
import * as PgStoreCopy from "../../src/postgres/PgStoreCopy.ts"
import * as Catalogue from "./support/Catalogue.ts"
import * as StoreTemplate from "./support/StoreTemplate.ts"

layer(StoreTemplate.layer(), Suite.live)(
  "the copy of every table, or its documented omission (rule backup-complete)",
  (it) => {
    it.effect("covers Postgres", () =>
      Effect.gen(function* () {
        const { columns } = yield* Catalogue.of("quire")
        const ofProgram = columns.flatMap(({ table }) => (table.startsWith("test_") ? [] : [table]))
        const tables = [...new Set(ofProgram)].toSorted()
        const copied = PgStoreCopy.tablesOf(CollectionRegistry.shapes)
        assert.deepStrictEqual([...copied, ...Object.keys(PgStoreCopy.leftOut)].toSorted(), tables)
        assert.strictEqual(new Set(copied).size, copied.length)
      })
    )

    it.effect("covers memory", () =>
      Effect.sync(() => {
        assert.deepStrictEqual(Object.keys(MemoryStoreCopy.parts).toSorted(), Object.keys(MemoryState.empty).toSorted())
      })
    )
  }
)
