import { ar } from "./Arabic.ts"
import { zh } from "./Chinese.ts"
import { nl } from "./Dutch.ts"
import { en } from "./English.ts"
import { fr } from "./French.ts"
import { de } from "./German.ts"
import { he } from "./Hebrew.ts"
import { ja } from "./Japanese.ts"
import type { Words } from "./Language.ts"
import { no } from "./Norwegian.ts"
import { fa } from "./Persian.ts"
import { ptBr } from "./Portuguese.ts"
import { es } from "./Spanish.ts"

export type { Words }

const locales = { en, fr, es, zh, ja, de, nl, no, "pt-br": ptBr, ar, fa, he } as const

/** The languages of the settings (`CustomizationFields.Locale`). */
export type Locale = keyof typeof locales

export const of = (locale: Locale): Words => locales[locale]

/** Words by the tags of languages. */
const byTag = new Map<string, Words>(Object.entries(locales))

/** The texts for a language given as a BCP 47 tag; those of `otherwise` if there are none. */
export const near = (language: string | undefined, otherwise: Locale): Words =>
  byTag.get(language?.toLowerCase() ?? "") ?? of(otherwise)

/** A text with its `{}` replaced by a value. */
export const fill = (text: string, value: string | number): string => text.replace("{}", () => String(value))
