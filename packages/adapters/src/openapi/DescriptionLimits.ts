/** What may be in one description. What is beyond refuses it, and says what and where. */
export const limits = {
  /** Characters of a description, and of one in YAML, which takes more memory. */
  characters: 16_777_216,
  yamlCharacters: 10_485_760,
  /** Objects and lists within each other. */
  depth: 100,
  /** Values, those that aliases repeat counted each time. */
  values: 2_000_000,
  operations: 10_000,
  /** References that lead to references. */
  hops: 20,
  /** What is made of the description, in characters of JSON: references to parameters and answers are followed. */
  madeCharacters: 67_108_864,
  /** Of one text; what is longer is cut. */
  textCharacters: 200_000,
  /** Of one text that is read as Markdown, and of all together; what is beyond stays as it was written. */
  markdownCharacters: 65_536,
  markdownTotal: 4_194_304,
  /** Blocks that are made of one text, and characters of their JSON. */
  markdownBlocks: 1_000,
  markdownMade: 262_144,
  /** Of a reference that leads nowhere, as it is shown. */
  refCharacters: 200,
  /** Digits of a number that bounds something. */
  digits: 100,
  /** Of one example or default; a longer one is left out. */
  valueCharacters: 65_536,
  /** What is left out, by name; the rest is counted. */
  unread: 100
} as const
