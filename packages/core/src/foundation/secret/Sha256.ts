import { sha256 } from "@noble/hashes/sha2.js"
import { utf8ToBytes } from "@noble/hashes/utils.js"
import { Base64Url } from "effect/encoding"

/** SHA-256 in JavaScript, for platforms without a synchronous one of their own. */
export const portable = (text: string): string => Base64Url.encode(sha256(utf8ToBytes(text)))

const native = globalThis.process?.getBuiltinModule?.("node:crypto")?.hash

/** SHA-256 of a text in UTF-8, as 43 characters of base64url; lone surrogates count as U+FFFD. */
export const digest: (text: string) => string =
  native === undefined ? portable : (text) => native("sha256", text, "base64url")
