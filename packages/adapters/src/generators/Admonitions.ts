import type { Block } from "@quire/core"

export type Style = Block.HintStyle

/** The styles of the admonitions of all generators, by their type. */
const styles: ReadonlyMap<string, Style> = new Map(
  (
    [
      [
        "info",
        "note info important abstract summary tldr todo seealso question help faq example quote cite neutral default"
      ],
      ["success", "tip hint success check done"],
      ["warning", "warning caution attention alert"],
      ["danger", "danger error failure fail missing bug critical"]
    ] as const
  ).flatMap(([style, names]) => names.split(" ").map((name) => [name, style] as const))
)

/** The style of an admonition; undefined when its type is unknown. */
export const styleOf = (type: string): Style | undefined => styles.get(type.toLowerCase())
