import * as fc from "fast-check"

/** A body that the specification refuses, as text, and what is wrong with it. */
export interface Mutant {
  readonly fault: string
  readonly text: string
}

type Path = ReadonlyArray<string | number>

interface Spot {
  readonly path: Path
  readonly value: unknown
}

/** A body that is accepted, and what of it the specification treats in its own way. */
export interface Seed {
  readonly body: Readonly<Record<string, unknown>>
  /** Fields that may be null. */
  readonly nullable?: ReadonlyArray<string>
  /** Fields with which anything goes. */
  readonly ignored?: ReadonlyArray<string>
  /** Texts of several lines: their own nonsense says what is refused. */
  readonly prose?: ReadonlyArray<string>
  /** Objects whose keys are not fields, such as languages: another key may be right. */
  readonly maps?: ReadonlyArray<string>
  /** By field: values of the right type that are refused. */
  readonly nonsense: Readonly<Record<string, ReadonlyArray<unknown>>>
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const spotsOf = (value: unknown, path: Path, ignored: ReadonlyArray<string>): ReadonlyArray<Spot> => {
  if (path.length === 1 && ignored.includes(String(path[0]))) return []
  const inside = isObject(value) || Array.isArray(value) ? Object.entries(value) : []
  const key = (name: string) => (Array.isArray(value) ? Number(name) : name)
  return [{ path, value }, ...inside.flatMap(([name, below]) => spotsOf(below, [...path, key(name)], ignored))]
}

const replaced = (body: unknown, [key, ...rest]: Path, by: unknown): unknown => {
  if (key === undefined) return by
  if (Array.isArray(body)) return body.map((item, at) => (at === key ? replaced(item, rest, by) : item))
  return { ...(body as object), [key]: replaced((body as Record<string, unknown>)[key], rest, by) }
}

/** Of `rules.0.kind`: the numbers are places in arrays. */
const keysOf = (field: string): Path => field.split(".").map((key) => (/^\d+$/.test(key) ? Number(key) : key))

const typeOf = (value: unknown) => (Array.isArray(value) ? "array" : typeof value)

const strangers: ReadonlyArray<unknown> = [
  0,
  -1,
  7.5,
  1e300,
  true,
  false,
  "",
  "x",
  "true",
  [],
  [null],
  ["x"],
  [[]],
  {},
  { length: 1 },
  { 0: "x" },
  { markdown: "x" }
]

const quoted = (name: string) => JSON.stringify(name)

/** The text of a body with one more field in one of its objects: prototype keys would get lost in an object. */
const extended = (body: unknown, path: Path, name: string, value: string): string => {
  const marker = `marker-${"x".repeat(8)}`
  const spot = path.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], body)
  const text = JSON.stringify(replaced(body, path, { ...(spot as object), [marker]: 0 }))
  return text.replace(`${quoted(marker)}:0`, () => `${quoted(name)}:${value}`)
}

const taken = "__proto__ constructor prototype toString hasOwnProperty valueOf __defineGetter__ then toJSON length"
const shown = "id object permissions urls createdAt visibility organizationId role admin revision deletedAt"

const names = fc.oneof(
  fc.constantFrom(...taken.split(" "), ...shown.split(" ")),
  fc.constantFrom("", " title", "Title", "title\u0000", "titl\u0435", "0", "-1", "x".repeat(2000), "🚀"),
  fc.string({ minLength: 1, maxLength: 12 })
)

const nested = (depth: number, isArray: boolean) =>
  isArray ? `${"[".repeat(depth)}${"]".repeat(depth)}` : `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`

const asText = (fault: string, body: unknown): Mutant => ({ fault, text: JSON.stringify(body) })

const broken = (body: unknown): ReadonlyArray<Mutant> => {
  const text = JSON.stringify(body)
  return [
    text.slice(0, -1),
    text.slice(1),
    `${text.slice(0, -1)},}`,
    `${text}${text}`,
    `/* */${text}`,
    text.replaceAll('"', "'"),
    text.replace(/:/, "="),
    "NaN",
    "undefined",
    "\u0000",
    "\ufeff\ufeff{}",
    "{"
  ].map((fault) => ({ fault: "malformed JSON", text: fault }))
}

const wholes: ReadonlyArray<Mutant> = [null, [], [{}], "", "x", 0, 1, true, false, [null]].map((body) =>
  asText("not an object", body)
)

const oversized = (body: object): ReadonlyArray<Mutant> => [
  asText("more than 1 MiB", { ...body, title: "x".repeat(1_048_577) }),
  asText("too many keys", { ...body, ...Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`k${at}`, at])) }),
  asText("too many items", { ...body, items: Array.from({ length: 10_001 }, () => 0) })
]

