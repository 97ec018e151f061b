import { refuse } from "./UsageError.ts"

/** How content is translated. */
export type TranslatorSettings =
  | { readonly kind: "none" }
  | { readonly kind: "pseudo" }
  | { readonly kind: "libre"; readonly url: string; readonly key?: string }
  | { readonly kind: "chat"; readonly url: string; readonly model: string; readonly key?: string }

type Environment = Readonly<Record<string, string | undefined>>

const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** Uses a chat endpoint if a model is set, otherwise LibreTranslate; `pseudo` needs no server. */
export const read = (environment: Environment): TranslatorSettings => {
  const url = environment["QUIRE_TRANSLATOR_URL"] ?? ""
  const model = environment["QUIRE_TRANSLATOR_MODEL"] ?? ""
  const key = environment["QUIRE_TRANSLATOR_KEY"] ?? ""
  if (url === "") return { kind: "none" }
  if (url === "pseudo") return { kind: "pseudo" }
  if (!isWebAddress(url)) return refuse(`QUIRE_TRANSLATOR_URL must be an http or https URL, or pseudo, not "${url}"`)
  const keyed = key === "" ? {} : { key }
  return model === "" ? { kind: "libre", url, ...keyed } : { kind: "chat", url, model, ...keyed }
}
