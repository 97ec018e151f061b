import { TextDecoder } from "node:util"

import { Document, type ImportWarning } from "@quire/core"
import * as EncodingGuess from "../text/EncodingGuess.ts"
import * as Windows1252 from "../text/Windows1252.ts"

/** Decoded text; `guessed` is the encoding that was assumed because none was named and the bytes are not UTF-8. */
export interface SourceText {
  readonly text: string
  readonly guessed: string | undefined
}

/** The warning for a text whose encoding was guessed. */
/** A warning that the encoding of a text was detected rather than known; none without one. */
export const encodingWarnings = (
  path: string,
  encoding: string | undefined
): ReadonlyArray<ImportWarning.ImportWarning> =>
  encoding === undefined
    ? []
    : [{ kind: "encoding", path, reason: `the text is not valid UTF-8 and was read as ${encoding}` }]

const maxHtmlBytes = 10 * Document.limits.bytes

/** Whether the bytes cannot fit one document, allowing for the markup of HTML. */
export const isTooLarge = (bytes: Uint8Array, isHtml: boolean): boolean =>
  bytes.byteLength > (isHtml ? maxHtmlBytes : Document.limits.bytes)

/** Bytes at the beginning of a large file, which show whether it is text and contain its front matter. */
const fewBytes = 65_536

/** The beginning of a text that is too large, or the whole of another; undefined when the bytes are not text. */
export const beginningOf = (bytes: Uint8Array, isHtml: boolean): string | undefined =>
  decode(isTooLarge(bytes, isHtml) ? bytes.subarray(0, fewBytes) : bytes, { isHtml })?.text

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

const decodeBeginning = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 1024)).toString("latin1")

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
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), guessed: undefined }
  } catch {
    const guessed = EncodingGuess.ofText(bytes)
    return { text: new TextDecoder(guessed).decode(bytes), guessed }
  }
}

const isText = (text: string) => !text.includes("\u0000")

/**
 * Decodes text by its byte order mark, else by the named encoding, else as UTF-8, else as UTF-16 or the encoding that the
 * bytes resemble, by default Windows-1252. Undefined when the bytes are not text.
 */
export const decode = (
  bytes: Uint8Array,
  { contentType, isHtml = false }: { readonly contentType?: string | undefined; readonly isHtml?: boolean } = {}
): SourceText | undefined => {
  const marked = byteOrderMarks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))?.[0]
  const label = marked ?? EncodingGuess.utf16Of(bytes)
  const named = label === undefined ? declaredDecoder(bytes, contentType, isHtml) : makeDecoder(label)
  const { guessed, text } =
    named === undefined
      ? decodeUtf8(bytes)
      : { text: named.decode(bytes), guessed: marked === undefined ? label : undefined }
  return isText(text) ? { text: Windows1252.fromControls(text), guessed } : undefined
}
