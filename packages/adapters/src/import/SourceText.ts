import { TextDecoder } from "node:util"
import { Document } from "@quire/core"

/** Decoded text; `guessed` when the bytes were not valid in the expected encoding. */
export interface SourceText {
  readonly text: string
  readonly guessed: boolean
}

/** The warning for a text whose encoding was guessed. */
export const guessedReason = "the text is not valid UTF-8 and was read as Latin-1"

const maxHtmlBytes = 10 * Document.limits.bytes

/** Whether the bytes cannot fit one document, allowing for the markup of HTML. */
export const isTooLarge = (bytes: Uint8Array, isHtml: boolean): boolean =>
  bytes.byteLength > (isHtml ? maxHtmlBytes : Document.limits.bytes)

const byteOrderMarks = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]]
] as const

const makeDecoder = (label: string): TextDecoder | undefined => {
  try {
    return new TextDecoder(label)
  } catch {
    return undefined
  }
}

const findCharset = (text: string | undefined) => /charset\s*=\s*["']?([^\s;"'>]+)/i.exec(text ?? "")?.[1]

const decodeBeginning = (bytes: Uint8Array) => new TextDecoder("latin1").decode(bytes.subarray(0, 1024))

/** A decoder for the encoding that the server or the page names, unless it is UTF-8. */
const declaredDecoder = (
  bytes: Uint8Array,
  contentType: string | undefined,
  isHtml: boolean
): TextDecoder | undefined => {
  const meta = isHtml ? findCharset(/<meta\s[^>]*charset[^>]*>/i.exec(decodeBeginning(bytes))?.[0]) : undefined
  const found = makeDecoder(findCharset(contentType) ?? meta ?? "utf-8")
  return found?.encoding === "utf-8" ? undefined : found
}

const decodeUtf8 = (bytes: Uint8Array): SourceText => {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), guessed: false }
  } catch {
    return { text: new TextDecoder("latin1").decode(bytes), guessed: true }
  }
}

const isText = (text: string) => !text.includes("\u0000")

/**
 * Decodes text by its byte order mark, else by the named encoding, else as UTF-8, else as Latin-1. Undefined when the
 * bytes are not text.
 */
export const decode = (
  bytes: Uint8Array,
  { contentType, isHtml = false }: { readonly contentType?: string | undefined; readonly isHtml?: boolean } = {}
): SourceText | undefined => {
  const [label] = byteOrderMarks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte)) ?? []
  const named = label === undefined ? declaredDecoder(bytes, contentType, isHtml) : makeDecoder(label)
  const found = named === undefined ? decodeUtf8(bytes) : { text: named.decode(bytes), guessed: false }
  return isText(found.text) ? found : undefined
}
