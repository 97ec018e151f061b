import { Schema } from "effect"

/** The languages that content may be in, by their codes in requests. */
export const Language = Schema.Literals([
  "en",
  "fr",
  "de",
  "es",
  "it",
  "pt",
  "pt-br",
  "ru",
  "ja",
  "zh",
  "zh-tw",
  "yue",
  "ko",
  "ar",
  "hi",
  "nl",
  "pl",
  "tr",
  "sv",
  "no",
  "da",
  "fi",
  "el",
  "cs",
  "hu",
  "ro",
  "th",
  "vi",
  "id",
  "ms",
  "he",
  "uk",
  "sk",
  "bg",
  "hr",
  "lt",
  "lv",
  "et",
  "sl"
]).annotate({ identifier: "Language" })
export type Language = typeof Language.Type

/** The language tag for HTML and HTTP: `pt-BR` for `pt-br`. */
export const tagOf = (language: Language): string =>
  language.replace(/-(?<region>[a-z]+)$/u, (found) => found.toUpperCase())
