import { Cause, Clock, Context, Effect, Exit, Layer, Option, Schedule, Schema } from "effect"
import * as Root from "../../content/tree/Root.ts"
import { PageNotFound } from "../../content/tree/TreeRefusal.ts"
import { BlobStore } from "../../foundation/blob/BlobStore.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import { SpaceId } from "../../foundation/id/Ids.ts"
import { checked, InputInvalid } from "../../foundation/input/Input.ts"
import * as JobKind from "../../foundation/jobs/JobKind.ts"
import { type JobRun, JobSuperseded } from "../../foundation/jobs/JobRun.ts"
import { Jobs } from "../../foundation/jobs/Jobs.ts"
import { Actor, type Caller, callingUser } from "../../foundation/operation/Actor.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import * as Tenant from "../../foundation/operation/Tenant.ts"
import { noLimit, type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import * as Credentials from "../../people/access/Credentials.ts"
import { ContentBase } from "../commit/ContentBase.ts"
import { Editing, type EditTarget } from "../edit/Editing.ts"
import { collection as spaceCollection } from "../space/Space.ts"
import { UploadLookup } from "../upload/Uploads.ts"
import type { ImportInput } from "./Importer.ts"
import * as ImportProgress from "./ImportProgress.ts"
import * as ImportRun from "./ImportRun.ts"
import * as ImportSource from "./ImportSource.ts"
import { ImportSources } from "./ImportSources.ts"
import { type ImportResult, Imports } from "./Imports.ts"
import { type ImportOutcome, ImportUpdates } from "./ImportUpdates.ts"

const { limits } = ImportRun

type StoredSource = ImportRun.ImportRun["source"]

const importing = JobKind.make({
  name: "import",
  payload: Schema.Null,
  deadline: 300_000,
  attempts: 3,
  atOnce: 2,
  isShared: true
})

const forgetting = JobKind.repeated({ name: "old-imports", every: 3_600_000, deadline: 60_000 })

/** How often the progress of a run is stored, in ms. */
const progressInterval = 1_000

const check = checked(ImportRun.ImportRunCreate)

const refuse = (path: string, rule: string) => new InputInvalid({ details: [{ path, rule }] })

/** The first combination of fields that has no meaning. */
const findFault = ({ changeRequest, mode = "append", page, subject }: ImportRun.ImportRunCreate) => {
  if (page !== undefined && mode !== "append") return refuse("mode", "must be append if there is a page")
  if (changeRequest !== undefined && mode === "propose") {
    return refuse("mode", "must not be propose if there is a change request")
  }
  return subject !== undefined && mode !== "propose" ? refuse("subject", "must have the mode propose") : undefined
}

const outcomeNames = {
  Imported: "imported",
  Proposed: "proposed",
  AlreadyProposed: "already-proposed",
  Unchanged: "unchanged"
} as const

/** The end of a run, as far as it is stored. */
const endOf = (outcome: ImportOutcome) => ({
  status: "completed" as const,
  outcome: outcomeNames[outcome._tag],
  ...("result" in outcome ? { result: outcome.result } : {}),
  ...("changeRequest" in outcome ? { proposal: outcome.changeRequest.id } : {})
})

const imported = (result: ImportResult): ImportOutcome => ({ _tag: "Imported", result })

const completedBy = ({ proposal }: ImportRun.ImportRun, result: ImportResult) => ({
  status: "completed" as const,
  outcome: proposal === undefined ? ("imported" as const) : ("proposed" as const),
  result
})

/** Whether an import ended because its run had lost the job. */
const isSuperseded = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some((reason) => Cause.isDieReason(reason) && reason.defect instanceof JobSuperseded)

/** Reason stored for a run that failed on its last attempt; the log has the cause. */
const serverFailed = "an internal error occurred"

/** Imports that jobs perform, with their progress (rule import-run). */
export class ImportRuns extends Context.Service<ImportRuns>()("@quire/core/ImportRuns", {
  make: Effect.gen(function* () {
    const { base: address } = yield* Addresses
    const base = yield* ContentBase
    const blobs = yield* BlobStore
    const editing = yield* Editing
    const imports = yield* Imports
    const jobs = yield* Jobs
    const nextId = yield* IdGenerator
    const { mutate } = yield* Mutation
    const { paged } = yield* Paging
    const { restoreCaller } = yield* Credentials.StoredCallers
    const { fetchSource } = yield* ImportSources
    const updates = yield* ImportUpdates
    const uploads = yield* UploadLookup
    const runs = yield* Repository.make(ImportRun.collection)
    const spaces = yield* Repository.make(spaceCollection)

    /** The files of a request, which are complete uploads of the caller, each with a format. */
    const openFiles = Effect.fnUntraced(function* (
      space: string,
      { files, format }: Extract<ImportRun.ImportRunCreate["source"], { readonly type: "file" }>
    ) {
      const names = new Set<string>()
      const opened = yield* Effect.forEach(files, (id, index) =>
        Effect.gen(function* () {
          const field = `source.files.${index}`
          const { blob, upload } = yield* uploads.requireComplete(space, id, field)
          const { contentType, name, size } = upload
          if (names.has(name)) return yield* refuse(field, "must have another name than the other files")
          names.add(name)
          return { name, size, blob, ...(contentType === undefined ? {} : { contentType }) }
        })
      )
      const [only, second] = opened
      if (second === undefined && only !== undefined && (format ?? ImportSource.formatOf(only.name)) === undefined) {
        return yield* refuse("source.format", `is required, as the name "${only.name}" has no known extension`)
      }
      return { type: "file" as const, files: opened, ...(format === undefined ? {} : { format }) }
    })

    const storedSource = (space: string, source: ImportRun.ImportRunCreate["source"]) =>
      source.type === "file" ? openFiles(space, source) : Effect.succeed<StoredSource>(source)

    /** Removes the uploads of a source, whose bytes the run has. */
    const takeUploads = Effect.fnUntraced(function* (source: ImportRun.ImportRunCreate["source"]) {
      if (source.type === "website") return
      const { files } = source
      if ((yield* uploads.remove(files)) < files.length) {
        return yield* refuse("source.files", "must not be used by another request")
      }
    })

    const insert = Effect.fnUntraced(function* (run: ImportRun.ImportRun) {
      yield* spaces.lockOnly([run.space])
      const count = yield* runs.count("active", { equals: { space: run.space, isActive: true } }, limits.perSpace)
      if (count >= limits.perSpace) return yield* new ImportRun.TooManyImportRuns()
      yield* runs.insert(run)
    })

    /** Refuses a target that cannot be edited, or has no such page, before the run does. */
    const openTarget = Effect.fnUntraced(function* (target: EditTarget, page: string | undefined) {
      const { root } = yield* editing.open(target, { fillsEmpty: page === undefined, restates: false })
      if (page !== undefined && Option.isNone(yield* Root.page(root, page))) return yield* new PageNotFound({ page })
    })

    /** Starts an import into a space or change request whose content the caller may edit (rule import-run). */
    const start = operation("ImportRuns.start")(function* (space: string, given: ImportRun.ImportRunCreate) {
      const { mode = "append", page, source, subject, ...target } = yield* check(given)
      const fault = findFault(given)
      if (fault !== undefined) return yield* fault
      const { access, changeRequest } = yield* base.admit({ space, ...target }, "content:edit")
      if (mode !== "propose") yield* openTarget({ space, ...target }, page)
      const { organization } = access.placement.value
      const now = yield* Clock.currentTimeMillis
      const run: ImportRun.ImportRun = {
        id: ImportRun.ImportRunId.make(yield* nextId),
        organization,
        space: SpaceId.make(space),
        ...(changeRequest === undefined ? {} : { changeRequest: changeRequest.value.id }),
        ...(page === undefined ? {} : { page }),
        mode,
        ...(subject === undefined ? {} : { subject }),
        source: yield* storedSource(space, source),
        caller: yield* Effect.orDie(Credentials.storedCallerOf(yield* Actor)),
        createdBy: yield* callingUser,
        status: "pending",
        createdAt: now,
        updatedAt: now
      }
      return yield* mutate(
        Effect.gen(function* () {
          yield* base.decideAgain({ space }, "content:edit")
          yield* insert(run)
          yield* takeUploads(source)
          yield* jobs.offer(importing, run.id, null, { share: organization })
          return ImportRun.view(run, address)
        })
      )
    })

    /** The runs of a space, the newest first, for callers who may edit its content. */
    const list = operation("ImportRuns.list")(function* (space: string, request: PageRequest) {
      yield* base.admit({ space }, "content:edit")
      return yield* paged({
        list: "importRuns",
        filters: space,
        request,
        ...runs.source("inSpace", { equals: { space }, direction: "desc" }),
        view: (rows) => Effect.succeed(rows.map(({ value }) => ImportRun.listView(value, address)))
      })
    })

    const open = Effect.fnUntraced(function* (space: string, id: string) {
      yield* base.admit({ space }, "content:edit")
      const row = yield* runs.get(id)
      if (Option.isNone(row) || row.value.value.space !== space) return yield* new ImportRun.ImportRunNotFound({ id })
      return row.value.value
    })

    /** A run, with its result if it is completed. */
    const get = operation("ImportRuns.get")(function* (space: string, id: string) {
      return ImportRun.view(yield* open(space, id), address)
    })

    /** Cancels a run that has not ended. The content stays as it was. */
    const cancel = operation("ImportRuns.cancel")(function* (space: string, id: string) {
      yield* open(space, id)
      return yield* mutate(
        Effect.gen(function* () {
          yield* base.decideAgain({ space }, "content:edit")
          const row = (yield* runs.lock([id])).get(id)
          if (row === undefined) return yield* new ImportRun.ImportRunNotFound({ id })
          const { status } = row.value
          if (!ImportRun.isActive(row.value)) return yield* new ImportRun.ImportRunEnded({ id, status })
          const next = ImportRun.end(row.value, { status: "cancelled" }, yield* Clock.currentTimeMillis)
          yield* runs.update(row, next)
          yield* jobs.withdraw(importing, id)
          return ImportRun.view(next, address)
        })
      )
    })

    const bytesOf = ({ blob = "" }: { readonly blob?: string }) =>
      Effect.orDie(Effect.flatMap(blobs.get(blob), Effect.fromOption))

    /** The bytes of a source. A single file is read by its format, several like an archive. */
    const inputOf = Effect.fnUntraced(function* (source: StoredSource) {
      if (source.type === "website") return yield* fetchSource({ url: source.url, source: source.format ?? "website" })
      const [only, second] = source.files
      const files = new Map(source.files.map((file) => [file.name, file]))
      const name = only?.name ?? ""
      const input: ImportInput = {
        source: source.format ?? ImportSource.formatOf(name) ?? "zip",
        bytes:
          only !== undefined && second === undefined
            ? yield* bytesOf(only)
            : {
                files: source.files.map((file) => ({ path: file.name, size: file.size })),
                special: [],
                read: (path) => bytesOf(files.get(path) ?? {})
              },
        contentType: only?.contentType,
        url: `file:///${encodeURIComponent(name)}`,
        name
      }
      return input
    })

    /** Changes a run that has not ended, under its lock. */
    const change = Effect.fnUntraced(function* (
      id: string,
      next: (self: ImportRun.ImportRun, now: number) => ImportRun.ImportRun
    ) {
      const row = (yield* runs.lock([id])).get(id)
      if (row === undefined || !ImportRun.isActive(row.value)) return
      yield* runs.update(row, next(row.value, yield* Clock.currentTimeMillis))
    })

    const complete = (id: string, outcome: ImportOutcome) =>
      change(id, (self, now) => ImportRun.end(self, endOf(outcome), now))

    const fail = (id: string, reason: string) =>
      change(id, (self, now) => ImportRun.end(self, { status: "failed", reason }, now))

    /** Imports with the rights of a caller, and stores the end of the run in the transaction of the revision. */
    const perform = Effect.fnUntraced(function* (self: ImportRun.ImportRun, run: JobRun<null>, caller: Caller) {
      const { changeRequest, id, mode, page, space } = self
      const target = { space, ...(changeRequest === undefined ? {} : { changeRequest }) }
      const input = yield* inputOf(self.source)
      // A run that has lost its job rolls the transaction back as a defect, which `settle` expects.
      const write = (body: Effect.Effect<void, never, Actor>) =>
        Effect.orDie(Effect.provideService(run.write(body), Actor, caller))
      const record = (result: ImportResult) =>
        write(change(id, (each, now) => ImportRun.end(each, completedBy(each, result), now)))
      if (mode === "append") return imported(yield* imports.bytesInto(target, page, input, record))
      if (mode === "replace") return imported(yield* imports.replace(target, input, record))
      return yield* updates.bring(space, self.subject ?? `Import ${input.name}`, input, {
        proposal: self.proposal,
        onOpened: (proposal) => write(change(id, (each, now) => ({ ...each, proposal, updatedAt: now }))),
        onImported: record
      })
    })

    /** Stores the progress of an import regularly while it runs. */
    const withProgress = <A, E, R>(run: JobRun<null>, body: Effect.Effect<A, E, R>) =>
      Effect.gen(function* () {
        let [latest, stored]: Array<ImportProgress.ImportProgress | undefined> = []
        const store = Effect.suspend(() => {
          if (latest === stored) return Effect.void
          const progress = latest
          stored = latest
          return run.write(
            change(run.key, (self, now) => (progress === undefined ? self : { ...self, progress, updatedAt: now }))
          )
        })
        yield* Effect.forkScoped(Effect.ignore(Effect.repeat(store, Schedule.spaced(progressInterval))))
        return yield* Effect.provideService(body, ImportProgress.ImportProgressListener, (progress) => {
          latest = progress
        })
      }).pipe(Effect.scoped)

    /** Stores the outcome of an import that has not stored it with its revision, or its failure. */
    const settle = Effect.fnUntraced(function* <E extends { readonly message: string }, R>(
      { attempt, key, write }: JobRun<null>,
      body: Effect.Effect<ImportOutcome, E, R>
    ) {
      const exit = yield* Effect.exit(body)
      if (Exit.isSuccess(exit)) return yield* write(complete(key, exit.value))
      const { cause } = exit
      if (isSuperseded(cause)) return
      const failure = Cause.findErrorOption(cause)
      if (Option.isSome(failure)) return yield* write(fail(key, failure.value.message))
      if (attempt < importing.attempts || Cause.hasInterruptsOnly(cause)) return yield* Effect.failCause(cause)
      yield* Effect.logError("an import failed", cause)
      yield* write(fail(key, serverFailed))
    })

    const handle = Effect.fnUntraced(function* (run: JobRun<null>) {
      const { key, write } = run
      const row = yield* runs.get(key)
      if (Option.isNone(row) || !ImportRun.isActive(row.value.value)) return
      const self = row.value.value
      yield* write(
        change(key, (each, now) => ({
          ...each,
          status: "in-progress",
          startedAt: each.startedAt ?? now,
          updatedAt: now
        }))
      )
      const imports = Effect.flatMap(restoreCaller(self.caller), (caller) =>
        Effect.provideService(perform(self, run, caller), Actor, caller)
      )
      yield* settle(run, withProgress(run, Tenant.within(self.organization)(imports)))
    })

    /** Ends runs whose job was lost, and deletes those that ended long ago. */
    const forgetOld = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const lost = { equals: { isActive: true }, range: { to: now - limits.longest }, limit: noLimit }
      for (const { value } of yield* runs.list("byState", lost)) {
        yield* mutate(fail(value.id, serverFailed))
      }
      const old = { equals: { isActive: false }, range: { to: now - limits.retention } }
      yield* mutate(runs.removeWhere("byState", old))
    })

    yield* jobs.handle(importing, handle)
    yield* jobs.repeat(forgetting, forgetOld)

    return { cancel, get, list, start } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      ContentBase.layer,
      Credentials.StoredCallers.layer,
      Editing.layer,
      ImportSources.layer,
      ImportUpdates.layer,
      Imports.layer,
      Jobs.layer,
      Mutation.layer,
      Paging.layer,
      UploadLookup.layer
    ])
  )
}
