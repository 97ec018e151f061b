import type { Root } from "mdast"
import { fromMarkdown, type Options } from "mdast-util-from-markdown"
import { frontmatterFromMarkdown } from "mdast-util-frontmatter"
import { gfmFromMarkdown } from "mdast-util-gfm"
import { mathFromMarkdown } from "mdast-util-math"
import { frontmatter } from "micromark-extension-frontmatter"
import { gfm } from "micromark-extension-gfm"
import { math } from "micromark-extension-math"

type Syntax = Exclude<NonNullable<Options["extensions"]>[number], ReadonlyArray<unknown>>
type Constructs = NonNullable<Syntax["flow"]>[string]
type Construct = Exclude<NonNullable<Constructs>, ReadonlyArray<unknown>>
type Tokenize = Construct["tokenize"]
type Code = Parameters<ReturnType<Tokenize>>[0]

const code = {
  quote: 34,
  percent: 37,
  dash: 45,
  colon: 58,
  backslash: 92,
  openBrace: 123,
  closeBrace: 125
} as const

const isEndOfLine = (value: Code): boolean => value === null || (value >= -5 && value <= -3)
const isBlank = (value: Code): boolean => value === 32 || value === -2 || value === -1

/**
 * A line that is only `{% … %}`, as a separate block, which also ends a paragraph. It becomes a node of type html, so
 * that no other part of the parser needs to handle it.
 */
const tag: Construct = {
  name: "documentTag",
  tokenize: (effects, ok, nok) => {
    const open = (value: Code) => {
      effects.enter("htmlFlow")
      effects.enter("htmlFlowData")
      effects.consume(value)
      return percent
    }
    const percent = (value: Code) => {
      if (value !== code.percent) return nok(value)
      effects.consume(value)
      return body
    }
    const body = (value: Code): ReturnType<typeof nok> => {
      if (isEndOfLine(value)) return nok(value)
      effects.consume(value)
      return value === code.quote ? quoted : value === code.percent ? close : body
    }
    const quoted = (value: Code): ReturnType<typeof nok> => {
      if (isEndOfLine(value)) return nok(value)
      effects.consume(value)
      return value === code.quote ? body : value === code.backslash ? escaped : quoted
    }
    const escaped = (value: Code) => {
      if (isEndOfLine(value)) return nok(value)
      effects.consume(value)
      return quoted
    }
    const close = (value: Code) => {
      if (value !== code.closeBrace) return body(value)
      effects.consume(value)
      effects.exit("htmlFlowData")
      effects.exit("htmlFlow")
      return after
    }
    const after = (value: Code): ReturnType<typeof nok> => {
      if (isEndOfLine(value)) return ok(value)
      if (!isBlank(value)) return nok(value)
      effects.enter("whitespace")
      return space(value)
    }
    const space = (value: Code): ReturnType<typeof nok> => {
      if (isBlank(value)) {
        effects.consume(value)
        return space
      }
      effects.exit("whitespace")
      return after(value)
    }
    return open
  }
}

const isHexadecimal = (value: Code): boolean =>
  value !== null && ((value >= 48 && value <= 57) || (value >= 97 && value <= 102) || (value >= 65 && value <= 70))

/**
 * `:1f600:` and `:1f468-200d-1f680:`, as a node of type html; the code that reads the node decides which are emojis.
 */
const emoji: Construct = {
  name: "emojiCode",
  tokenize: (effects, ok, nok) => {
    let length = 0
    const open = (value: Code) => {
      effects.enter("htmlText")
      effects.enter("htmlTextData")
      effects.consume(value)
      return body
    }
    const body = (value: Code): ReturnType<typeof nok> => {
      if (value === code.colon && length >= 4) {
        effects.consume(value)
        effects.exit("htmlTextData")
        effects.exit("htmlText")
        return ok
      }
      if (!(isHexadecimal(value) || value === code.dash) || ++length > 64) return nok(value)
      effects.consume(value)
      return body
    }
    return open
  }
}

/** The two constructs that documents need beyond Markdown with tables, math and frontmatter. */
const tagSyntax: Syntax = {
  flow: { [code.openBrace]: tag },
  text: { [code.colon]: emoji }
}

/** GFM without the autolinking of finished text, which would turn escaped URLs into links. */
const gfmTree = gfmFromMarkdown().map((extension) => ({ ...extension, transforms: [] }))

const extensions: NonNullable<Options["extensions"]> = [
  gfm({ singleTilde: false }),
  math({ singleDollarTextMath: false }),
  frontmatter(["yaml"]),
  tagSyntax
]
const mdastExtensions = [gfmTree, mathFromMarkdown(), frontmatterFromMarkdown(["yaml"])]

/** The tree of a text; tags are nodes of type html. `without` names constructs that are disabled. */
export const read = (text: string, without: ReadonlyArray<string> = []): Root =>
  fromMarkdown(text, { extensions: [...extensions, { disable: { null: [...without] } }], mdastExtensions })
