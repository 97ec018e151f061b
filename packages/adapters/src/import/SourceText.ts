import { TextDecoder } from "node:util"
import { Document } from "@quire/core"

/** The text of some bytes; `guessed` when they are not in the encoding that they should be in. */
export interface SourceText {
  readonly text: string
  readonly guessed: boolean
}

/** What a warning says of a text that was guessed. */
export const guess = "the text is not UTF-8; read as Latin-1"

const maxHtmlBytes = 10 * Document.limits.bytes

/** Whether so many bytes cannot fit one document, leaving room for what HTML needs around its text. */
export const isTooLarge = (bytes: Uint8Array, isHtml: boolean): boolean =>
  bytes.byteLength > (isHtml ? maxHtmlBytes : Document.limits.bytes)

const marks = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]]
] as const

const decoder = (label: string): TextDecoder | undefined => {
  try {
    return new TextDecoder(label)
  } catch {
    return undefined
  }
}

const charset = (text: string | undefined) => /charset\s*=\s*["']?([^\s;"'>]+)/i.exec(text ?? "")?.[1]

const beginning = (bytes: Uint8Array) => new TextDecoder("latin1").decode(bytes.subarray(0, 1024))

/** The encoding that a server or the page itself names, unless it is the usual one. */
const declared = (bytes: Uint8Array, contentType: string | undefined, isHtml: boolean): TextDecoder | undefined => {
  const meta = isHtml ? charset(/<meta\s[^>]*charset[^>]*>/i.exec(beginning(bytes))?.[0]) : undefined
  const found = decoder(charset(contentType) ?? meta ?? "utf-8")
  return found?.encoding === "utf-8" ? undefined : found
}

const utf8 = (bytes: Uint8Array): SourceText => {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), guessed: false }
  } catch {
    return { text: new TextDecoder("latin1").decode(bytes), guessed: true }
  }
}

const isText = (text: string) => !text.includes("\u0000")

/**
 * Reads text: by its byte order mark, by the encoding that is named, else as UTF-8, and as Latin-1 when it is not that.
 * Undefined for bytes that are no text.
 */
export const read = (
  bytes: Uint8Array,
  { contentType, isHtml = false }: { readonly contentType?: string | undefined; readonly isHtml?: boolean } = {}
): SourceText | undefined => {
  const [label] = marks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte)) ?? []
  const named = label === undefined ? declared(bytes, contentType, isHtml) : decoder(label)
  const found = named === undefined ? utf8(bytes) : { text: named.decode(bytes), guessed: false }
  return isText(found.text) ? found : undefined
}
