import { GrowingDescriptions } from "@quire/testing"
import { strToU8, zipSync } from "fflate"

/** A text of so many copies, as many as fit. */
export const repeat = (text: string, size: number): string => text.repeat(Math.floor(size / text.length))

const counted = (size: number, line: (index: number) => string): string => {
  const lines: Array<string> = []
  for (let [index, length] = [0, 0]; length < size; index++) {
    const next = line(index)
    length += next.length
    lines.push(next)
  }
  return lines.join("")
}

const large = 900_000
const half = 500_000

const aliases = () =>
  `a0: &a0 [x,x,x,x,x,x,x,x,x]\n${counted(60_000, (index) => `a${index + 1}: &a${index + 1} [${repeat(`*a${index},`, 50)}]\n`)}`

/** Runs without a space, in scripts and signs that segmenters, normalization and expressions are slow with. */
export const runs: { readonly [name: string]: string } = {
  emoji: "\u{1f600}",
  joined: "\u{1f468}\u200d\u{1f469}\u200d",
  flags: "\u{1f1e9}\u{1f1ea}",
  Chinese: "\u6211\u4eec\u9700\u8981\u5b89\u88c5\u8f6f\u4ef6",
  Japanese: "\u65e5\u672c\u8a9e\u306e\u6587\u66f8\u3092",
  Thai: "\u0e27\u0e34\u0e18\u0e35\u0e15\u0e34\u0e14\u0e15\u0e31\u0e49\u0e07",
  Khmer: "\u1797\u17b6\u179f\u17b6\u1781\u17d2\u1798\u17c2\u179a",
  marks: "\u0315\u0300",
  halfwidth: "\uff9e\u0315",
  slashes: "/",
  hyphens: "-a",
  ats: "a@",
  escapes: '\\"'
}

const ofRuns = (name: string, size: number, around = ""): { readonly [name: string]: () => string } =>
  Object.fromEntries(
    Object.entries(runs).map(([run, text]) => [`${name} ${run}`, () => `${around}${repeat(text, size)}${around}`])
  )

