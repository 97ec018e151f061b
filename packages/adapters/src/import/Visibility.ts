import { Predicate } from "effect"
import type { FieldProblem } from "./Marks.ts"

type Fields = { readonly [name: string]: unknown }

/** Who may see a page and where, according to its front matter. */
export interface Visibility {
  readonly hidden?: true
  readonly noIndex?: true
  readonly noRobotsIndex?: true
  /** The condition under which the text of the page is shown. */
  readonly condition?: string
  readonly problems: ReadonlyArray<FieldProblem>
}

type Effects = Pick<Visibility, "hidden" | "noIndex" | "noRobotsIndex">

const withdrawn: Effects = { hidden: true, noIndex: true, noRobotsIndex: true }
const unindexed: Effects = { noIndex: true, noRobotsIndex: true }

const offWords = new Set(["", "0", "false", "n", "no", "null", "off"])
const onWords = new Set(["1", "on", "true", "y", "yes"])

const wordOf = (value: unknown): string =>
  typeof value === "object" && value !== null
    ? "an object"
    : String(value ?? "")
        .trim()
        .toLowerCase()

/** Whether a value turns an option off. Any other value that is present turns it on. */
const isOff = (value: unknown): boolean => offWords.has(wordOf(value))

const isUnclear = (value: unknown): boolean => !isOff(value) && !onWords.has(wordOf(value))

interface Switch {
  /** The name of the field, and of the field within it. */
  readonly path: readonly [name: string, inner?: string]
  /** Whether the page is limited where the field is on, or where it is off. */
  readonly limits: "on" | "off"
  readonly effects: Effects
  /** The part of the meaning that Quire cannot represent, for the report. */
  readonly lost?: string
}

const reachable = "the page is hidden, but anyone with its URL can read it"

/**
 * The fields of Quire, GitBook, Docusaurus, Hugo, Jekyll, Mintlify, Obsidian, Starlight, VitePress and Material for
 * MkDocs.
 */
const switches: ReadonlyArray<Switch> = [
  { path: ["hidden"], limits: "on", effects: { hidden: true } },
  { path: ["noIndex"], limits: "on", effects: { noIndex: true } },
  { path: ["noRobotsIndex"], limits: "on", effects: { noRobotsIndex: true } },
  { path: ["noindex"], limits: "on", effects: unindexed },
  { path: ["draft"], limits: "on", effects: withdrawn, lost: reachable },
  { path: ["private"], limits: "on", effects: withdrawn, lost: reachable },
  { path: ["published"], limits: "off", effects: withdrawn, lost: reachable },
  { path: ["publish"], limits: "off", effects: withdrawn, lost: reachable },
  { path: ["unlisted"], limits: "on", effects: withdrawn },
  { path: ["visible"], limits: "off", effects: withdrawn, lost: reachable },
  { path: ["nav_exclude"], limits: "on", effects: { hidden: true } },
  { path: ["bookHidden"], limits: "on", effects: { hidden: true } },
  { path: ["toc_hide"], limits: "on", effects: { hidden: true } },
  { path: ["sidebar", "hidden"], limits: "on", effects: { hidden: true } },
  { path: ["pagefind"], limits: "off", effects: { noIndex: true } },
  { path: ["search"], limits: "off", effects: { noIndex: true } },
  { path: ["search", "exclude"], limits: "on", effects: { noIndex: true } },
  { path: ["search_exclude"], limits: "on", effects: { noIndex: true } },
  { path: ["searchable"], limits: "off", effects: { noIndex: true } }
]

/** Fields that have others within them. */
const groups: ReadonlySet<string> = new Set(
  switches.flatMap(({ path: [name, inner] }) => (inner === undefined ? [] : [name]))
)
const names: ReadonlySet<string> = new Set(["if", "robots", ...switches.map(({ path: [name] }) => name)])
const folded: ReadonlySet<string> = new Set(Array.from(names, (name) => name.toLowerCase()))

/** Whether a field restricts who may see a page. Hugo and others ignore the case of its name. */
export const isField = (name: string): boolean => folded.has(name.toLowerCase())

/** The value of a field; of one whose name differs in case alone if that is no other field. */
const fieldAt = (fields: Fields, name: string): unknown => {
  if (Object.hasOwn(fields, name)) return fields[name]
  const lower = name.toLowerCase()
  const other = Object.keys(fields).find((each) => each.toLowerCase() === lower && !names.has(each))
  return other === undefined ? undefined : fields[other]
}

const valueAt = (fields: Fields, [name, inner]: Switch["path"]): unknown => {
  const value = fieldAt(fields, name)
  if (inner === undefined) return Predicate.isReadonlyObject(value) && groups.has(name) ? undefined : value
  return Predicate.isReadonlyObject(value) && Object.hasOwn(value, inner) ? value[inner] : undefined
}

const conditionOf = (value: unknown): string | undefined => {
  if (value === undefined || value === null) return undefined
  return typeof value === "object" ? "false" : String(value).trim() || "false"
}

/**
 * Restricts a page as its front matter requests (rule import-visibility). A value that is neither true nor false also
 * restricts it. Unsupported restrictions are reported.
 */
export const read = (fields: Fields): Visibility => {
  const found: Array<Effects> = []
  const problems: Array<FieldProblem> = []
  for (const { effects, limits, lost, path } of switches) {
    const value = valueAt(fields, path)
    if (value === undefined || value === null) continue
    const isLimited = limits === "on" ? !isOff(value) : isOff(value)
    const [field] = path
    const name = path.join(".")
    if (isUnclear(value) && limits === "on")
      problems.push({ field, reason: `the field ${name} is neither true nor false and was treated as true` })
    if (!isLimited) continue
    found.push(effects)
    if (lost !== undefined) problems.push({ field, reason: `${name}: ${lost}` })
  }
  const robots = valueAt(fields, ["robots"])
  if (robots !== undefined && /\b(?:noindex|none)\b/i.test(String(robots))) found.push({ noRobotsIndex: true })
  const condition = conditionOf(fieldAt(fields, "if"))
  const effects: Effects = Object.fromEntries(found.flatMap((each) => Object.entries(each)))
  if (condition === undefined) return { ...effects, problems }
  const reason = "if: the page is hidden, and its text is shown only when the condition is met"
  problems.push({ field: "if", reason })
  return { ...effects, hidden: true, condition, problems }
}
