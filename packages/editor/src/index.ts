export { editorPlugins } from "./editing/EditorPlugins.ts"
export type {
  CommentTarget,
  EditorHost,
  HostBlock,
  ReferenceDetails,
  TargetSuggestion,
  UploadedFile
} from "./interface/EditorHost.ts"
export { type EditorLabels, englishLabels } from "./interface/Labels.ts"
export { type KeysOptions, keys } from "./keys/KeysPlugin.ts"
export type { DocumentReference } from "./links/References.ts"
export { fromDocument } from "./mapping/FromDocument.ts"
export { toDocument } from "./mapping/ToDocument.ts"
export { schema } from "./schema/Schema.ts"
export { createEditor, type Editor, type EditorOptions } from "./view/CreateEditor.ts"