/** Markdown that parsers are slow with or that means much, each as large as bodies may be or as it does harm. */
export const markdown: { readonly [name: string]: () => string } = {
  nested: () => counted(990_000, (depth) => `${" ".repeat(2 * depth)}- a\n`),
  columns: () => `|${repeat("a|", large / 2)}\n|${repeat("-|", large / 2)}\n`,
  definitions: () => repeat("[a]: b\n", 550_000),
  differentDefinitions: () => counted(550_000, (index) => `[a${index}]: b\n`),
  footnotes: () => counted(400_000, (index) => `[^a${index}]: b\n\n`),
  rows: () => `|a|b|\n|-|-|\n${repeat("|a|b|\n", half)}`,
  tables: () => repeat("|a|b|\n|-|-|\n|a|b|\n\n", half),
  fewSetext: () => repeat("a\n=\n", 20_000),
  setext: () => repeat("a\n=\n", large),
  definedSetext: () => repeat("[a]: b\n", 7_000) + repeat("=\n", 7_000),
  angles: () => repeat("<", large),
  brackets: () => repeat("[", large),
  halfStars: () => repeat("a*", large),
  quotes: () => repeat("> > > > > > > > a\n", large),
  deepQuotes: () => counted(large, (depth) => `${"> ".repeat((depth % 89) + 1)}a\n`),
  headings: () => repeat("# a\n", large),
  lines: () => repeat("a\n\n", large),
  words: () => repeat("lorem ipsum dolor ", large),
  items: () => repeat("- a\n", large),
  stars: () => repeat("**a** ", large),
  links: () => repeat("[a](b) ", large),
  html: () => repeat("<b>a</b> ", large),
  frontmatter: () => `---\n${repeat("a: &a [*a]\n", 20_000)}---\nx`,
  aliases: () => `---\n${aliases()}---\nx`,
  deepYaml: () => `---\na: ${repeat("[", 50_000)}\n---\nx`,
  deepMappings: () => `---\n${repeat("{", 20_000)}\n---\n`,
  itemsInYaml: () => `---\n${repeat("- ", 30_000)}x\n---\n`,
  keysInYaml: () => `---\n${repeat("? [", 3_000)}${repeat("]", 1_000)}\n---\n`,
  namesInYaml: () => `---\n${repeat("&a ", 32_000)}\n---\n`,
  fences: () => repeat("```\na\n```\n", large),
  hints: () => repeat("{% hint %}\na\n{% endhint %}\n", half),
  unknownTags: () => around(800, "{% if %}\n", "a\n", "{% endif %}\n"),
  otherEnds: () => `${repeat("{% hint %}\n", half / 2)}${repeat("{% endcode %}\n", half / 2)}`,
  highlights: () => `{% code highlight="${repeat("1-100000,", 20_000)}" %}\n\`\`\`\na\n\`\`\`\n{% endcode %}\n`,
  notesInNotes: () => `x[^0]\n\n${counted(5_000, (index) => `[^${index}]: a[^${index + 1}][^${index + 1}]\n\n`)}`,
  chainedNotes: () => `x[^0]\n\n${counted(20_000, (index) => `[^${index}]: a[^${index + 1}]\n\n`)}`,
  equalNotes: () => repeat("[^a]: b\n", 80_000),
  openHints: () => repeat("{% hint %}\n", half),
  images: () => repeat("![a](b.png)\n\n", half),
  math: () => repeat("$$a$$ ", half),
  entities: () => repeat("&amp;", large),
  codes: () => repeat("`a` ", large),
  ticks: () => counted(half, (index) => `${"`".repeat(index + 1)} `),
  spans: () => "<table><tr><td colspan=1000000000>a</td></tr></table>",
  notedTables: () => `  [^a]: b\n*-\n${counted(1_200, (index) => `|a|b|\n|-|-|\n${index}[^a]`)}`,
  ragged: () => `<table><tr>${repeat("<td>a", 5_000)}${repeat("<tr><td>a", 9_000)}`,
  nestedHtml: () => `${repeat("<section><figure><li>a", 1_300)}${repeat("<b>x</b> ", 14_000)}`,
  comments: () => `<div>${repeat("<!---->", 27_000)}`,
  addresses: () => repeat("www.a.b ", half),
  mails: () => repeat("a@b.c ", half),
  ats: () => repeat("a@", half),
  ...ofRuns("a run of", 300_000),
  ...ofRuns("a heading of", 100_000, "# a"),
  ...ofRuns("code of", 100_000, "```\n")
}

const around = (depth: number, open: string, inside: string, close = ""): string =>
  `${open.repeat(depth)}${inside}${close.repeat(depth)}`

const captions = (depth: number): string =>
  depth === 0
    ? "x"
    : `<div><figure><img src="a.png"><figcaption>${captions(depth - 1)}</figcaption></figure><figure>x</figure></div>`

/** Web pages. */
export const html: { readonly [name: string]: () => string } = {
  deep: () => around(200_000, "<div>", "x"),
  deepLists: () => around(50_000, "<ul><li>", "x"),
  wide: () => repeat("<p>a", 9_000_000),
  wideInline: () => repeat("<b>a</b> <i>b</i> ", 5_000_000),
  sections: () => around(2_000, "<section><figure><li>a", "x"),
  figures: () => repeat("<section><figure><li>a</li></figure></section>", 2_000_000),
  captions: () => captions(40),
  formatting: () => repeat("<b><i><u><p>", 200_000),
  tables: () => repeat("<table><tr><td>", 200_000),
  cells: () => `<table>${repeat("<tr><td>a<td>b", 5_000_000)}`,
  attributes: () => `<p ${counted(5_000_000, (index) => `a${index}=b `)}>x`,
  entities: () => repeat("&amp;", 9_000_000),
  anchors: () => repeat("<a name=x></a>", 2_000_000)
}

const named = (count: number, entry: (index: number) => readonly [path: string, text: string]) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => entry(index)).map(([path, text]) => [path, strToU8(text)])
  )

