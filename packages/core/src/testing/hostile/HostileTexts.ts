import * as Markup from "./HostileMarkup.ts"
import * as Spellings from "./HostileSpellings.ts"
import * as Words from "./HostileWords.ts"

/** The name that a text sets on the global object if anything runs it. */
export const mark = Markup.mark

/** Texts that a person may write wherever they may write at all, by what they try. */
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
