import { assert, describe, it } from "@effect/vitest"
import { subjectFault } from "../../scripts/commits.mjs"
import { inspect, rules } from "../../scripts/tidy.mjs"

type Files = Readonly<Record<string, string>>

interface Sample {
  readonly rule: string
  readonly breaks: ReadonlyArray<Files>
  readonly keeps: ReadonlyArray<Files>
}

const core = (text: string): Files => ({ "packages/core/src/spaces/space/Space.ts": text })
const http = (text: string): Files => ({ "packages/http/src/space/Spaces.ts": text })
const lines = (count: number) => "  a()\n".repeat(count)
const spelled = (...parts: ReadonlyArray<string>) => parts.join("")
const service = 'const get = operation("Spaces.get")(function* () {})'

const laws = (text: string): Files => ({
  "packages/core/test/laws.ts": `import { assert } from "@effect/vitest"\n${text}`
})

/** A file of tests, beside a module of them and the contract suites. */
const tested = (text: string, before = ""): Files => ({
  ...laws(
    "const isTrue = (value: unknown) => assert.isTrue(value)\n" +
      "export const fails = () => isTrue(false)\nexport const holds = () => true\n" +
      "export const checks = { one: () => fails(), none: () => holds() }"
  ),
  "packages/testing/src/index.ts": 'export * as Suite from "./Suite.ts"',
  "packages/testing/src/Suite.ts": 'import { assert } from "@effect/vitest"\nexport const dies = () => assert.fail()',
  "packages/core/test/A.test.ts": `import { assert, expect, it } from "@effect/vitest"\n${before}\n${text}`
})

/** A planted bug that puts `const x = y` in the place of a text. */
const planted = (from: string, where = 'file: "spaces/space/Space.ts"'): Files => ({
  "test/plants/spaces.mjs": `export const plants = [{ bug: "other", ${where}, from: "${from}", to: "const x = y" }]`
})

const windowRule = { "docs/rules/place.md": "# Places\n\n## place-window\n\nOpens.\n\n*Why:* air.\n" }
const named = (name: string): Files => ({ "packages/core/test/A.test.ts": `it("${name}", f)` })

const failedRound = (law: string, test = 'describe("trees", () => it("keeps every law", f))'): Files => ({
  "test/failedRounds.json": JSON.stringify([{ law, seed: 1, round: 2 }]),
  "packages/core/test/A.laws.test.ts": test
})

