import { limits } from "../../src/openapi/DescriptionLimits.ts"

const info = { title: "T", version: "1" }
const head = 'openapi: 3.0.0\ninfo: {title: T, version: "1"}\npaths: {}\n'

const api = (rest: object) => JSON.stringify({ openapi: "3.1.0", info, paths: {}, ...rest })
const withSchemas = (schemas: object) => api({ components: { schemas } })
const nested = (open: string, inner: string, close: string, depth: number) =>
  `${open.repeat(depth)}${inner}${close.repeat(depth)}`

const laughs = (levels: number, each: number) =>
  Array.from({ length: levels }, (_, at) => {
    const items = at === 0 ? "x" : `*l${at - 1}`
    return `  l${at}: &l${at} [${Array.from({ length: each }, () => items).join(", ")}]`
  }).join("\n")

/** Schemas of which each refers to the next so many times. */
const fan = (levels: number, each: number) =>
  Object.fromEntries(
    Array.from({ length: levels }, (_, at) => [
      `S${at}`,
      { allOf: Array.from({ length: each }, () => ({ $ref: `#/components/schemas/S${(at + 1) % levels}` })) }
    ])
  )

/** Answers that so many operations share by reference, each of so many characters. */
const shared = (operations: number, characters: number) => ({
  paths: Object.fromEntries(
    Array.from({ length: operations }, (_, at) => [
      `/p${at}`,
      { get: { responses: { 200: { $ref: "#/components/responses/big" } } } }
    ])
  ),
  components: { responses: { big: { description: "x".repeat(characters) } } }
})

const chain = (length: number) =>
  Object.fromEntries(Array.from({ length }, (_, at) => [`P${at}`, { $ref: `#/components/parameters/P${at + 1}` }]))

const many = (count: number, make: (at: number) => readonly [string, unknown]) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => make(at)))

/** What is made of a hostile description: it is read in spite of it, or refused with words. */
export type Verdict = "read" | RegExp

