/** Words that make plausible text; the same in every run. */
const words =
  "page section guide install configure token space revision merge review access search import publish".split(" ")

const sentence = (seed: number) =>
  `${Array.from({ length: 14 }, (_, index) => words[(seed * 7 + index * (1 + (seed % 5))) % words.length]).join(" ")}.`

const paragraph = (seed: number) => [0, 1, 2, 3].map((at) => sentence(seed * 11 + at)).join(" ")

/** The text of one page: a title, three headings, six paragraphs, a list and a code block; about 3 kB. */
export const markdown = (page: number): string =>
  [
    `# Page ${page}`,
    paragraph(page),
    "## Install",
    paragraph(page + 1),
    `- ${sentence(page + 2)}\n- ${sentence(page + 3)}\n- ${sentence(page + 4)}`,
    "## Configure",
    paragraph(page + 5),
    "```ts\nexport const answer = 42\nconsole.log(answer)\n```",
    paragraph(page + 6),
    "## Notes",
    paragraph(page + 7),
    `See [the next page](page-${page + 1}.md) and **${words[page % words.length]}**.`
  ].join("\n\n")

const encoder = new TextEncoder()

/** A folder of pages, twenty in each chapter. */
export const documents = (count: number, write: (page: number) => string = markdown): Record<string, Uint8Array> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, page) => [
      `chapter-${Math.floor(page / 20)}/page-${page}.md`,
      encoder.encode(write(page))
    ])
  )

/** A page with 10 kB of code in five languages, which no other page has. */
export const codeMarkdown = (page: number): string => {
  const line = (at: number): string => sentence(page * 31 + at).slice(0, 60)
  const block = (language: string, write: (at: number) => string, count: number) =>
    `\`\`\`${language}\n${Array.from({ length: count }, (_, at) => write(at)).join("\n")}\n\`\`\``
  return [
    `# Code ${page}`,
    paragraph(page),
    block(
      "ts",
      (at) => `export const value${at} = (given: string): number => given.length + ${page + at} // ${line(at)}`,
      17
    ),
    block("python", (at) => `def value_${at}(given: str) -> int:\n    return len(given) + ${page} # ${line(at)}`, 17),
    block("json", (at) => `{ "name": "${line(at)}", "value": ${page + at}, "isKept": true }`, 17),
    block("bash", (at) => `export VALUE_${at}="${line(at)}" && npm run value -- --count=${page}`, 17),
    block(
      "css",
      (at) => `.value-${at} > a:hover { color: #0${page % 10}${at % 10}; margin: ${at}px } /* ${line(at)} */`,
      17
    )
  ].join("\n\n")
}
