import { Schema } from "effect"
import * as BlobUses from "../../foundation/blob/BlobUses.ts"
import * as Id from "../../foundation/id/Id.ts"
import { OrganizationId, SpaceId, UserId } from "../../foundation/id/Ids.ts"
import { closed, describeFields, optional, WebAddress } from "../../foundation/input/Input.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { singleLine } from "../../foundation/text/Text.ts"
import { Instant, Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { StoredCaller } from "../../people/access/Credentials.ts"
import { UploadId } from "../upload/Upload.ts"
import * as ImportReport from "./ImportReport.ts"
import { BuiltSource } from "./ImportSource.ts"

export const limits = {
  /** Files of one run. */
  files: 50,
  /** Runs of one space that have not ended. */
  perSpace: 20,
  /** Time after which a run that has not ended has failed, in ms. */
  longest: 86_400_000,
  /** How long a run that has ended is kept, in ms. */
  retention: 2_592_000_000
} as const

export const ImportRunId = Id.make("ImportRunId", "Identifier of an import run.")
export type ImportRunId = typeof ImportRunId.Type

const ImportMode = Schema.Literals(["append", "replace", "propose"])

const ImportStatus = Schema.Literals(["pending", "in-progress", "completed", "failed", "cancelled"])

/** What a completed run has done. */
const ImportOutcome = Schema.Literals(["imported", "proposed", "already-proposed", "unchanged"])

const Progress = Schema.Struct(
  describeFields(
    { done: Schema.Int, total: Schema.Int },
    { done: "Number of pages that were read.", total: "Number of pages of the source." }
  )
).annotate({ identifier: "ImportProgress" })

const sourceTexts = {
  url: "Address that the content is fetched from.",
  format: "Format of the content. Defaults to `website` for an address, and to the extension of a file.",
  files: `Complete uploads of the caller, 1 to ${limits.files}. Several are imported like an archive with these files.`
}

const Website = closed(
  "ImportRunFromWebsite",
  { type: Schema.Literal("website"), url: WebAddress, format: optional(BuiltSource) },
  { url: sourceTexts.url, format: sourceTexts.format }
)

const UploadedFiles = closed(
  "ImportRunFromFiles",
  {
    type: Schema.Literal("file"),
    files: Schema.Array(UploadId).pipe(
      Schema.check(
        Schema.isBetweenLength(1, limits.files, { expected: `an array of 1 to ${limits.files} items` }),
        Schema.isUnique({ expected: "an array without repeated items" })
      )
    ),
    format: optional(BuiltSource)
  },
  { files: sourceTexts.files, format: sourceTexts.format }
)

/** The request for a run. */
export const ImportRunCreate = closed(
  "ImportRunCreate",
  {
    source: Schema.Union([Website, UploadedFiles]),
    changeRequest: optional(Schema.String),
    page: optional(Schema.String),
    mode: optional(ImportMode),
    subject: optional(singleLine(1, 100))
  },
  {
    source: "Where the content is imported from.",
    changeRequest: "Change request that the content is imported into, by its id or number. Defaults to the space.",
    page: "Page that the content is imported into. Defaults to the top level.",
    mode: "`append` adds pages, `replace` makes the content that of the source, and `propose` does that in a new change request unless the space is empty or nothing differs. Defaults to `append`.",
    subject: "Title of the change request of `propose`. Defaults to the name of the source."
  }
)
export type ImportRunCreate = typeof ImportRunCreate.Type

/** A file of a run. Its bytes are released when the run ends. */
const SourceFile = Schema.Struct({
  name: Schema.String,
  contentType: optional(Schema.String),
  size: Schema.Int,
  blob: optional(Schema.String)
})

const StoredSource = Schema.Union([
  Schema.Struct({ type: Schema.Literal("website"), url: Schema.String, format: optional(BuiltSource) }),
  Schema.Struct({ type: Schema.Literal("file"), files: Schema.Array(SourceFile), format: optional(BuiltSource) })
])

/** An import that a job performs. */
export const ImportRun = Schema.Struct({
  id: ImportRunId,
  organization: OrganizationId,
  space: SpaceId,
  /** Id of the change request that it imports into. */
  changeRequest: optional(Schema.String),
  page: optional(Schema.String),
  mode: ImportMode,
  subject: optional(Schema.String),
  source: StoredSource,
  caller: StoredCaller,
  createdBy: Schema.NullOr(UserId),
  status: ImportStatus,
  progress: optional(Progress),
  outcome: optional(ImportOutcome),
  /** Id of the change request that `propose` opened. */
  proposal: optional(Schema.String),
  result: optional(ImportReport.ImportResult),
  reason: optional(Schema.String),
  createdAt: Instant,
  updatedAt: Instant,
  startedAt: optional(Instant),
  endedAt: optional(Instant)
})
export type ImportRun = typeof ImportRun.Type

export const isActive = ({ status }: ImportRun): boolean => status === "pending" || status === "in-progress"

const filesOf = ({ source }: ImportRun) => (source.type === "file" ? source.files : [])

const blobsOf = (self: ImportRun): ReadonlyArray<string> => filesOf(self).flatMap(({ blob }) => blob ?? [])

export const collection = Repository.collection({
  name: "import_runs",
  schema: ImportRun,
  columns: {
    space: { kind: "text", of: (self) => self.space },
    isActive: { kind: "boolean", of: isActive },
    createdAt: { kind: "instant", of: (self) => self.createdAt },
    blobs: { kind: "set", of: blobsOf }
  },
  indexes: {
    all: { on: [] },
    inSpace: { on: ["space"], order: ["createdAt"] },
    active: { on: ["space", "isActive"] },
    byState: { on: ["isActive"], order: ["createdAt"] }
  },
  unique: {},
  references: [{ column: "space", to: "spaces", onDelete: "cascade" }],
  counters: [],
  rank: 3
})

export const blobSource = BlobUses.source(collection, blobsOf)

type Outcome = Pick<ImportRun, "outcome" | "proposal" | "reason" | "result"> & {
  readonly status: "completed" | "failed" | "cancelled"
}

/** A run that has ended. The bytes of its files are released. */
export const end = (self: ImportRun, outcome: Outcome, now: number): ImportRun => ({
  ...self,
  ...outcome,
  source:
    self.source.type === "website"
      ? self.source
      : { ...self.source, files: self.source.files.map(({ blob: _, ...file }) => file) },
  updatedAt: now,
  endedAt: now
})

const SourceView = Schema.Union([
  Schema.Struct(
    describeFields(
      { type: Schema.Literal("website"), url: Schema.String, format: Schema.optionalKey(BuiltSource) },
      { url: sourceTexts.url, format: sourceTexts.format }
    )
  ),
  Schema.Struct(
    describeFields(
      {
        type: Schema.Literal("file"),
        files: Schema.Array(
          Schema.Struct(
            describeFields(
              { name: Schema.String, size: Schema.Int },
              { name: "Name of the file.", size: "Size of the file in bytes." }
            )
          )
        ),
        format: Schema.optionalKey(BuiltSource)
      },
      { files: "The uploaded files.", format: sourceTexts.format }
    )
  )
]).annotate({ identifier: "ImportRunSource" })

const TargetView = Schema.Struct(
  describeFields(
    { space: SpaceId, changeRequest: Schema.optionalKey(Schema.String), page: Schema.optionalKey(Schema.String) },
    {
      space: "Space that the content is imported into.",
      changeRequest: "Change request that the content is imported into.",
      page: "Page that the content is imported into."
    }
  )
).annotate({ identifier: "ImportRunTarget" })

/** A run as the API returns it. */
export const ImportRunView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("import-run"),
      id: ImportRunId,
      status: ImportStatus,
      source: SourceView,
      target: TargetView,
      mode: ImportMode,
      progress: Schema.optionalKey(Progress),
      outcome: Schema.optionalKey(ImportOutcome),
      changeRequest: Schema.optionalKey(Schema.String),
      result: Schema.optionalKey(ImportReport.ImportResult),
      reason: Schema.optionalKey(Schema.String),
      createdBy: Schema.optionalKey(UserId),
      createdAt: Timestamp,
      updatedAt: Timestamp,
      startedAt: Schema.optionalKey(Timestamp),
      completedAt: Schema.optionalKey(Timestamp),
      urls: Schema.Struct(
        describeFields({ location: Schema.String }, { location: "Address of the object in the API." })
      )
    },
    {
      status: "State of the run. It has ended if it is completed, failed or cancelled.",
      source: "Where the content is imported from.",
      target: "Where the content is imported into.",
      mode: "How the content is imported.",
      progress: "How many pages have been read.",
      outcome: "What a completed run has done.",
      changeRequest: "Change request that has the differences, if the outcome is `proposed` or `already-proposed`.",
      result: "What was imported. Absent in lists.",
      reason: "Why the run failed.",
      createdBy: "User who started the run.",
      createdAt: "When the run was requested.",
      updatedAt: "When the run was last updated.",
      startedAt: "When the run was started.",
      completedAt: "When the run ended.",
      urls: "Addresses that belong to the object."
    }
  )
).annotate({ identifier: "ImportRun" })
export type ImportRunView = typeof ImportRunView.Type