const samples: ReadonlyArray<Sample> = [
  {
    rule: "declared-endpoint",
    breaks: [http('HttpApiEndpoint.get("getSpace", "/spaces/:spaceId")')],
    keeps: [
      http('Endpoint.get("getSpace", "/spaces/:spaceId", {})\nconst f = (one: HttpApiEndpoint.Top) => one'),
      { "packages/http/src/foundation/endpoint/Endpoint.ts": "HttpApiEndpoint.make(method)" }
    ]
  },
  {
    rule: "no-any",
    breaks: [core("const x: any = 1"), core("const f = (x: Array<any>) => x")],
    keeps: [core("const any = 1\nconst x: unknown = any"), { "packages/core/test/x/X.test.ts": "const x: any = 1" }]
  },
  {
    rule: "no-assertion",
    breaks: [core("const x = y as string"), core("const x = <string>y"), core("const x = [1] as A.const")],
    keeps: [
      core("const x = [1] as const"),
      core("const x = { a: 1 } satisfies A"),
      core('import * as A from "./A.ts"\nimport { b as c } from "./B.ts"')
    ]
  },
  {
    rule: "no-non-null",
    breaks: [core("const x = y!.z"), core("class A {\n  b!: string\n}"), core("let x!: string")],
    keeps: [core("const x = !y\nconst z = x !== y")]
  },
  {
    rule: "function-length",
    breaks: [
      core(`const f = () => {\n${lines(99)}}`),
      core(`class A {\n  m() {\n${lines(99)}  }\n}`),
      core(`const f = Effect.fn("A.f")(function* () {\n${lines(99)}})`),
      core(`const make = Effect.gen(function* () {\n  const f = () => {\n${lines(99)}  }\n})`),
      core(`const makeAll = () => {\n${lines(99)}}`),
      { "packages/testing/src/A.ts": `const f = () => {\n${lines(99)}}` }
    ],
    keeps: [
      core(`const f = () => {\n${lines(98)}}`),
      core(`class A extends Effect.Service<A>()("A", { effect: Effect.gen(function* () {\n${lines(90)}}) }) {}`),
      core(`const l = Layer.scoped(A, Effect.gen(function* () {\n${lines(90)}}).pipe(Effect.orDie))`),
      core(`const make = (options: A) => Effect.gen(function* () {\n${lines(90)}})`),
      core(`export const make = (options: A): B => Effect.map(A, (a) => {\n${lines(90)}})`),
      { "packages/testing/src/A.ts": `const cases = (it: It) => {\n${lines(90)}  it.effect("x", () => f)\n}` }
    ]
  },
  {
    rule: "pure-core",
    breaks: [
      core("const x = Date.now()"),
      core("const x = new Date()"),
      core("const x = Math.random()"),
      core("const x = process.env"),
      core("setTimeout(f, 1)"),
      core("const x = crypto.randomUUID()")
    ],
    keeps: [
      core("const x = new Date(0)\nconst y = Math.max(1, 2)"),
      core('import { process } from "./Process.ts"\nconst x = process(1)'),
      core("const x = self.process.env"),
      http("const x = Date.now()")
    ]
  },
  {
    rule: "stored-view",
    breaks: [
      core("const collection = { name: 'spaces', schema: SpaceView }"),
      core("const c = { schema: Space.SpaceView }")
    ],
    keeps: [core("const collection = { name: 'spaces', schema: Space }"), core("const x = { view: SpaceView }")]
  },
  {
    rule: "no-suppression",
    breaks: [
      spelled("@ts-", "ignore"),
      spelled("@ts-", "expect-error"),
      spelled("oxlint-", "disable-next-line"),
      spelled("biome-", "ignore lint: x")
    ].map((comment) => core(`// ${comment}\nconst x = 1`)),
    keeps: [core("// an ordinary comment\nconst x = 1")]
  },
  {
    rule: "no-marker",
    breaks: [spelled("TO", "DO"), spelled("FIX", "ME"), spelled("X", "XX")].map((marker) =>
      core(`// ${marker} later\nconst x = 1`)
    ),
    keeps: [core("const todo = 1\nconst x = 'XXXX'")]
  },
  {
    rule: "plain-words",
    breaks: [core(`// ${spelled("who", "ever")} asks\nconst x = 1`), { "docs/a.md": `It is ${spelled("to", "ld")}.` }],
    keeps: [core("// the caller asks\nconst x = 1"), { "docs/a.txt": spelled("no", "body") }]
  },
  {
    rule: "participle-name",
    breaks: [core("export interface Asked {}"), core("export type Told = string"), core("export class Kept {}")],
    keeps: [core("interface Asked {}\nexport interface Heading {}\nexport type AskedPage = string")]
  },
  {
    rule: "unique-type-name",
    breaks: [
      {
        ...core("export type Entry = string"),
        "packages/core/src/spaces/space/Log.ts": "export type Entry = number",
        "packages/core/src/spaces/space/Use.ts": 'import type { Entry } from "./Log.ts"'
      }
    ],
    keeps: [
      {
        ...core("export type Entry = string"),
        "packages/core/src/spaces/space/Entry.ts": "export type Entry = number",
        "packages/core/src/spaces/space/Use.ts": 'import type { Entry } from "./Entry.ts"',
        "packages/core/src/spaces/space/Qualified.ts": 'import type * as Space from "./Space.ts"\ntype X = Space.Entry'
      }
    ]
  },
  {
    rule: "summary-length",
    breaks: [http('endpoint.annotate(OpenApi.Summary, "Get a space with all that is in it")')],
    keeps: [http('endpoint.annotate(OpenApi.Summary, "Get a space")')]
  },
  {
    rule: "title-start",
    breaks: ["but not others", "is kept", "listed in order", "kept in order"].map((title) =>
      tested(`it("${title}", f)`)
    ),
    keeps: [tested('it("lists pages in order", f)\nit("needs a token", f)\ndescribe("embedded Postgres", f)')]
  },
  {
    rule: "file-length",
    breaks: [core("a()\n".repeat(601))],
    keeps: [core("a()\n".repeat(600)), { "packages/core/test/x/X.test.ts": "a()\n".repeat(601) }]
  },
  {
    rule: "core-imports",
    breaks: [
      core('import { x } from "node:fs"'),
      core('import { x } from "@effect/platform"'),
      core('export { x } from "@quire/adapters"'),
      core('const x = await import("pg")'),
      core('type X = import("pg").Pool'),
      core('import { it } from "@effect/vitest"')
    ],
    keeps: [
      core('import { Effect } from "effect"\nimport * as S from "effect/Schema"'),
      core('import { sha256 } from "@noble/hashes/sha2.js"\nimport { x } from "fractional-indexing"'),
      http('import { x } from "@effect/platform"')
    ]
  },
  {
    rule: "testing-imports",
    breaks: [
      { "packages/testing/src/A.ts": 'import { it } from "node:test"' },
      { "packages/testing/src/A.ts": 'import { x } from "@quire/adapters"' }
    ],
    keeps: [
      { "packages/testing/src/A.ts": 'import { it } from "@effect/vitest"\nimport fc from "fast-check"' },
      { "packages/testing/src/A.ts": 'import { x } from "@quire/core"\nimport { y } from "@quire/core/internal"' }
    ]
  },
  {
    rule: "testing-is-for-tests",
    breaks: [core('import { x } from "@quire/testing"'), http('import { x } from "@quire/testing"')],
    keeps: [
      { "packages/core/test/A.test.ts": 'import { x } from "@quire/testing"' },
      { "examples/hosts/a/a.test.ts": 'import { x } from "@quire/testing"' }
    ]
  },
  {
    rule: "reader-imports",
    breaks: [
      { "packages/reader/src/A.ts": 'import { x } from "@quire/adapters"' },
      { "packages/reader/src/A.ts": 'import { x } from "@quire/core/internal"' },
      { "packages/reader/src/A.ts": 'import { createServer } from "node:http"' }
    ],
    keeps: [
      { "packages/reader/src/A.ts": 'import { x } from "@quire/core"\nimport { gzip } from "node:zlib"' },
      { "packages/reader/test/A.test.ts": 'import { x } from "@quire/adapters"' }
    ]
  },
  {
    rule: "client-imports",
    breaks: [
      { "packages/client/src/A.ts": 'import type { x } from "@quire/core"' },
      { "packages/client/src/A.ts": 'import { createServer } from "node:http"' }
    ],
    keeps: [
      { "packages/client/src/A.ts": 'import { x } from "./B.ts"' },
      { "packages/client/test/A.test.ts": 'import { x } from "vitest"' }
    ]
  },
  {
    rule: "console-imports",
    breaks: [
      { "packages/console/src/A.tsx": 'import type { x } from "@quire/core"' },
      { "packages/console/src/A.ts": 'import { Effect } from "effect"' }
    ],
    keeps: [
      { "packages/console/src/A.tsx": 'import { x } from "@quire/client"\nimport { y } from "react"' },
      { "packages/console/src/index.ts": 'import { y } from "node:url"' }
    ]
  },
  {
    rule: "editor-imports",
    breaks: [
      { "packages/editor/src/A.ts": 'import type { x } from "@quire/core"' },
      { "packages/editor/src/A.ts": 'import { Effect } from "effect"' }
    ],
    keeps: [
      { "packages/editor/src/A.ts": 'import type { x } from "@quire/client"\nimport { y } from "prosemirror-model"' },
      { "packages/editor/test/A.test.ts": 'import { x } from "@quire/core"' }
    ]
  },
  {
    rule: "adapters-from-http",
    breaks: [http('import { x } from "@quire/adapters"'), http('import { x } from "@quire/adapters/memory"')],
    keeps: [
      { "packages/http/src/host/Quire.ts": 'import { x } from "@quire/adapters"' },
      { "packages/http/src/bin/quire.ts": 'import { x } from "@quire/adapters/postgres"' },
      { "packages/http/test/X.test.ts": 'import { x } from "@quire/adapters"' }
    ]
  },
  {
    rule: "http-is-last",
    breaks: [
      { "packages/adapters/src/A.ts": 'import { x } from "@quire/http"' },
      { "packages/adapters/test/A.test.ts": 'import { x } from "@quire/http/api"' },
      http('import { x } from "@quire/http"')
    ],
    keeps: [
      { "examples/src/a.ts": 'import { x } from "@quire/http"' },
      { "test/src/a.test.ts": 'import { x } from "@quire/http/api"' },
      http('import { x } from "@effect/platform/HttpApi"')
    ]
  },
  {
    rule: "internal-is-for-tests",
    breaks: [
      http('import { x } from "@quire/core/internal"'),
      { "packages/adapters/src/A.ts": 'import { x } from "@quire/core/internal"' },
      { "examples/src/a.ts": 'import { x } from "@quire/core/internal"' }
    ],
    keeps: [
      { "packages/core/test/A.test.ts": 'import { x } from "@quire/core/internal"' },
      { "test/src/a.test.ts": 'import { x } from "@quire/core/internal"' },
      http('import { x } from "@quire/core"')
    ]
  },
  {
    rule: "package-boundary",
    breaks: [
      http('import { x } from "../../../core/src/Actor.ts"'),
      { "test/src/a.test.ts": 'import { x } from "../../packages/core/src/foundation/operation/Actor.ts"' }
    ],
    keeps: [
      { "packages/core/test/space/Space.test.ts": 'import * as Space from "../../src/space/Space.ts"' },
      { "test/src/tidy.test.ts": 'import { inspect } from "../../scripts/tidy.mjs"' }
    ]
  },
  {
    rule: "cycle",
    breaks: [
      {
        "packages/core/src/A.ts": 'import * as B from "./B.ts"',
        "packages/core/src/B.ts": 'export { c } from "./c/C.ts"',
        "packages/core/src/c/C.ts": 'import { type A } from "../A.ts"'
      },
      {
        "packages/core/src/A.ts": 'import * as B from "./B.ts"',
        "packages/core/src/B.ts": 'import type { A } from "./A.ts"'
      },
      {
        "packages/core/src/A.ts": 'import * as B from "./B.ts"',
        "packages/core/src/B.ts": 'export type A = import("./A.ts").A'
      },
      { "packages/core/src/A.ts": 'import * as A from "./A.ts"' }
    ],
    keeps: [
      {
        "packages/core/src/A.ts": 'import * as B from "./B.ts"\nimport * as C from "./C.ts"',
        "packages/core/src/B.ts": 'import * as C from "./C.ts"',
        "packages/core/src/C.ts": 'const late = () => import("./A.ts")'
      }
    ]
  },
  {
    rule: "file-name",
    breaks: [
      { "packages/core/src/space/space.ts": "" },
      { "packages/core/src/space/space-view.ts": "" },
      { "packages/adapters/src/postgres/migrations/1_spaces.ts": "" }
    ],
    keeps: [
      core(""),
      { "packages/core/src/index.ts": "" },
      { "packages/http/src/bin/quire.ts": "" },
      { "packages/adapters/src/postgres/migrations/0001_spaces.ts": "" }
    ]
  },
  {
    rule: "folder-name",
    breaks: [{ "packages/core/src/changeRequest/A.ts": "" }, { "packages/core/src/Space/A.ts": "" }],
    keeps: [{ "packages/core/src/change-request/A.ts": "" }, { "packages/core/src/A.ts": "" }]
  },
  {
    rule: "forbidden-words",
    breaks: [
      spelled("../", "shared/x"),
      spelled("/wo", "rk/x"),
      spelled("issue ", "#12"),
      spelled("TO", "DO"),
      spelled("Phase ", "2")
    ].map((words) => ({
      "docs/a.md": `see\n${words}`
    })),
    keeps: [{ "docs/a.md": "a shared issue, in two phases of work" }]
  },
  {
    rule: "silenced-test",
    breaks: [spelled("it.", "only"), spelled("it.effect.", "skip"), spelled("describe.", "only")].map((call) => ({
      "packages/core/test/A.test.ts": `${call}("x", f)`
    })),
    keeps: [{ "packages/core/test/A.test.ts": 'it.skipIf(windows)("x", f)\nit.effect("y", f)' }]
  },
  {
    rule: "test-asserts",
    breaks: [
      tested('it("x", () => Effect.void)'),
      tested('it.effect("x", () => run(assert))', "const run = (assert: unknown) => assert"),
      tested('it.each(rows)("x", (row) => check(row))', 'import { check } from "./Nothing.ts"'),
      tested('it("x", () => expect.getState())'),
      tested('it("x", () => Laws.holds())', 'import * as Laws from "./laws.ts"'),
      tested('it("x", { timeout: 1 }, () => checks.none())', 'import { checks } from "./laws.ts"'),
      tested("const law = fc.property(fc.nat(), (at) => run(at))"),
      tested("const law = fc.asyncProperty(fc.nat(), async (at) => { await run(at) })"),
      tested("const law = Property.effect([fc.nat()], ([at]) => run(at), options)")
    ],
    keeps: [
      tested('it("x", () => assert.isTrue(found))'),
      tested('it.effect("x", () => Effect.map(found, (one) => { expect(one).toBe(1) }))'),
      tested('it("x", () => Laws.fails())', 'import * as Laws from "./laws.ts"'),
      tested('it("x", () => checks.one())', 'import { checks } from "./laws.ts"'),
      tested('it("x", () => fails())', 'import { fails } from "./laws.ts"'),
      tested('it("x", () => Suite.dies(found))', 'import { Suite } from "@quire/testing"'),
      tested("const law = fc.property(fc.nat(), (at) => at >= 0)"),
      tested("const holds = (law: (at: number) => void) => fc.property(fc.nat(), (at) => law(at))")
    ]
  },
  {
    rule: "test-leaves",
    breaks: [
      tested('it("x", () => {\n  if (found === undefined) return\n  assert.isTrue(found)\n})'),
      tested("const law = fc.property(fc.nat(), (at) => {\n  if (at > 1) return true\n  return at < 2\n})"),
      tested("const law = fc.property(fc.nat(), (at) => {\n  if (at > 1) return undefined\n  return at < 2\n})"),
      laws("export const law = fc.property(fc.nat(), (at) => {\n  if (at > 1) return\n  assert.isTrue(at < 2)\n})")
    ],
    keeps: [
      tested('it("x", () => {\n  fc.pre(found !== undefined)\n  return assert.isTrue(found)\n})'),
      tested("const law = fc.property(fc.nat(), (at) => at.every((one) => {\n  return true\n}))"),
      laws("export const apply = (at: number) => {\n  if (at > 1) return\n  done.push(at)\n}")
    ]
  },
  {
    rule: "failed-round",
    breaks: [failedRound("trees > keep an old title"), failedRound("trees > keeps every law", "")],
    keeps: [failedRound("trees > keeps every law"), named("x")]
  },
  {
    rule: "test-clock",
    breaks: [
      tested('it("x", () => assert.isBelow(performance.now() - begun, 500))'),
      tested('it("x", () => {\n  const took = performance.now() - begun\n  assert.isBelow(took, 500)\n})'),
      tested('it("x", () => expect(process.memoryUsage().rss).toBeLessThan(1))')
    ],
    keeps: [
      tested('it("x", () => {\n  const begun = performance.now()\n  log(begun)\n  assert.isBelow(count, 500)\n})'),
      { "test/src/bounded/A.deep.test.ts": 'it("x", () => assert.isBelow(performance.now() - begun, 500))' }
    ]
  },
  {
    rule: "paths-exist",
    breaks: [{ "CONTRIBUTING.md": "see `packages/core/src/A.ts`" }, { "docs/limits.md": "in `test/src/b/`" }],
    keeps: [
      { "CONTRIBUTING.md": "see `packages/core/src/A.ts` in `packages/core`", "packages/core/src/A.ts": "" },
      { "docs/decisions/0001-a.md": "`packages/core/src/A.ts` was there" }
    ]
  },
  {
    rule: "rules",
    breaks: [
      { ...windowRule, ...named("no rule at all") },
      { ...windowRule, ...named("rule place-window"), ...core(spelled("/** ", "rule place-door */")) },
      { "docs/rules/place.md": "## place-window\n\nOpens.\n", ...named("rule place-window") },
      { ...windowRule, "docs/rules/window.md": "## place-window\n\nx\n\n*Why:* y\n", ...named("rule place-window") }
    ],
    keeps: [
      { ...windowRule, ...named("opens (rule place-window)"), ...core("/** Opens, rule\n * place-window. */") },
      {
        "docs/rules/place.md": `${windowRule["docs/rules/place.md"]}\n## place-door\n\nShuts.\n\n*Why:* wind.\n`,
        ...named("rules place-window and place-door")
      }
    ]
  },
  {
    rule: "area-lists",
    breaks: [
      {
        "packages/core/src/spaces/Area.ts": 'import { Labels } from "./label/Labels.ts"',
        "packages/core/src/spaces/label/Label.ts": "export const collection = Repository.collection({})"
      },
      {
        "packages/core/src/spaces/Area.ts": 'import { collection as labels } from "./label/Label.ts"',
        "packages/core/src/spaces/label/Label.ts":
          "export const collection = Repository.collection({})\nexport const useCollection = Repository.collection({})"
      },
      {
        "packages/http/src/spaces/Area.ts": "export const groups = []",
        "packages/http/src/spaces/label/LabelsApi.ts": "export class LabelsApi extends Group.make() {}"
      }
    ],
    keeps: [
      {
        "packages/core/src/spaces/Area.ts": 'import { collection as labels } from "./label/Label.ts"',
        "packages/core/src/spaces/label/Label.ts": "export const collection = Repository.collection({})"
      },
      {
        "packages/http/src/spaces/Area.ts": 'import { LabelsApi } from "./label/LabelsApi.ts"',
        "packages/http/src/spaces/label/LabelsApi.ts": "export class LabelsApi extends Group.make() {}"
      }
    ]
  },
  {
    rule: "areas",
    breaks: [
      {
        "packages/core/src/content/page/Page.ts": 'import { Space } from "../../spaces/space/Space.ts"',
        "packages/core/src/spaces/space/Space.ts": ""
      },
      {
        "packages/core/src/content/page/Page.ts": 'import type { Engine } from "../../Engine.ts"',
        "packages/core/src/Engine.ts": ""
      },
      {
        "packages/http/src/spaces/space/SpacesHttp.ts": 'import { frame } from "../../server/Frame.ts"',
        "packages/http/src/server/Frame.ts": ""
      }
    ],
    keeps: [
      {
        "packages/core/src/spaces/space/Space.ts": 'import { Page } from "../../content/page/Page.ts"',
        "packages/core/src/content/page/Page.ts": ""
      },
      {
        "packages/core/src/Engine.ts": 'import { Page } from "./content/page/Page.ts"',
        "packages/core/src/content/page/Page.ts": ""
      }
    ]
  },
  {
    rule: "plant-fits",
    breaks: [
      { ...core("const x = 2"), ...planted("const x = 1") },
      { ...core("const x = 1\nconst x = 1"), ...planted("const x = 1") },
      { ...core("const x = y"), ...planted("const x = y") },
      planted("const x = 1")
    ],
    keeps: [
      { ...core("const x = 1"), ...planted("const x = 1") },
      { ...http("const x = 1"), ...planted("const x = 1", 'package: "http", file: "space/Spaces.ts"') },
      { "test/plants/plants.mjs": "export const suites = { spaces: [] }" }
    ]
  },
  {
    rule: "plant-tests",
    breaks: [{ "test/plants/plants.mjs": 'export const suites = { spaces: ["test/src/Spaces."] }' }],
    keeps: [
      {
        "test/plants/plants.mjs": 'export const suites = { spaces: ["test/src/Spaces.", "-t", "on memory"] }',
        "test/src/Spaces.test.ts": "it()"
      }
    ]
  },
  {
    rule: "linear-regexp",
    breaks: [
      core("const x = /\\/+$/"),
      core("const x = /(?:a|b|ab)*c/"),
      core("const x = /^\\s*a\\s*b?\\s*$/"),
      core('const x = /"(?:[^"\\\\]|\\\\.)*"/g'),
      core("const x = /(?:ab)*(?:ab)*$/"),
      core("const x = /^\\s*export/m"),
      core("const x = /\\p{L}+-/u"),
      core('const x = new RegExp("a+$")'),
      core('const space = "\\\\s+"\nconst x = new RegExp(`${space}$`, "g")'),
      core('const x = new RegExp([String.raw`\\w+@\\w`, "b"].join("|"), "g")'),
      core("const x = new RegExp(y)"),
      { "packages/adapters/src/pdf/PrintTree.ts": "const x = 1" }
    ],
    keeps: [
      core("const x = /(?<!\\/)\\/+$/"),
      core("const x = /^a+b/"),
      core("const x = /a*b/y"),
      core("const x = /a{1,20}b/"),
      core('const x = /(?<!\\\\)"(?:[^"\\\\]|\\\\.)*"/g'),
      core("const x = /^ *export/m"),
      core('const space = "(?<!\\\\s)\\\\s+"\nconst x = new RegExp(`${space}$`, "g")'),
      core("const x = y / z / 2"),
      { "packages/core/test/x/X.test.ts": "const x = /\\/+$/" }
    ]
  },
  {
    rule: "linear-platform",
    breaks: [
      core('const x = new Intl.Segmenter("und")'),
      core('const x = y.normalize("NFC")'),
      core("const x = y.trim().normalize()"),
      core("y.sort((a, b) => a.localeCompare(b))"),
      core("const x = String.raw({ raw: y }, ...z)")
    ],
    keeps: [
      core('const x = Unicode.normalize(y, "NFC")'),
      { "packages/core/src/foundation/text/Unicode.ts": 'const x = y.normalize("NFC")' },
      core("const x = String.raw`\\d`"),
      { "packages/core/test/x/X.test.ts": 'const x = y.normalize("NFC")' }
    ]
  },
  {
    rule: "bounded-depth",
    breaks: [core("const x = JSON.parse(y)"), { "packages/core/src/spaces/pdf/BookText.ts": "const x = 1" }],
    keeps: [
      core("const x = Schema.fromJsonString(Schema.String)"),
      { "packages/core/src/spaces/pdf/BookText.ts": "const x = JSON.parse(y)" },
      { "packages/core/test/x/X.test.ts": "const x = JSON.parse(y)" }
    ]
  },
  {
    rule: "operations-tested",
    breaks: [core(service), { ...core(service), "packages/core/test/page/Pages.test.ts": "" }],
    keeps: [
      { ...core(service), "packages/core/test/space/Space.test.ts": "" },
      { ...core(service), "test/src/engine/Space.access.test.ts": "" },
      core("const x = 1")
    ]
  }
]

