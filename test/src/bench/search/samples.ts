import { type Page, textOf } from "./library.ts"

/** A query and the page from which it was made; `isOn` tells whether another page has what was meant. */
export interface Sample {
  readonly query: string
  readonly page: string
  readonly isOn: (path: string) => boolean
}

/** Returns whole numbers below a bound, the same ones for the same seed. */
export const makeRandom = (seed: number) => {
  let state = seed
  return (bound: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * bound)
  }
}
type Random = ReturnType<typeof makeRandom>

const wordPattern = /[\p{L}\p{M}\p{N}_]+/gu
const plainWord = /^\p{Script=Latin}{5,20}$/u

/** Changes one letter after the first: omits it, doubles it, replaces it or swaps it with the next one. */
const misspell = (word: string, random: Random): string => {
  const at = 1 + random(word.length - 1)
  const before = word.slice(0, at)
  const letter = word.charAt(at)
  switch (random(4)) {
    case 0:
      return before + word.slice(at + 1)
    case 1:
      return before + letter + word.slice(at)
    case 2:
      return before + String.fromCharCode(97 + random(26)) + word.slice(at + 1)
    default:
      return before + word.charAt(at + 1) + letter + word.slice(at + 2)
  }
}

/** Misspelled words of five or more letters; a misspelling is never a word of the pages itself. */
export const typos = (pages: ReadonlyArray<Page>, count: number, random: Random): ReadonlyArray<Sample> => {
  const owners = new Map<string, Set<string>>()
  for (const page of pages) {
    for (const word of textOf(page).toLowerCase().match(wordPattern) ?? []) {
      owners.set(word, (owners.get(word) ?? new Set()).add(page.path))
    }
  }
  const words = [...owners].filter(([word]) => plainWord.test(word))
  const samples: Array<Sample> = []
  while (samples.length < count && words.length > 0) {
    const [word = "", paths = new Set<string>()] = words[random(words.length)] ?? []
    const query = misspell(word, random)
    const page = [...paths][random(paths.size)] ?? ""
    if (!owners.has(query)) samples.push({ query, page, isOn: (path) => paths.has(path) })
  }
  return samples
}

const cjkRun = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{2,}/gu

/** Two to four characters from anywhere in text without spaces. */
export const runs = (pages: ReadonlyArray<Page>, count: number, random: Random): ReadonlyArray<Sample> => {
  const texts = new Map(pages.map((page) => [page.path, textOf(page)]))
  const all = pages.flatMap((page) => Array.from(textOf(page).matchAll(cjkRun), ([run]) => ({ page: page.path, run })))
  return Array.from({ length: all.length === 0 ? 0 : count }, () => {
    const { page, run } = all[random(all.length)] ?? { page: "", run: "" }
    const length = Math.min(run.length, 2 + random(3))
    const at = random(run.length - length + 1)
    const query = run.slice(at, at + length)
    return { query, page, isOn: (path) => texts.get(path)?.includes(query) === true }
  })
}