/** Archives; those that cannot be read within the limits are to be refused by them. */
export const archives: { readonly [name: string]: () => Uint8Array } = {
  folders: () =>
    zipSync(
      named(9_999, (index) => [`${"d/".repeat(60)}${index}.md`, "a"]),
      { level: 0 }
    ),
  deepFolders: () =>
    zipSync(named(4_900, (index) => [`${Array.from({ length: 60 }, (_, at) => `${index}-${at}`).join("/")}.md`, "a"])),
  namesakes: () =>
    zipSync(
      named(9_800, (index) => [index % 2 === 0 ? `x/${index}.md` : `x/${index}/a.md`, "a"]),
      { level: 0 }
    ),
  longNames: () =>
    zipSync(
      named(4_900, (index) => [`${"a".repeat(1_000)}${index}.md`, "a"]),
      { level: 0 }
    ),
  small: () => zipSync(named(5_000, (index) => [`p${index}.md`, `# P${index}\n\nSee [it](p${index + 1}.md).\n`])),
  files: () =>
    zipSync(
      named(4_900, (index) => [`p${index}.png`, "a"]),
      { level: 0 }
    ),
  pictures: () =>
    zipSync(Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`${index}.avif`, picture(200_000)])), {
      level: 0
    }),
  bomb: () => zipSync({ "a.md": new Uint8Array(99 * 1024 * 1024), "b.bin": incompressible(1_100_000) }),
  zeros: () =>
    zipSync(
      named(95, (index) => [`${index}.bin`, " ".repeat(1_000_000 + index)]),
      { level: 1 }
    ),
  aliases: () =>
    zipSync(
      named(200, (index) => [`p${index}.md`, `---\n${aliases()}---\nx`]),
      { level: 0 }
    ),
  slow: () =>
    zipSync(
      named(100, (index) => [`p${index}.md`, repeat("[a]: b\n", 130_000)]),
      { level: 0 }
    ),
  summary: () =>
    zipSync(
      {
        "SUMMARY.md": strToU8(counted(1_000_000, (at) => `${"  ".repeat(at % 30)}* [T${at}](p${at % 10}.md)\n`)),
        ...named(10, (index) => [`p${index}.md`, "a"])
      },
      { level: 0 }
    ),
  summaryBrackets: () =>
    zipSync({ "SUMMARY.md": strToU8(repeat("* [[[[[[[[\n", 1_000_000)), "a.md": strToU8("a") }, { level: 0 })
}

/** An image that is nothing but sizes, and what a reader looks through after each of them. */
const picture = (size: number): Uint8Array => {
  const box = (name: string, inside: Uint8Array) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(inside.length + 8)
    head.write(name, 4)
    return Buffer.concat([head, inside])
  }
  const many = (name: string, length: number, count: number) =>
    Buffer.concat(Array.from({ length: count }, () => box(name, Buffer.alloc(length - 8, 1))))
  const sizes = Buffer.concat([many("ispe", 20, size / 40), many("junk", 8, size / 16)])
  const meta = box("meta", Buffer.concat([Buffer.alloc(4), box("iprp", box("ipco", sizes))]))
  return Buffer.concat([box("ftyp", Buffer.from("avif\0\0\0\0")), meta])
}

/** Bytes that no packer makes smaller. */
const incompressible = (length: number): Uint8Array => {
  let state = 1
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return state >>> 16
  })
}

