/**
 * Limits of one description. A description that exceeds one is rejected with a message that names the limit and the
 * place.
 */
export const limits = {
  /** Characters of a description, and of one in YAML, which takes more memory. */
  characters: 16_777_216,
  yamlCharacters: 10_485_760,
  /** Objects and lists within each other. */
  depth: 100,
  /** Values, counting each use of a YAML alias. */
  values: 2_000_000,
  operations: 10_000,
  /** References that point to references. */
  hops: 20,
  /** Size of the output in characters of JSON. References to parameters and responses are expanded. */
  madeCharacters: 67_108_864,
  /** Characters of one text; longer texts are truncated. */
  textCharacters: 200_000,
  /** Characters of one text parsed as Markdown, and of all together; any further text stays plain. */
  markdownCharacters: 65_536,
  markdownTotal: 4_194_304,
  /** Blocks produced from one text, and characters of their JSON. */
  markdownBlocks: 1_000,
  markdownMade: 262_144,
  /** Characters of an unresolved reference that are displayed. */
  refCharacters: 200,
  /** Digits of a number that bounds something. */
  digits: 100,
  /** Characters of one example or default; a longer value is omitted. */
  valueCharacters: 65_536,
  /** Omitted parts that are listed by name; any further ones are only counted. */
  unread: 100
} as const
