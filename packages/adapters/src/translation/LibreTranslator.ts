import { type Language, Translator } from "@quire/core"
import { Effect, Layer, Schema } from "effect"
import * as TranslatorRequest from "./TranslatorRequest.ts"

const Answer = Schema.Struct({ translatedText: Schema.Array(Schema.String) })

const codes: Readonly<Partial<Record<Language.Language, string>>> = {
  zh: "zh-Hans",
  "zh-tw": "zh-Hant",
  yue: "zh-Hant",
  "pt-br": "pt-BR",
  no: "nb"
}

const codeOf = (language: Language.Language): string => codes[language] ?? language

/** LibreTranslate takes texts as HTML: marks are elements that have an id. */
const toHtml = (text: string): string =>
  text.replace(/<(\/?)(\d+)(\/?)>/g, (_, close: string, number: string, single: string) => {
    if (close !== "") return "</span>"
    return single === "" ? `<span id="m${number}">` : `<br id="m${number}">`
  })

/** Restores the marks of a response. Unknown markup is kept, and is rejected by the caller. */
const fromHtml = (html: string): string => {
  const open: Array<string> = []
  return html
    .replace(/<span[^>]*\bid="m(\d+)"[^>]*>|<br[^>]*\bid="m(\d+)"[^>]*>|<\/span>/g, (found, around, single) => {
      if (typeof single === "string") return `<${single}/>`
      if (typeof around === "string") {
        open.push(around)
        return `<${around}>`
      }
      const number = open.pop()
      return number === undefined ? found : `</${number}>`
    })
    .replace(/<\/br>/g, "")
}

/** Translates with the HTTP API of LibreTranslate, which supports neither instructions nor a glossary. */
export const layer = (service: TranslatorRequest.Service): Layer.Layer<Translator.Translator> =>
  Layer.succeed(Translator.Translator, {
    translate: ({ from, texts, to }) => {
      const { key, ...rest } = service
      const body = {
        q: texts.map(toHtml),
        source: codeOf(from),
        target: codeOf(to),
        format: "html",
        ...(key === undefined ? {} : { api_key: key })
      }
      return TranslatorRequest.post(rest, "translate", body, Answer).pipe(
        Effect.flatMap(({ translatedText }) => TranslatorRequest.inNumber(texts, translatedText.map(fromHtml)))
      )
    }
  })
