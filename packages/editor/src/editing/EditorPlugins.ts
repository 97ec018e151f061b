import { history } from "prosemirror-history"
import type { Plugin } from "prosemirror-state"
import { tableEditing } from "prosemirror-tables"
import { type KeysOptions, keys } from "../keys/KeysPlugin.ts"
import { markdownInput } from "./InputRules.ts"
import { editorKeymap } from "./Keymap.ts"

/** What every editor of documents needs: undo, keys of blocks, Markdown, the keyboard, and selections in tables. */
export const editorPlugins = (options: KeysOptions = {}): ReadonlyArray<Plugin> => [
  history(),
  keys(options),
  markdownInput(),
  ...editorKeymap(),
  tableEditing()
]
