import type { Typesetting } from "@quire/core"
import { renderToString } from "katex"

/** Macros that are expanded at most, and ems that anything may measure. */
const [mostExpansions, largest] = [200, 50] as const

/** In the output of katex, quotes occur only around attribute values. */
const styles = / style="[^"]*"/g

const wrapper = /^<span class="katex">(<math [\s\S]*<\/math>)<\/span>$/

/** A formula as MathML; throws where it is wrong. */
export const typeset = ({ isBlock, tex }: Typesetting.Formula): string | undefined => {
  const text = renderToString(tex, {
    output: "mathml",
    displayMode: isBlock,
    trust: false,
    strict: "ignore",
    maxExpand: mostExpansions,
    maxSize: largest
  })
  return wrapper.exec(text)?.[1]?.replace(styles, "")
}
