import * as fc from "fast-check"

const piece = fc.constantFrom(
  ..."https:// http: // . : @ / \\ 。 ． ｡ ․ … ‥ ⒈ ℀ www. evil.test mailto: a b. .c é 文 😀 👩‍💻 x\u0301".split(" "),
  " ",
  "\t",
  "\n",
  "\r\n",
  "\u0000",
  "\u0085",
  "\u00a0",
  "\u00ad",
  "\u200b",
  "\u200c",
  "\u200d",
  "\u200e",
  "\u202e",
  "\u2028",
  "\u2066",
  "\ufe0f",
  "\ufeff",
  "\ud800",
  "x".repeat(60)
)

/** Texts of a user who tries to place an address in an email. */
export const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 100 }),
  fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""))
)
