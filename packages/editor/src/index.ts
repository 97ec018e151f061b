export { focusNextConflict } from "./conflicts/ConflictPlugin.ts"
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
export { colorsOf } from "./presence/PersonColors.ts"
export type { PersonPresence, PresenceAnnouncement } from "./presence/PersonPresence.ts"
export { type CopyStore, makeMemoryCopies, openCopyStore } from "./saving/CopyStore.ts"
export { compareDocuments, type DocumentChange } from "./saving/DocumentDifference.ts"
export type { PageName } from "./saving/LocalCopy.ts"
export { saveOnLeave } from "./saving/PageLeave.ts"
export { openPageSession, type PageSession, type PageSessionOptions, type SessionEditor } from "./saving/PageSession.ts"
export {
  createPageTransport,
  type HeadFollower,
  type PageAddress,
  type PageTransport,
  PageTransportError,
  type RefusedField,
  type SaveRequest,
  type SaveResponse,
  type TransportFailure
} from "./saving/PageTransport.ts"
export { rebaseChanges } from "./saving/RebaseChanges.ts"
export { makeRemoteTransaction } from "./saving/RemoteChanges.ts"
export { type SavingClock, systemClock } from "./saving/SavingClock.ts"
export type { SavingConflict } from "./saving/SavingConflict.ts"
export type { SavingState, SavingStatus, Subscribable } from "./saving/SavingState.ts"
export { makeMemoryLocks, openTabLocks, type TabLocks } from "./saving/TabLocks.ts"
export { schema } from "./schema/Schema.ts"
export { createEditor, type Editor, type EditorOptions } from "./view/CreateEditor.ts"
