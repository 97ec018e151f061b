import type { Words } from "@quire/reader"

const names: { readonly [language: string]: Words.Locale } = {
  en: "en",
  fr: "fr",
  es: "es",
  zh: "zh",
  ja: "ja",
  de: "de",
  nl: "nl",
  no: "no",
  nb: "no",
  nn: "no",
  pt: "pt-br",
  ar: "ar",
  fa: "fa",
  he: "he",
  iw: "he"
}

/** The first supported language of an `Accept-Language` header; English if there is none. */
export const of = (accepted = ""): Words.Locale => {
  const ranges = accepted.split(",", 20).map((range, place) => {
    const [tag = "", ...parameters] = range.trim().toLowerCase().split(";")
    const quality = parameters.find((parameter) => parameter.trim().startsWith("q="))
    return {
      language: tag.split("-")[0] ?? "",
      quality: quality === undefined ? 1 : Number(quality.trim().slice(2)),
      place
    }
  })
  const wanted = ranges
    .filter(({ language, quality }) => Object.hasOwn(names, language) && quality > 0)
    .sort((one, other) => other.quality - one.quality || one.place - other.place)
  return names[wanted[0]?.language ?? "en"] ?? "en"
}
