import { RegExpParser } from "@eslint-community/regexpp"
import { analyse } from "scslre"
import { compile, leavesOf, testOf } from "./matcher.mjs"

const parser = new RegExpParser({ ecmaVersion: 2025 })

/** Characters of many kinds; characters that all parts of an expression treat alike are tried once. */
const pool = Array.from("aZf09_- \t\n\r.,:;/\\\"'`<>(){}[]|=+*#@!?%&$~^é\u0301中😀\u00a0\u2028")
const strange = "\u0001"
const [mostLetters, few] = [16, 6]

const unboundedIn = function* (node, before = []) {
  if (node.type === "Pattern" || node.type === "Group" || node.type === "CapturingGroup") {
    for (const each of node.alternatives) yield* unboundedIn(each, before)
  } else if (node.type === "Alternative") {
    for (const [at, each] of node.elements.entries())
      yield* unboundedIn(each, [...before, ...node.elements.slice(0, at)])
  } else if (node.type === "Quantifier") {
    if (node.max === Number.POSITIVE_INFINITY) yield { element: node.element, before }
    yield* unboundedIn(node.element, before)
  } else if (node.type === "Assertion" && node.alternatives !== undefined) {
    for (const each of node.alternatives) yield* unboundedIn(each, before)
  }
}

/** A short text that a node matches, ignoring the nodes around it. */
const sampleOf = (node, letterOf) => {
  switch (node.type) {
    case "Group":
    case "CapturingGroup":
      return node.alternatives.map((each) => sampleOf(each, letterOf)).sort((a, b) => a.length - b.length)[0] ?? ""
    case "Alternative":
      return node.elements.map((each) => sampleOf(each, letterOf)).join("")
    case "Quantifier":
      return sampleOf(node.element, letterOf).repeat(Math.min(node.min, few))
    case "Assertion":
    case "Backreference":
      return ""
    default:
      return letterOf(node)
  }
}

const unique = (items) => [...new Set(items)]

/** Characters that represent all classes of characters that an expression distinguishes. */
const lettersOf = (pattern, flags) => {
  const leaves = [...leavesOf(pattern)]
  const tests = unique(leaves.map(({ raw }) => raw)).map((raw) =>
    testOf(
      leaves.find((each) => each.raw === raw),
      { flags }
    )
  )
  const own = leaves.flatMap((leaf) => (leaf.type === "Character" ? [String.fromCodePoint(leaf.value)] : []))
  const bySignature = new Map()
  for (const letter of [...own, ...pool, strange]) {
    const signature = tests.map((test) => (test(letter) ? 1 : 0)).join("")
    if (!bySignature.has(signature)) bySignature.set(signature, letter)
  }
  const letterOf = (leaf) => [...own, ...pool].find(testOf(leaf, { flags })) ?? ""
  return { letters: [...bySignature.values()].slice(0, mostLetters), letterOf }
}

const attacksOf = function* (pattern, flags) {
  const { letterOf, letters } = lettersOf(pattern, flags)
  const places = [...unboundedIn(pattern)]
  const prefixes = unique(["", ...places.map(({ before }) => before.map((each) => sampleOf(each, letterOf)).join(""))])
  const pairs = letters.flatMap((first) => letters.map((second) => first + second))
  const pumps = unique([...letters, ...places.map(({ element }) => sampleOf(element, letterOf)), ...pairs]).filter(
    Boolean
  )
  const suffixes = unique([strange, "\n" + strange, ""])
  for (const prefix of prefixes) for (const pump of pumps) for (const suffix of suffixes) yield { prefix, pump, suffix }
}

const [short, long, most] = [24, 192, 2_000_000]
/** Steps per character of a short text below which no part of it is read repeatedly. */
const slowest = 8
/** Ratio between the steps of a doubled text and of the text, above which the growth is not linear. */
const fast = 3

const textOf = ({ prefix, pump, suffix }, times) => prefix + pump.repeat(times) + suffix

/** Whether each doubling of a text takes much more than twice the steps, also for long texts. */
const grows = (steps, attack) => {
  const of = (times) => steps(textOf(attack, times), most)
  const first = of(2 * short)
  // Work that grows with the square is at least half of that.
  if (first < slowest * textOf(attack, 2 * short).length || first / of(short) < fast - 0.4) return false
  const [once, twice] = [of(long), of(2 * long)]
  return twice >= most || twice / once > fast
}

/**
 * Why the work of an expression grows faster than its text: a text that demonstrates it, or the result of a static
 * analysis. Undefined where neither finds a reason.
 */
export const superlinear = (source, flags) => {
  const pattern = parser.parsePattern(source, 0, source.length, {
    unicode: flags.includes("u"),
    unicodeSets: flags.includes("v")
  })
  if ([...unboundedIn(pattern)].length === 0) return undefined
  const steps = compile(pattern, { ...parser.parseFlags(flags), raw: flags })
  for (const attack of attacksOf(pattern, { raw: flags })) {
    if (grows(steps, attack))
      return `${JSON.stringify(attack.prefix)}, ${JSON.stringify(attack.pump)} many times, ${JSON.stringify(attack.suffix)}`
  }
  const [report] = analyse({ source, flags }).reports
  return report === undefined
    ? undefined
    : `${JSON.stringify(report.character.pick)} many times (${report.type.toLowerCase()})`
}
