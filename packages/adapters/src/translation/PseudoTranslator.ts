import { Translator } from "@quire/core"
import { Effect, Layer } from "effect"

const [plain, accented] = ["aeiouycnszAEIOUYCNSZ", "áéíóúýçñšžÁÉÍÓÚÝÇÑŠŽ"]

const accents = new Map(Array.from(plain, (letter, at) => [letter, accented.charAt(at)]))

/** Marks and entities, which are kept, and the text between them. */
const pieces = /<\/?\d+\/?>|&\w+;|[^<&]+/g

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

const accent = (text: string): string => text.replace(/[a-z]/gi, (letter) => accents.get(letter) ?? letter)

/** The pseudo-translation of a text: glossary terms are replaced, and other words get accents. */
export const translated = (text: string, { glossary }: Pick<Translator.TranslationTask, "glossary">): string => {
  const terms = new Map(glossary.map(([term, said]) => [term.toLowerCase(), said]))
  const used = [...terms.keys()].sort((left, right) => right.length - left.length)
  const finding = new RegExp(`(${used.map(escaped).join("|")})`, "gi")
  return text.replace(pieces, (piece) => {
    if (piece.startsWith("<") || piece.startsWith("&")) return piece
    const parts = used.length === 0 ? [piece] : piece.split(finding)
    return parts.map((part) => terms.get(part.toLowerCase()) ?? accent(part)).join("")
  })
}

/** Words with accents in place of another language: the same each time, for previews and for tests. */
export const layer: Layer.Layer<Translator.Translator> = Layer.succeed(Translator.Translator, {
  translate: (task) => Effect.succeed(task.texts.map((text) => translated(text, task)))
})
