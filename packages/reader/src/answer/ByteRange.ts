/** The requested part of some bytes; `to` is exclusive. */
export type ByteRange =
  | { readonly _tag: "Whole" }
  | { readonly _tag: "Part"; readonly from: number; readonly to: number }
  /** The range is outside of the bytes. */
  | { readonly _tag: "Beyond" }

const whole: ByteRange = { _tag: "Whole" }
const beyond: ByteRange = { _tag: "Beyond" }

const single = /^\s*bytes\s*=\s*(?:(\d+)\s*)?-\s*(?:(\d+)\s*)?$/i

/**
 * Parses the value of `Range`. Only a single byte range is supported; any other value requests all bytes (rule
 * file-range).
 */
export const parse = (range: string | undefined, size: number): ByteRange => {
  const [, first = "", last = ""] = single.exec(range ?? "") ?? []
  if (first === "" && last === "") return whole
  if (first === "") {
    const length = Math.min(Number(last), size)
    return length === 0 ? beyond : { _tag: "Part", from: size - length, to: size }
  }
  const from = Number(first)
  if (last !== "" && Number(last) < from) return whole
  if (from >= size) return beyond
  return { _tag: "Part", from, to: last === "" ? size : Math.min(Number(last) + 1, size) }
}

/** Whether the client's copy has the same bytes: `If-Range` is absent or contains the validator. Dates never match. */
export const isOfSame = (ifRange: string | undefined, etag: string): boolean =>
  ifRange === undefined || ifRange.trim() === etag