const found = (files: Files, rule: string) => inspect(files, []).filter((finding) => finding.rule === rule)

describe("tidy", () => {
  it("has a sample for every rule", () => {
    assert.deepStrictEqual(samples.map(({ rule }) => rule).sort(), rules.map(({ name }) => name).sort())
  })

  for (const { breaks, keeps, rule } of samples) {
    it(`finds violations of ${rule}`, () => {
      for (const files of breaks) assert.lengthOf(found(files, rule), 1, JSON.stringify(files))
    })
    it(`accepts valid code under ${rule}`, () => {
      for (const files of keeps) assert.deepStrictEqual(found(files, rule), [], JSON.stringify(files))
    })
  }

  it("reports the file and line", () => {
    const [finding] = inspect(core("const x = 1\n\nconst y: any = x"), [])
    assert.strictEqual(finding?.file, "packages/core/src/spaces/space/Space.ts")
    assert.strictEqual(finding?.line, 3)
  })

  it("excuses the exceptions on the allow-list, and reports unused ones", () => {
    const exception = { rule: "no-any", file: "packages/core/src/spaces/space/Space.ts", reason: "a sample" }
    assert.deepStrictEqual(inspect(core("const y: any = 1"), [exception]), [])
    assert.deepStrictEqual(
      inspect(core("const y = 1"), [exception]).map(({ file, rule }) => ({ file, rule })),
      [{ file: exception.file, rule: "no-any" }]
    )
  })
})

describe("the subject of a commit", () => {
  it("has an area and an imperative in at most 72 characters", () => {
    for (const subject of ["core: name types", `docs: ${"a".repeat(66)}`, "Merge branch 'texts'"]) {
      assert.isUndefined(subjectFault(subject), subject)
    }
    for (const subject of ["Name types", `docs: ${"a".repeat(67)}`, "core: name types; test: follow"]) {
      assert.isDefined(subjectFault(subject), subject)
    }
  })
})
