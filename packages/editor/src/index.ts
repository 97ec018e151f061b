export { type KeysOptions, keys } from "./keys/KeysPlugin.ts"
export { fromDocument } from "./mapping/FromDocument.ts"
export { toDocument } from "./mapping/ToDocument.ts"
export { schema } from "./schema/Schema.ts"