/**
 * Bodies that differ from one that is accepted in exactly one thing, which the specification refuses: for each field one
 * that is null and one of another type, for each object one with an unknown field, and any others.
 */
export const mutants = ({
  body,
  ignored = [],
  maps = [],
  nonsense,
  nullable = [],
  prose = []
}: Seed): { readonly certain: ReadonlyArray<Mutant>; readonly any: fc.Arbitrary<Mutant> } => {
  const name = ({ path }: Spot) => path.join(".")
  const all = spotsOf(body, [], ignored)
  const spots = all.filter(({ path }) => path.length > 0)
  const texts = spots.filter((spot) => typeof spot.value === "string" && !prose.includes(name(spot)))
  const objects = all.filter((spot) => isObject(spot.value) && !maps.includes(name(spot)))
  const at = (choices: ReadonlyArray<Spot>) => fc.constantFrom(...choices)
  const swapped = at(spots).chain((spot) =>
    fc
      .constantFrom(...strangers.filter((other) => typeOf(other) !== typeOf(spot.value)))
      .map((other) => asText(`${name(spot)} of another type`, replaced(body, spot.path, other)))
  )
  const nulled = spots
    .filter((spot) => !nullable.includes(name(spot)))
    .map((spot) => asText(`${name(spot)} is null`, replaced(body, spot.path, null)))
  const absurd = Object.entries(nonsense).flatMap(([field, values]) =>
    values.map((value) => asText(`${field} is nonsense`, replaced(body, keysOf(field), value)))
  )
  const known = new Set([...Object.keys(body), ...ignored, ...nullable])
  const more = fc
    .tuple(at(objects), names, fc.constantFrom("1", '"x"', "null", "{}", "[]", "true"))
    .filter(([{ value }, field]) => !known.has(field) && isObject(value) && !Object.hasOwn(value, field))
    .map(([spot, field, value]) => ({
      fault: `${name(spot)} has ${quoted(field.slice(0, 20))} too`,
      text: extended(body, spot.path, field, value)
    }))
  const huge = () =>
    fc
      .tuple(at(texts), fc.constantFrom(2049, 5000, 100_000), fc.constantFrom("x", "😀", "é", " a", "\u202e"))
      .map(([spot, length, sign]) => asText(`${name(spot)} is huge`, replaced(body, spot.path, sign.repeat(length))))
  const unclean = () =>
    fc
      .tuple(at(texts), fc.constantFrom("\u0000", "\ud800", "\udfff", "\u0007", "\u2028", "\n"), fc.boolean())
      .map(([spot, sign, isFirst]) => {
        const text = isFirst ? `${sign}${String(spot.value)}` : `${String(spot.value).slice(0, 1)}${sign}x`
        return asText(`${name(spot)} holds ${quoted(sign)}`, replaced(body, spot.path, text))
      })
  const deep = fc
    .tuple(at(all), fc.constantFrom(64, 65, 70, 1000, 20_000), fc.boolean())
    .map(([spot, depth, isArray]) => {
      const marked = JSON.stringify(replaced(body, spot.path, "marker-deep"))
      return { fault: `${name(spot)} is deep`, text: marked.replace('"marker-deep"', () => nested(depth + 1, isArray)) }
    })
  const endless = at(spots).map((spot) => ({
    fault: `${name(spot)} is beyond numbers`,
    text: JSON.stringify(replaced(body, spot.path, "marker-number")).replace('"marker-number"', "1e999")
  }))
  const swaps = spots.map((spot) =>
    asText(`${name(spot)} of another type`, replaced(body, spot.path, typeOf(spot.value) === "object" ? "x" : {}))
  )
  const any = fc.oneof(
    { weight: 4, arbitrary: swapped },
    { weight: 4, arbitrary: more },
    ...(texts.length === 0 ? [] : [huge(), unclean()].map((arbitrary) => ({ weight: 2, arbitrary }))),
    { weight: 1, arbitrary: deep },
    { weight: 1, arbitrary: endless },
    { weight: 3, arbitrary: fc.constantFrom(...nulled, ...absurd) },
    { weight: 1, arbitrary: fc.constantFrom(...broken(body)) },
    { weight: 1, arbitrary: fc.constantFrom(...wholes) },
    { weight: 1, arbitrary: fc.constantFrom(...oversized(body)) }
  )
  const grown = objects.map(({ path }) => ({
    fault: `${path.join(".")} has a field that no endpoint knows`,
    text: extended(body, path, "isAdministrator", "true")
  }))
  return { certain: [...nulled, ...swaps, ...grown], any }
}
