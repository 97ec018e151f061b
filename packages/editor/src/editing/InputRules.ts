import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from "prosemirror-inputrules"
import type { MarkType } from "prosemirror-model"
import type { Plugin } from "prosemirror-state"
import { findWrapping } from "prosemirror-transform"
import { schema } from "../schema/Schema.ts"

const {
  blockquote,
  code_block: codeBlock,
  code_line: codeLine,
  heading,
  list_item: listItem,
  list_ordered: ordered,
  list_tasks: tasks,
  list_unordered: unordered
} = schema.nodes

/** A mark for text between two signs; the first group of the pattern is the text before, the second the marked one. */
const markRule = (pattern: RegExp, type: MarkType): InputRule =>
  new InputRule(
    pattern,
    (state, [, before = "", text = ""], start, end) => {
      const { tr } = state
      const from = start + before.length
      const textStart = state.doc.textBetween(from, end).indexOf(text) + from
      if (textStart < from) return null
      tr.delete(textStart + text.length, end).delete(from, textStart)
      return tr.addMark(from, from + text.length, type.create()).removeStoredMark(type)
    },
    { inCodeMark: false }
  )

/** `[ ] ` and `[x] `: an item of a task list. */
const taskRule = new InputRule(/^\s*\[( |x)?\]\s$/, (state, [, sign], start, end) => {
  const tr = state.tr.delete(start, end)
  const range = tr.doc.resolve(start).blockRange()
  if (range === null || tasks === undefined || listItem === undefined) return null
  if (findWrapping(range, tasks) === null) return null
  return tr.wrap(range, [{ type: tasks }, { type: listItem, attrs: { data: { checked: sign === "x" } } }])
})

/** Three backticks and perhaps a language: a block of code with one line. */
const codeRule = new InputRule(/^```([\w+#-]*)\s$/, (state, [, syntax = ""], start) => {
  const $start = state.doc.resolve(start)
  const index = $start.index(-1)
  if (codeBlock === undefined || codeLine === undefined) return null
  if (!$start.node(-1).canReplaceWith(index, index + 1, codeBlock)) return null
  const data = syntax === "" ? {} : { syntax }
  return state.tr.replaceRangeWith($start.before(), $start.after(), codeBlock.create({ data }, codeLine.create()))
})

const blockRules = () => [
  ...(heading === undefined
    ? []
    : [textblockTypeInputRule(/^(#{1,3})\s$/, heading, ([, signs = ""]) => ({ level: signs.length }))]),
  ...(blockquote === undefined ? [] : [wrappingInputRule(/^\s*>\s$/, blockquote)]),
  ...(unordered === undefined ? [] : [wrappingInputRule(/^\s*[-+*]\s$/, unordered)]),
  ...(ordered === undefined
    ? []
    : [
        wrappingInputRule(/^(\d{1,9})[.)]\s$/, ordered, ([, start]) => ({
          data: start === "1" ? {} : { start: Number(start) }
        }))
      ]),
  taskRule,
  codeRule
]

const markPatterns: ReadonlyArray<readonly [mark: string, pattern: RegExp]> = [
  ["bold", /(^|[^*])\*\*([^*\s](?:[^*]*[^*\s])?)\*\*$/],
  ["italic", /(^|[^*])\*([^*\s](?:[^*]*[^*\s])?)\*$/],
  ["italic", /(^|[^\w_])_([^_\s](?:[^_]*[^_\s])?)_$/],
  ["strikethrough", /(^|[^~])~~([^~\s](?:[^~]*[^~\s])?)~~$/],
  ["code", /(^|[^`])`([^`]+)`$/]
]

const markRules = () =>
  markPatterns.flatMap(([name, pattern]) => {
    const type = schema.marks[name]
    return type === undefined ? [] : [markRule(pattern, type)]
  })

/** Markdown that becomes formatting while it is typed; undoing once brings the signs back. */
export const markdownInput = (): Plugin => inputRules({ rules: [...blockRules(), ...markRules()] })
