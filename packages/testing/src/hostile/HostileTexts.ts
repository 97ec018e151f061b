import * as Markup from "./HostileMarkup.ts"
import * as Spellings from "./HostileSpellings.ts"
import * as Words from "./HostileWords.ts"

/** The name that a text sets on the global object if it is executed. */
export const mark = Markup.mark

/** Texts that a user may enter in any field, by the attack that they attempt. */
export const families: { readonly [family: string]: ReadonlyArray<string> } = {
  elements: Markup.elements,
  breaks: Markup.breaks,
  attributes: Markup.attributes,
  mutations: Markup.mutations,
  encodings: Spellings.encodings,
  addresses: Spellings.addresses,
  markdown: Words.markdown,
  formulas: Words.formulas,
  styles: Words.styles,
  names: Words.names,
  templates: Words.templates,
  signs: Words.signs
}

/** All of them, each once. */
export const all: ReadonlyArray<string> = [...new Set(Object.values(families).flat())]