/** Descriptions that were made to harm their readers. */
export const hostile: ReadonlyArray<readonly [name: string, text: string, verdict: Verdict]> = [
  [
    "aliases that repeat aliases",
    `${head}x-a:\n${laughs(30, 10)}\n`,
    /^line \d+ expands to more than 2,000,000 values/
  ],
  ["aliases in aliases, a few", `${head}x-a:\n${laughs(4, 9)}\n`, "read"],
  [
    "an alias of its own container",
    `${head}x-a: &a [*a]\n`,
    /^line 4 repeats \*a, which is not complete before this alias/
  ],
  ["an alias of a map that contains it", `${head}x-a: &a {b: *a}\n`, /not complete before this alias/],
  ["an alias of nothing", `${head}x-a: *none\n`, /^line 4 repeats \*none, which is not complete before this alias$/],
  ["merges of merges", `${head}x-a: &a {b: 1}\nx-b: &b {<<: *a}\nx-c: {<<: [*a, *b, 7]}\n`, "read"],
  ["many aliases", `${head}x-a: &a 1\nx-b: [${"*a, ".repeat(50_000)}1]\n`, "read"],
  [
    "nested lists in JSON",
    api({ x: 1 }).replace('"x":1', `"x":${nested("[", "", "]", 100_000)}`),
    /nested more than 100/
  ],
  ["nested objects in JSON", api({ x: 1 }).replace('"x":1', `"x":${nested('{"a":', "1", "}", 5_000)}`), /nested more/],
  ["nested lists in YAML", `${head}x-a: ${nested("[", "", "]", 5_000)}\n`, /nested|longer than|memory/],
  [
    "nested maps in YAML",
    `${head}x-a:\n${Array.from({ length: 400 }, (_, at) => `${" ".repeat(at + 1)}a:`).join("\n")}\n`,
    /nested more than 100/
  ],
  ["schemas in schemas", withSchemas({ A: JSON.parse(nested('{"items":', "{}", "}", 90)) }), "read"],
  ["schemas that refer to each other many times", withSchemas(fan(50, 200)), "read"],
  ["a schema that is itself", withSchemas({ A: { $ref: "#/components/schemas/A" } }), "read"],
  ["a schema of the whole description", withSchemas({ A: { $ref: "#" } }), "read"],
  [
    "a parameter that is itself",
    api({ components: { parameters: { A: { $ref: "#/components/parameters/A" } } } }),
    "read"
  ],
  [
    "references that lead to references",
    api({
      paths: { "/a": { parameters: [{ $ref: "#/components/parameters/P0" }], get: { responses: {} } } },
      components: { parameters: chain(5_000) }
    }),
    "read"
  ],
  ["a repeated response", api(shared(9_000, 50_000)), /repeated references make the description too large/],
  [
    "too many operations",
    api({ paths: many(limits.operations + 1, (at) => [`/p${at}`, { get: { responses: {} } }]) }),
    /^it contains more than 10,000 operations$/
  ],
  [
    "the maximum number of operations",
    api({ paths: many(limits.operations, (at) => [`/p${at}`, { get: {} }]) }),
    "read"
  ],
  ["too many values", `[${"0,".repeat(2_000_001)}0]`, /^it contains more than 2,000,000 values$/],
  ["a text that is too long", `"${"x".repeat(limits.characters)}"`, /longer|not valid YAML|more than/],
  ["a text in YAML that is too long", `${head}x-a: ${"x".repeat(limits.yamlCharacters)}\n`, /characters of YAML/],
  ["a long description", api({ info: { ...info, description: "x".repeat(2_000_000) } }), "read"],
  ["an example that is too long", withSchemas({ A: { example: "x".repeat(1_000_000) } }), "read"],
  ["a regular expression that never ends", withSchemas({ A: { pattern: "^(a+)+$", example: "a".repeat(60) } }), "read"],
  [
    "a name of prototypes",
    withSchemas(JSON.parse('{"__proto__":{"type":"object","properties":{"__proto__":{}}}}')),
    "read"
  ],
  [
    "a name of prototypes, in YAML",
    `${head}components: {schemas: {__proto__: {type: object, constructor: 1}}}\n`,
    "read"
  ],
  [
    "a prototype as a path",
    JSON.stringify({ openapi: "3.0.0", info, paths: JSON.parse('{"__proto__":{"get":{}}}') }),
    "read"
  ],
  ["a duplicate key", '{"openapi":"3.0.0",\n"info":{},"info":{}}', /^line 2 contains the key "info" twice$/],
  ["a duplicate key in another spelling", '{"openapi":"3.0.0","info":1,"\\u0069nfo":2}', /"info" twice/],
  ["a duplicate key in YAML", `${head}paths: {}\n`, /^line 4 contains the key "paths" twice$/],
  ["a key that is a list", `${head}? [a, b]\n: 1\n`, /^line 4 has a key that is not a string$/],
  [
    "a reference to an address",
    withSchemas({ A: { $ref: "http://127.0.0.1:1/secret" } }),
    /outside of the description/
  ],
  ["a reference to a file", withSchemas({ A: { $ref: "file:///etc/passwd" } }), /outside of the description/],
  [
    "a reference to metadata",
    api({ paths: { "/a": { $ref: "http://169.254.169.254/latest" } } }),
    /outside of the description/
  ],
  [
    "servers within",
    api({ servers: [{ url: "http://127.0.0.1:1" }, { url: "file:///etc/passwd" }, { url: "http://[::1]/{a}" }] }),
    "read"
  ],
  [
    "links that execute code",
    api({ externalDocs: { url: "javascript:alert(1)" }, tags: [{ name: "t", externalDocs: { url: "data:x" } }] }),
    "read"
  ],
  [
    "an external example",
    api({
      paths: {
        "/a": {
          get: {
            responses: { 200: { content: { a: { examples: { e: { externalValue: "http://127.0.0.1:1/x" } } } } } }
          }
        }
      }
    }),
    "read"
  ],
  ["YAML tags that construct objects", `${head}x-a: !!js/function 'function(){}'\nx-b: !!binary aGk=\n`, "read"],
  ["another version of YAML", `%YAML 1.1\n---\n${head}x-a: !!timestamp 2001-01-01\nx-b: !!set {a}\n`, "read"],
  ["two documents", `${head}---\n${head}`, /^it is not valid YAML/],
  ["characters that cannot be stored", withSchemas({ "A\u0000\ud800": { description: "\u0000\udfff" } }), "read"],
  ["numbers beyond all", `${head}x-a: [.inf, .nan, 1e999, ${"9".repeat(10_000)}]\n`, "read"],
  [
    "thousands of media types",
    api({ paths: { "/a": { get: { responses: { 200: { content: many(20_000, (at) => [`a/${at}`, {}]) } } } } } }),
    "read"
  ]
]
