import { Clock, Context, Effect, Layer, Option } from "effect"
import { collection as linkCollection } from "../../content/link-index/LinkSource.ts"
import * as LinkTarget from "../../content/link-index/LinkTarget.ts"
import { BlobStore } from "../../foundation/blob/BlobStore.ts"
import { Events } from "../../foundation/events/Events.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import { OpenApiSpecId, type OrganizationId } from "../../foundation/id/Ids.ts"
import { checked } from "../../foundation/input/Input.ts"
import { Jobs } from "../../foundation/jobs/Jobs.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { noLimit, type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Access } from "../../people/access/Access.ts"
import type { Viewer } from "../../people/access/Viewer.ts"
import { collection as placementCollection } from "../../people/placement/Placement.ts"
import { TreeLock } from "../../people/placement/TreeLock.ts"
import { ReindexRequests } from "../computed/ComputedSpace.ts"
import * as OpenApiSpec from "./OpenApiSpec.ts"
import {
  collection,
  OpenApiSpecInUse,
  OpenApiSpecNotFound,
  OpenApiSpecSlugTaken,
  requestProcessing,
  SpecPut,
  type SpecSource,
  show,
  TooManyOpenApiSpecs
} from "./OpenApiSpec.ts"
import { processing } from "./SpecProcessing.ts"

export const limits = {
  /** Maximum number of uses that an error names. */
  named: 10
} as const

/** Pages and reusable contents that refer to a spec, as far as one viewer may see them. */
export interface SpecUse {
  /** `{space}/{page or reusable content}`, in the order of their ids; the first ones in spaces that may be viewed. */
  readonly places: ReadonlyArray<string>
  readonly total: number
}

/** Finds where the primary content of the spaces of an organization refers to a spec (rule spec-delete). */
export class SpecUses extends Context.Service<SpecUses>()("@quire/core/SpecUses", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const placements = yield* Repository.make(placementCollection)
    const sources = yield* Repository.make(linkCollection)

    const find = Effect.fnUntraced(function* (organization: OrganizationId, viewer: Viewer, slug: string) {
      const spaces = yield* placements.list("inOrganization", {
        equals: { organization, kind: "space", active: true },
        limit: noLimit
      })
      if (spaces.length === 0) return { places: [], total: 0 } satisfies SpecUse
      const rows = yield* sources.list("inSpace", {
        equals: { space: { in: spaces.map(({ value }) => value.id) } },
        has: { marks: LinkTarget.keyOf({ kind: "openapi", spec: slug }) },
        limit: noLimit
      })
      const found = Repository.values(rows)
      const holding = new Set<string>(found.map(({ space }) => space))
      const roles = yield* access.rolesOn(
        viewer,
        Repository.values(spaces).filter(({ id }) => holding.has(id))
      )
      const places = found.flatMap(({ owner, space }) => (roles.has(space) ? [`${space}/${owner}`] : []))
      return { places: places.slice(0, limits.named), total: found.length } satisfies SpecUse
    })

    return { find } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(Access.layer))
}

const checkCreate = checked(OpenApiSpec.Create)
const checkPut = checked(SpecPut)
const checkUpdate = checked(OpenApiSpec.Update)

export interface RemoveOptions {
  /** Deletes a spec even if content refers to it. */
  readonly force?: boolean
}

const encoder = new TextEncoder()

const announced = ({ id, slug, source, visibility }: OpenApiSpec.OpenApiSpec) => ({ id, slug, source, visibility })

