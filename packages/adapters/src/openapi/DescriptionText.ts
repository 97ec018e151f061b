import { DescriptionReader } from "@quire/core"
import * as DescriptionJson from "./DescriptionJson.ts"
import { limits } from "./DescriptionLimits.ts"
import * as DescriptionYaml from "./DescriptionYaml.ts"

const refuse = (problem: string) => new DescriptionReader.DescriptionRefused({ problem })

const decode = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    throw refuse("it is not valid UTF-8")
  }
}

/** The value that a description is, of JSON if it begins like it, else of YAML; throws `DescriptionRefused`. */
export const parse = (bytes: Uint8Array): unknown => {
  const text = decode(bytes)
  if (text.trim() === "") throw refuse("it is empty")
  if (text.length > limits.characters) {
    throw refuse(`it has more than ${limits.characters.toLocaleString("en")} characters`)
  }
  return /^\s*[{[]/.test(text) ? DescriptionJson.parse(text) : DescriptionYaml.parse(text)
}