/** Expressions of 1,024 characters at most. */
export const expressions: { readonly [name: string]: () => string } = {
  brackets: () => around(60, "(", "actor.id", ")"),
  deeper: () => around(500, "(", "1", ")"),
  not: () => `${"!".repeat(1_014)}(1 == 1)`,
  conditions: () => `${repeat("1==1?2:", 1_000)}3`,
  sums: () => `${repeat("1+", 1_020)}1 == 1`,
  reviews: () => `${repeat("reviews.every(a=>", 850)}true${")".repeat(50)}`,
  texts: () => `${repeat("actor.id.includes(", 900)}"a"${")".repeat(50)}`,
  text: () => `"${"a".repeat(1_000)}" == ""`,
  members: () => `actor${".id".repeat(300)}`
}

/** Queries of the greatest length. */
export const queries: { readonly [name: string]: string } = {
  letters: repeat("a ", 512),
  differentLetters: Array.from({ length: 256 }, (_, at) => String.fromCodePoint(0x61 + (at % 26))).join(" "),
  word: "a".repeat(512),
  quotes: repeat('"a" ', 512),
  han: "\u6f22".repeat(512),
  marks: "\u0301".repeat(512),
  emoji: "\u{1f468}\u200d".repeat(170),
  signs: repeat("-a OR ", 512),
  ...Object.fromEntries(Object.entries(runs).map(([name, text]) => [`a run of ${name}`, repeat(text, 512)]))
}

const described = (rest: object) =>
  JSON.stringify({ openapi: "3.0.0", info: { title: "Attack", version: "1" }, paths: {}, ...rest })

const operationsOf = (count: number, operation: object) => ({
  paths: Object.fromEntries(Array.from({ length: count }, (_, at) => [`/p${at}`, { get: operation }]))
})

const inYaml = (rest: string) => `openapi: 3.0.0\ninfo: {title: Attack, version: "1"}\npaths: {}\n${rest}\n`

/** Descriptions of APIs, behind an address. */
export const descriptions: { readonly [name: string]: () => string } = {
  "aliases of aliases": () =>
    inYaml(
      `x-a:\n${Array.from({ length: 30 }, (_, at) => {
        const item = at === 0 ? "x" : `*l${at - 1}`
        return `  l${at}: &l${at} [${Array.from({ length: 10 }, () => item).join(", ")}]`
      }).join("\n")}`
    ),
  "many aliases": () => inYaml(`x-a: &a 1\nx-b: [${"*a, ".repeat(50_000)}1]`),
  "a long text in YAML": () => inYaml(`x-a: ${"x".repeat(10_485_760)}`),
  "lists in lists": () => inYaml(`x-a: ${"[".repeat(5_000)}${"]".repeat(5_000)}`),
  values: () => `[${"0,".repeat(2_000_001)}0]`,
  operations: () => described(operationsOf(10_000, {})),
  "answers by reference": () =>
    described({
      ...operationsOf(9_000, { responses: { 200: { $ref: "#/components/responses/big" } } }),
      components: { responses: { big: { description: "x".repeat(50_000) } } }
    }),
  "schemas of schemas": () =>
    described({
      components: {
        schemas: Object.fromEntries(
          Array.from({ length: 50 }, (_, at) => [
            `S${at}`,
            { allOf: Array.from({ length: 200 }, () => ({ $ref: `#/components/schemas/S${(at + 1) % 50}` })) }
          ])
        )
      }
    }),
  ...Object.fromEntries(
    Object.entries(GrowingDescriptions.growing).map(([name, describe]) => [name, () => JSON.stringify(describe(2_000))])
  ),
  "a small page": () => JSON.stringify(GrowingDescriptions.smallest()),
  slashes: () => described({ servers: [{ url: `https://a.test${repeat("/", 190_000)}b` }], ...operationsOf(100, {}) }),
  "spaces before line ends": () =>
    described({ info: { title: "a", version: "1", description: `a${repeat(" ", 190_000)}b` } }),
  "the largest": () =>
    described(operationsOf(9_500, { summary: "x".repeat(1_500), responses: { 200: { description: "x".repeat(120) } } }))
}
