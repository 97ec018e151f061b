import { type SearchIndex, Tokens } from "@quire/core"

const vocabulary = 200_000

/** Numbers from 0 to 1 that are the same in every run. */
export const random = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const syllables = "ba ce di fo gu ka le mi no pu ra se ti vo xu za".split(" ")

/** The word of a rank: 1 is the most common one. Every word is distinct and written in ASCII. */
export const word = (rank: number): string => {
  let text = ""
  for (let left = rank; left > 0; left = Math.floor(left / syllables.length)) text += syllables[left % syllables.length]
  return `${text}q`
}

/** How often a word occurs is in inverse proportion to its rank. */
const zipf = (next: () => number): number => Math.floor(Math.exp(next() * Math.log(vocabulary)))

const chinese =
  "安装 软件 文档 页面 搜索 配置 令牌 空间 版本 合并 审查 访问 导入 发布 指南 章节 我们 需要 使用 系统".split(" ")

const text = (next: () => number, length: number): string => Array.from({ length }, () => word(zipf(next))).join(" ")

const chineseText = (next: () => number, length: number): string =>
  Array.from({ length }, () => chinese[Math.floor(next() * next() * chinese.length)]).join("")

export interface CorpusPage {
  readonly id: string
  readonly title: string
  readonly sections: ReadonlyArray<{ readonly heading: string; readonly body: string }>
}

/** A page of about 200 words in three sections; every twentieth is Chinese. Ids are as long as real ones. */
export const corpusPage = (number: number): CorpusPage => {
  const next = random(number + 1)
  const write = number % 20 === 7 ? chineseText : text
  return {
    id: `p${Math.floor(next() * 2 ** 40)
      .toString(36)
      .padStart(10, "0")}${String(number).padStart(16, "0")}`,
    title: write(next, 4),
    sections: [0, 1, 2].map((section) => ({
      heading: section === 0 ? "" : write(next, 3),
      body: write(next, 40 + Math.floor(next() * 50))
    }))
  }
}

/** What search indexes of the page. */
export const entryOf = ({ id, sections, title }: CorpusPage): SearchIndex.PageEntry => {
  return {
    page: id,
    isListed: true,
    updatedAt: 0,
    sections: sections.flatMap(({ body, heading }, index) => {
      const tokens = Tokens.analyze({ title, heading, before: "", body }, 5000)
      return tokens.parts.map((part) => ({
        section: index === 0 ? "" : `section-${index}`,
        conditions: [],
        title: tokens.title,
        heading: tokens.heading,
        body: part,
        shown: { title: heading, text: part.text }
      }))
    })
  }
}

export interface Asked {
  readonly name: string
  readonly queries: ReadonlyArray<string>
}

const ranks = (seed: number, count: number, from: number, to: number) => {
  const next = random(seed)
  return Array.from({ length: count }, () => from + Math.floor(next() * (to - from + 1)))
}

/** Queries of each kind; common words stand in more than half of the pages. */
export const asked = (count: number): ReadonlyArray<Asked> => {
  const rare = ranks(1, count, 150_000, 199_000).map(word)
  const medium = ranks(2, count, 600, 1_200).map(word)
  const common = ranks(3, count, 4, 24).map(word)
  const other = ranks(4, count, 2, 24).map(word)
  const next = random(5)
  const phrases = Array.from({ length: count }, () => {
    const tokens = corpusPage(20 * Math.floor(next() * 1_000)).sections[1]?.body.split(" ") ?? []
    const at = Math.floor(next() * (tokens.length - 2))
    return `"${tokens.slice(at, at + 2).join(" ")}"`
  })
  const commonPhrases = common.map((each, index) => `"${each} ${other[index]}"`)
  return [
    { name: "rare", queries: rare },
    { name: "medium", queries: medium },
    { name: "common", queries: common },
    { name: "two common", queries: common.map((each, index) => `${each} ${other[index]}`) },
    { name: "rare and common", queries: rare.map((each, index) => `${each} ${common[index]}`) },
    { name: "phrase", queries: phrases },
    { name: "phrase of common words", queries: commonPhrases },
    { name: "Chinese word", queries: common.map((_, index) => chinese[index % chinese.length] ?? "") }
  ]
}
