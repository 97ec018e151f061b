import { Clock, Context, Effect, Layer, Option } from "effect"
import type * as ContentDraft from "../../content/tree/ContentDraft.ts"
import * as Root from "../../content/tree/Root.ts"
import * as TreeEdit from "../../content/tree/TreeEdit.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import type { RevisionId } from "../../foundation/id/Ids.ts"
import { checked } from "../../foundation/input/Input.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import type { OpenApiVersion } from "../../openapi/spec/OpenApiVersion.ts"
import * as WrittenPlan from "../../openapi/written/WrittenPlan.ts"
import { ReferenceNotFound } from "../../people/access/Access.ts"
import { collection as requestCollection } from "../change-request/ChangeRequest.ts"
import type { OpenedContent } from "../commit/ContentBase.ts"
import { HeadMoved } from "../commit/ContentCommits.ts"
import { type Edit, Editing, type EditTarget } from "../edit/Editing.ts"
import { ImportFailed, ImportLimitReached, limits } from "../import/Importer.ts"
import * as ImportReport from "../import/ImportReport.ts"
import { ImportWarnings } from "../import/ImportWarning.ts"
import * as ApiImport from "./ApiImport.ts"
import { ApiImportExists, ApiImportRequest } from "./ApiImport.ts"
import { ApiLibraries } from "./ApiLibraries.ts"
import * as WrittenNodes from "./WrittenNodes.ts"

const checkRequest = checked(ApiImportRequest)

const edit = {
  type: "content.import",
  subjects: [],
  fillsEmpty: true,
  restates: false
} satisfies Edit

/** Writes descriptions of APIs out as pages that people edit (rule api-import-pages). */
export class ApiImports extends Context.Service<ApiImports>()("@quire/core/ApiImports", {
  make: Effect.gen(function* () {
    const editing = yield* Editing
    const libraries = yield* ApiLibraries
    const nextId = yield* IdGenerator
    const imports = yield* Repository.make(ApiImport.collection)
    const requests = yield* Repository.make(Repository.withoutCounters(requestCollection))

    /** The import after the outcome of its change request. */
    const settled = Effect.fnUntraced(function* (row: Repository.VersionedValue<ApiImport.ApiImport>) {
      const { pending } = row.value
      if (pending === null) return row.value
      const request = yield* requests.get(pending.changeRequest)
      return ApiImport.settle(row.value, Option.getOrUndefined(request)?.value)
    })

    /** Refuses a second import while the target, or a change request, has pages of the first (rule api-import-once). */
    const requireNone = Effect.fnUntraced(function* (opened: OpenedContent, version: OpenApiVersion, slug: string) {
      const found = yield* imports.getBy("place", { space: opened.space.value.id, spec: version.spec })
      if (Option.isNone(found)) return
      const { current, pending } = yield* settled(found.value)
      const left = current === null ? 0 : (yield* Root.pages(opened.root, WrittenPlan.pagesOf(current.written))).size
      if (pending !== null || left > 0) return yield* new ApiImportExists({ spec: slug })
    })

    /** Remembers what was written, with the revision that has it. */
    const remember = Effect.fnUntraced(function* (
      id: ApiImport.ApiImportId,
      { changeRequest, space }: OpenedContent,
      request: ApiImportRequest,
      next: ApiImport.WrittenVersion,
      { spec }: OpenApiVersion
    ) {
      const former = yield* imports.getBy("place", { space: space.value.id, spec })
      if (Option.isSome(former)) yield* imports.remove([former.value.value.id])
      const now = yield* Clock.currentTimeMillis
      const made: ApiImport.ApiImport = {
        id,
        space: space.value.id,
        spec,
        layout: request.layout ?? "operation",
        models: request.models ?? false,
        parent: request.parent ?? null,
        current: changeRequest === undefined ? next : null,
        pending:
          changeRequest === undefined
            ? null
            : { changeRequest: changeRequest.value.id, next, proposed: ApiImport.nothingProposed },
        createdAt: now,
        updatedAt: now
      }
      yield* Effect.catchTag(imports.tryInsert(made), "Taken", () => new HeadMoved())
    })

    /** The description that a request names, with its version where it is a spec's. */
    const open = Effect.fnUntraced(function* ({ space }: OpenedContent, request: ApiImportRequest) {
      const { organization } = space.value
      if ("spec" in request) {
        const { spec: id } = request
        const missing = () => new ReferenceNotFound({ field: "spec", id })
        return yield* Effect.catchTag(libraries.ofSpec(organization, id), "OpenApiSpecNotFound", missing)
      }
      const kept = yield* libraries.ofKept(organization, request)
      if (kept !== undefined) return kept
      const library = yield* "url" in request ? libraries.ofUrl(request.url) : libraries.ofText(request.text)
      return { slug: "", library, version: undefined }
    })

    /** Writes the pages of a description into a target, after the last page of their place. */
    const into = operation("ApiImports.into")(function* (target: EditTarget, given: ApiImportRequest) {
      const request = yield* checkRequest(given)
      const entered = yield* editing.open(target, edit)
      const { library, slug, version } = yield* open(entered, request)
      if (version !== undefined) yield* requireNone(entered, version, slug)
      const id = ApiImport.ApiImportId.make(yield* nextId)
      const { layout = "operation", models = false, parent = null } = request
      const plan = WrittenPlan.plan(
        library.outline,
        { layout, models, seed: id, avoid: new Set() },
        WrittenPlan.nothing
      )
      const planned = Array.from(WrittenPlan.walk(plan.pages), ([page]) => page)
      if (planned.length === 0) return yield* new ImportFailed({ problem: "the description has no operations" })
      if (planned.length > limits.pages) return yield* new ImportLimitReached({ what: "pages", limit: limits.pages })
      const { nodes, warnings } = yield* WrittenNodes.write(library, id, planned)

      const compute = Effect.fnUntraced(function* (
        opened: OpenedContent,
        draft: ContentDraft.ContentDraft,
        now: number
      ) {
        if (version !== undefined) yield* requireNone(opened, version, slug)
        const documents = new Map(Array.from(nodes, ([page, node]) => [page, draft.add(node)]))
        const pages = plan.pages.map((page) => WrittenNodes.newPage(page, documents))
        const root = yield* TreeEdit.insert(draft, opened.root.hash, { parent, pages, now })
        const furtherWrites = (revision: RevisionId) =>
          version === undefined
            ? Effect.void
            : remember(id, opened, request, { version: version.id, revision, written: plan.written }, version)
        return { root, outcome: undefined, furtherWrites }
      })

      const { revision } = yield* editing
        .change(target, edit, compute)
        .pipe(Effect.catchTags({ PageExists: Effect.die, GroupBelowTop: Effect.die }))
      const counts = {
        pages: planned.length,
        files: 0,
        reusableContents: 0,
        links: { resolved: 0, unresolved: 0 },
        total: planned.length
      }
      return ImportReport.resultOf(revision, counts, ImportWarnings.of(warnings))
    })

    return { into, settled } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([ApiLibraries.layer, Editing.layer]))
}
