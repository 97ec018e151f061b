import { FileName } from "@quire/core"

/** Encodes for RFC 8187, including the characters that `encodeURIComponent` leaves. */
const encodeExtended = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

/** The value of `Content-Disposition`, with a name that is always safe to save under. */
export const header = (kind: "inline" | "attachment", name: string): string =>
  `${kind}; filename*=UTF-8''${encodeExtended(FileName.sanitize(name))}`
