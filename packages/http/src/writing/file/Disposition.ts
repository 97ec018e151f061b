import { FileName } from "@quire/core"

/** What `encodeURIComponent` leaves and RFC 8187 does not. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

/** The value of `Content-Disposition`, with a name that is safe to save under, whatever the address says. */
export const header = (kind: "inline" | "attachment", name: string): string =>
  `${kind}; filename*=UTF-8''${encoded(FileName.sanitize(name))}`
