import * as Disposition from "./Disposition.ts"

/** Content types that a browser may display inline; all others are downloaded. */
const inlineTypes = new Set(["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/bmp"])

/** The headers that keep the bytes of a file from doing harm, and let them be embedded. */
export const of = (contentType: string, name: string) => ({
  "content-disposition": Disposition.header(inlineTypes.has(contentType) ? "inline" : "attachment", name),
  "content-security-policy": "default-src 'none'; sandbox",
  "cross-origin-resource-policy": "cross-origin",
  "x-content-type-options": "nosniff"
})