/** The descriptions of APIs of an organization. */
export class OpenApiSpecs extends Context.Service<OpenApiSpecs>()("@quire/core/OpenApiSpecs", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const addresses = yield* Addresses
    const { paged } = yield* Paging
    const blobs = yield* BlobStore
    const events = yield* Events
    const jobs = yield* Jobs
    const nextId = yield* IdGenerator
    const { refresh } = yield* ReindexRequests
    const uses = yield* SpecUses
    const { decideAndLock } = yield* TreeLock
    const specs = yield* Repository.make(collection)

    const viewFor = (viewer: Viewer, { value }: Repository.VersionedValue<OpenApiSpec.OpenApiSpec>) =>
      OpenApiSpec.viewFor(viewer, value, addresses)

    const decideWrite = (organization: OrganizationId) =>
      access.organization(organization, "organization:create-content", "openapi:write")

    /** By id, which is the order of creation. */
    const list = operation("OpenApiSpecs.list")(function* (organization: OrganizationId, request: PageRequest) {
      const viewer = yield* access.organization(organization, "organization:list-members", "openapi:read")
      return yield* paged({
        list: "openApiSpecs",
        filters: organization,
        request,
        ...specs.source("inOrganization", { equals: { organization } }),
        view: (rows) => Effect.succeed(rows.map((row) => viewFor(viewer, row)))
      })
    })

    /** A description of an API of an organization. */
    const get = operation("OpenApiSpecs.get")(function* (organization: OrganizationId, slug: string) {
      const viewer = yield* access.organization(organization, "organization:list-members", "openapi:read")
      const spec = yield* specs.getBy("slug", { organization, slug })
      if (Option.isNone(spec)) return yield* new OpenApiSpecNotFound({ slug })
      return viewFor(viewer, spec.value)
    })

    /** The source as stored. A text is stored before the transaction of the row that references it. */
    const keep = (source: OpenApiSpec.Source): Effect.Effect<SpecSource> =>
      "url" in source
        ? Effect.succeed({ kind: "url", url: source.url })
        : Effect.map(blobs.put(encoder.encode(source.text)), (blob) => ({ kind: "text", blob }))

    /** Inserts a spec that is to be processed; the tree is locked. */
    const insert = Effect.fnUntraced(function* (organization: OrganizationId, slug: string, source: SpecSource) {
      const count = yield* specs.count("inOrganization", { equals: { organization } })
      if (count >= OpenApiSpec.limits.specsPerOrganization) return yield* new TooManyOpenApiSpecs({ organization })
      const now = yield* Clock.currentTimeMillis
      const empty: OpenApiSpec.OpenApiSpec = {
        id: OpenApiSpecId.make(yield* nextId),
        organization,
        slug,
        source,
        state: "pending",
        visibility: null,
        lastVersion: null,
        lastProcessedAt: null,
        lastError: null,
        createdAt: now,
        updatedAt: now
      }
      const made = yield* specs.insert(requestProcessing(empty, source, now))
      yield* events.announce({
        type: "openApiSpecs.create",
        organization,
        subjects: [made.value.id, slug],
        after: announced(made.value)
      })
      yield* jobs.offer(processing, made.value.id, null, { share: organization })
      return made
    })

    /** Creates a spec, which is processed soon (rule spec-states). */
    const create = operation("OpenApiSpecs.create")(function* (
      organization: OrganizationId,
      given: OpenApiSpec.Create
    ) {
      const { slug, source } = yield* checkCreate(given)
      yield* decideWrite(organization)
      const kept = yield* keep(source)
      return yield* decideAndLock(organization, decideWrite(organization), (viewer) =>
        Effect.gen(function* () {
          if (Option.isSome(yield* specs.getBy("slug", { organization, slug }))) {
            return yield* new OpenApiSpecSlugTaken({ slug })
          }
          return viewFor(viewer, yield* insert(organization, slug, kept))
        })
      )
    })

    /** Changes a spec, which a run may be changing too; the tree is locked. */
    const change = Effect.fnUntraced(function* (
      found: Repository.VersionedValue<OpenApiSpec.OpenApiSpec>,
      to: (self: OpenApiSpec.OpenApiSpec, now: number) => OpenApiSpec.OpenApiSpec
    ) {
      const { id, organization, slug } = found.value
      const locked = yield* specs.lock([id])
      const seen = locked.get(id) ?? found
      const next = to(seen.value, yield* Clock.currentTimeMillis)
      const updated = yield* specs.update(seen, next)
      yield* events.announce({
        type: "openApiSpecs.update",
        organization,
        subjects: [id, slug],
        before: announced(seen.value),
        after: announced(next)
      })
      return updated
    })

    /**
     * Requests processing of a spec, from a new source or from the same. The result of a run in progress is discarded.
     */
    const replace = (found: Repository.VersionedValue<OpenApiSpec.OpenApiSpec>, source: SpecSource) =>
      Effect.tap(
        change(found, (self, now) => requestProcessing(self, source, now)),
        () => jobs.offer(processing, found.value.id, null, { share: found.value.organization })
      )

    /** Creates a spec or sets its source; the same URL is checked again (rule spec-poll). */
    const put = operation("OpenApiSpecs.put")(function* (organization: OrganizationId, slug: string, given: SpecPut) {
      const { slug: name, source } = yield* checkCreate({ slug, ...(yield* checkPut(given)) })
      yield* decideWrite(organization)
      const kept = yield* keep(source)
      return yield* decideAndLock(organization, decideWrite(organization), (viewer) =>
        Effect.gen(function* () {
          const found = yield* specs.getBy("slug", { organization, slug: name })
          const isNew = Option.isNone(found)
          const row = isNew ? yield* insert(organization, name, kept) : yield* replace(found.value, kept)
          return { value: viewFor(viewer, row), isNew }
        })
      )
    })

    /** Sets who may read a spec without signing in (rule spec-visibility). */
    const update = operation("OpenApiSpecs.update")(function* (
      organization: OrganizationId,
      slug: string,
      given: OpenApiSpec.Update
    ) {
      const { visibility } = yield* checkUpdate(given)
      return yield* decideAndLock(organization, decideWrite(organization), (viewer) =>
        Effect.gen(function* () {
          const found = yield* specs.getBy("slug", { organization, slug })
          if (Option.isNone(found)) return yield* new OpenApiSpecNotFound({ slug })
          if (found.value.value.visibility === visibility) return viewFor(viewer, found.value)
          return viewFor(viewer, yield* change(found.value, (self, now) => show(self, visibility, now)))
        })
      )
    })

    /** Deletes a spec with its versions. Refused while content refers to it, unless forced (rule spec-delete). */
    const remove = operation("OpenApiSpecs.remove")(function* (
      organization: OrganizationId,
      slug: string,
      options: RemoveOptions = {}
    ) {
      const { force = false } = options
      return yield* decideAndLock(organization, decideWrite(organization), (viewer) =>
        Effect.gen(function* () {
          const found = yield* specs.getBy("slug", { organization, slug })
          if (Option.isNone(found)) return false
          const { value } = found.value
          const used = force ? undefined : yield* uses.find(organization, viewer, slug)
          if (used !== undefined && used.total > 0) return yield* new OpenApiSpecInUse({ slug, ...used })
          yield* specs.remove([value.id])
          yield* events.announce({
            type: "openApiSpecs.delete",
            organization,
            subjects: [value.id, slug],
            before: announced(value)
          })
          yield* jobs.withdraw(processing, value.id)
          yield* refresh(value)
          return true
        })
      )
    })

    return { list, get, create, put, update, remove } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      Access.layer,
      Events.layer,
      Jobs.layer,
      Paging.layer,
      ReindexRequests.layer,
      SpecUses.layer,
      TreeLock.layer
    ])
  )
}