const sourceView = (source: ImportRun["source"]): ImportRunView["source"] =>
  source.type === "website" ? source : { ...source, files: source.files.map(({ name, size }) => ({ name, size })) }

const timestamps = ({ createdAt, endedAt, startedAt, updatedAt }: ImportRun) => ({
  createdAt: toTimestamp(createdAt),
  updatedAt: toTimestamp(updatedAt),
  ...(startedAt === undefined ? {} : { startedAt: toTimestamp(startedAt) }),
  ...(endedAt === undefined ? {} : { completedAt: toTimestamp(endedAt) })
})

/** A run as lists contain it, without its result. */
export const listView = (self: ImportRun, base: string): ImportRunView => ({
  object: "import-run",
  id: self.id,
  status: self.status,
  source: sourceView(self.source),
  target: {
    space: self.space,
    ...(self.changeRequest === undefined ? {} : { changeRequest: self.changeRequest }),
    ...(self.page === undefined ? {} : { page: self.page })
  },
  mode: self.mode,
  ...(self.progress === undefined ? {} : { progress: self.progress }),
  ...(self.outcome === undefined ? {} : { outcome: self.outcome }),
  ...(self.proposal === undefined ? {} : { changeRequest: self.proposal }),
  ...(self.reason === undefined ? {} : { reason: self.reason }),
  ...(self.createdBy === null ? {} : { createdBy: self.createdBy }),
  ...timestamps(self),
  urls: { location: `${base}/v1/spaces/${self.space}/imports/${self.id}` }
})

export const view = (self: ImportRun, base: string): ImportRunView => ({
  ...listView(self, base),
  ...(self.result === undefined ? {} : { result: self.result })
})

/** The space has no such run, or it ended over thirty days ago. */
export class ImportRunNotFound extends Schema.TaggedError<ImportRunNotFound>()("ImportRunNotFound", {
  id: Schema.String
}) {
  readonly kind = "not-found" as const
  override get message() {
    return `import run ${this.id} does not exist`
  }
}

/** The run has ended and cannot be cancelled. */
export class ImportRunEnded extends Schema.TaggedError<ImportRunEnded>()("ImportRunEnded", {
  id: Schema.String,
  status: ImportStatus
}) {
  readonly kind = "conflict" as const
  override get message() {
    return `import run ${this.id} has ended: it is ${this.status}`
  }
}

/** The space has as many runs as may be in progress. */
export class TooManyImportRuns extends Schema.TaggedError<TooManyImportRuns>()("TooManyImportRuns", {}) {
  readonly kind = "limit" as const
  override get message() {
    return `a space can have at most ${limits.perSpace} imports in progress: wait until one has ended, or cancel one`
  }
}
