/** What a text is made of, so that it can be changed a little and made again. */
export type Gene =
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "sequence"; readonly genes: ReadonlyArray<Gene> }
  | { readonly kind: "repeat"; readonly gene: Gene; readonly times: number }
  | { readonly kind: "nest"; readonly open: Gene; readonly inside: Gene; readonly close: Gene; readonly times: number }
  /** Numbers between two texts, all different or one of a few. */
  | { readonly kind: "count"; readonly before: Gene; readonly after: Gene; readonly times: number; readonly of: number }

/** The same numbers for the same seed: integers from 0 to below a limit. */
export type Random = (below: number) => number

export const numbers = (seed: number): Random => {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

const pick = <A>(random: Random, all: readonly [A, ...ReadonlyArray<A>]): A => all[random(all.length)] ?? all[0]

/** Signs, words and lines of a language, next to each other without further rules. */
export type Words = readonly [string, ...ReadonlyArray<string>]

const times = (random: Random) => 1 + random(pick(random, [3, 30, 300, 3_000]))

const literal = (random: Random, words: Words): Gene => ({ kind: "literal", text: pick(random, words) })

export const generate = (random: Random, words: Words, depth = 3): Gene => {
  const below = () => generate(random, words, depth - 1)
  switch (depth === 0 ? 0 : random(6)) {
    case 1:
    case 2:
      return { kind: "sequence", genes: Array.from({ length: 1 + random(4) }, below) }
    case 3:
      return { kind: "repeat", gene: below(), times: times(random) }
    case 4:
      return { kind: "nest", open: below(), inside: below(), close: below(), times: times(random) }
    case 5:
      return { kind: "count", before: below(), after: below(), times: times(random), of: pick(random, [2, 1e9]) }
    default:
      return literal(random, words)
  }
}

/** A copy with something else in one place. */
export const mutate = (random: Random, words: Words, gene: Gene): Gene => {
  const other = (part: Gene) => mutate(random, words, part)
  const more = (count: number) => pick(random, [count * 2, count * 8, Math.ceil(count / 2), count + 1])
  const choice = random(6)
  if (choice === 0) return generate(random, words, 2)
  if (choice === 1) return { kind: "repeat", gene, times: times(random) }
  if (choice === 2) return { kind: "sequence", genes: [gene, generate(random, words, 1)] }
  switch (gene.kind) {
    case "literal":
      return literal(random, words)
    case "sequence": {
      const at = random(gene.genes.length)
      return { ...gene, genes: gene.genes.map((part, index) => (index === at ? other(part) : part)) }
    }
    case "repeat":
      return choice === 3 ? { ...gene, gene: other(gene.gene) } : { ...gene, times: more(gene.times) }
    case "nest":
      return choice === 3
        ? { ...gene, open: other(gene.open) }
        : choice === 4
          ? { ...gene, inside: other(gene.inside) }
          : { ...gene, times: more(gene.times) }
    case "count":
      return choice === 3 ? { ...gene, before: other(gene.before) } : { ...gene, times: more(gene.times) }
  }
}

const repeated = (text: string, count: number, size: number) =>
  text.repeat(Math.min(count, Math.floor(size / Math.max(1, text.length))))

/** The text, no longer than a size. */
export const print = (gene: Gene, size: number): string => {
  switch (gene.kind) {
    case "literal":
      return gene.text.slice(0, size)
    case "sequence":
      return gene.genes.reduce((text, part) => text + print(part, size - text.length), "")
    case "repeat":
      return repeated(print(gene.gene, size), gene.times, size)
    case "nest": {
      const inside = print(gene.inside, size)
      const [open, close] = [print(gene.open, size), print(gene.close, size)]
      const left = size - inside.length
      const count = Math.min(gene.times, Math.floor(left / Math.max(1, open.length + close.length)))
      return open.repeat(count) + inside + close.repeat(count)
    }
    case "count": {
      const [before, after] = [print(gene.before, size), print(gene.after, size)]
      const parts: Array<string> = []
      for (let [index, length] = [0, 0]; index < gene.times; index++) {
        const part = `${before}${index % gene.of}${after}`
        length += part.length
        if (length > size) break
        parts.push(part)
      }
      return parts.join("")
    }
  }
}

const quoted = (text: string) => JSON.stringify(text)

/** How a person would write it down. */
export const describe = (gene: Gene): string => {
  switch (gene.kind) {
    case "literal":
      return quoted(gene.text)
    case "sequence":
      return gene.genes.map(describe).join(" ")
    case "repeat":
      return `(${describe(gene.gene)})*${gene.times}`
    case "nest":
      return `nest(${describe(gene.open)}, ${describe(gene.inside)}, ${describe(gene.close)})*${gene.times}`
    case "count":
      return `count(${describe(gene.before)}, ${describe(gene.after)}, of ${gene.of})*${gene.times}`
  }
}
