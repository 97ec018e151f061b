import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { SamlVerifier } from "@quire/core"
import { Effect, Layer } from "effect"
import * as SamlAdapter from "../../src/saml/SamlAdapter.ts"
import { limits } from "../../src/saml/XmlBounds.ts"
import { whileTimePasses } from "../support/slowText.ts"

const expected = { issuer: "i", certificates: [], audience: "a", destination: "d", now: 0 }

const encode = (xml: string) => Buffer.from(xml).toString("base64")

/** Why a response is refused. */
const problemOf = (response: string) =>
  Effect.flatMap(SamlVerifier.SamlVerifier, (verifier) =>
    Effect.map(Effect.flip(verifier.verify(response, expected)), ({ problem }) => problem)
  )

const metadata = (xml: string) =>
  Effect.flatMap(SamlVerifier.SamlVerifier, (verifier) =>
    Effect.map(Effect.flip(verifier.readMetadata(xml)), ({ rule }) => rule)
  )

/** A program in place of the worker, in a separate folder. */
const withProgram = (source: string) =>
  Layer.unwrap(
    Effect.map(
      Effect.acquireRelease(
        Effect.promise(async () => {
          const folder = await mkdtemp(join(tmpdir(), "saml-"))
          await writeFile(join(folder, "program.mjs"), source)
          return folder
        }),
        (folder) => Effect.promise(() => rm(folder, { recursive: true }))
      ),
      (folder) => SamlAdapter.layerOf({ path: join(folder, "program.mjs"), heapMegabytes: 64 })
    )
  )

const begin = 'process.send({ _tag: "Begun", isHeavy: false });'

layer(SamlAdapter.layer, { excludeTestServices: true })("SamlAdapter", (it) => {
  it.effect("verifies in a separate process as in this one (rule saml-bounds)", () =>
    Effect.gen(function* () {
      for (const response of ["", "x y", encode("<x/>"), encode("<x"), encode(`<x ${"a=".repeat(60)}/>`)]) {
        const here = yield* Effect.provide(problemOf(response), SamlAdapter.layerHere)
        assert.strictEqual(yield* problemOf(response), here)
      }
      for (const xml of ["x", "<x/>", "<!DOCTYPE x><x/>"]) {
        assert.strictEqual(yield* metadata(xml), yield* Effect.provide(metadata(xml), SamlAdapter.layerHere))
      }
    })
  )

  it.effect("rejects overlong input without passing it on (rule saml-bounds)", () =>
    Effect.map(problemOf("A".repeat(2 * limits.characters + 1)), (problem) =>
      assert.strictEqual(problem, "it is too long")
    )
  )
})

layer(withProgram(`${begin} process.on("message", () => { for (;;) {} })`))(
  "a verifying process that never ends",
  (it) => {
    it.effect("stops at its deadline, without a sign-in (rule saml-bounds)", () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* whileTimePasses(problemOf("x")), "verification takes too long")
        assert.strictEqual(
          yield* whileTimePasses(metadata("x")),
          "must be metadata that can be parsed within the time limit"
        )
      })
    )
  }
)

layer(withProgram(`${begin} process.on("message", () => process.exit(1))`), { excludeTestServices: true })(
  "a verifying process that exits without a result",
  (it) => {
    it.effect("signs no one in (rule saml-bounds)", () =>
      Effect.map(problemOf("x"), (problem) => assert.strictEqual(problem, "verification takes too long"))
    )
  }
)
