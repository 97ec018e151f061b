import { Context, Effect, Layer, Option } from "effect"
import { BlobStore, getStored } from "../../foundation/blob/BlobStore.ts"
import type { OrganizationId } from "../../foundation/id/Ids.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import { SigningKeys } from "../../foundation/secret/SigningKeys.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Access } from "../../people/access/Access.ts"
import { OpenApiSpecNotFound, OpenApiVersionNotFound, collection as specCollection } from "./OpenApiSpec.ts"
import {
  contentTypeOf,
  contentView,
  type OpenApiVersion,
  opens,
  collection as versionCollection,
  view
} from "./OpenApiVersion.ts"
import { OpenedSpecs } from "./OpenedSpecs.ts"

/** A description, byte for byte as it was sent. */
export interface Description {
  readonly bytes: Uint8Array
  readonly contentType: string
}

/** The version that readers see now. */
export const latest = "latest"

/** Parsed content of the descriptions of an organization, by version. */
export class OpenApiVersions extends Context.Service<OpenApiVersions>()("@quire/core/OpenApiVersions", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const { base } = yield* Addresses
    const { paged } = yield* Paging
    const { signer } = yield* SigningKeys
    const blobs = yield* BlobStore
    const opened = yield* OpenedSpecs
    const specs = yield* Repository.make(specCollection)
    const versions = yield* Repository.make(versionCollection)
    const at = { base, signer }

    const findSpec = Effect.fnUntraced(function* (organization: OrganizationId, slug: string) {
      yield* access.organization(organization, "organization:list-members", "openapi:read")
      const found = yield* specs.getBy("slug", { organization, slug })
      if (Option.isNone(found)) return yield* new OpenApiSpecNotFound({ slug })
      return found.value.value
    })

    const find = Effect.fnUntraced(function* (organization: OrganizationId, slug: string, version: string) {
      const spec = yield* findSpec(organization, slug)
      const id = version === latest ? spec.lastVersion : version
      const found = id === null ? Option.none() : yield* versions.get(id)
      if (Option.isNone(found) || found.value.value.spec !== spec.id) {
        return yield* new OpenApiVersionNotFound({ slug, version })
      }
      return { spec, version: found.value.value }
    })

    /** The newest first (rule spec-limits). */
    const list = operation("OpenApiVersions.list")(function* (
      organization: OrganizationId,
      slug: string,
      request: PageRequest
    ) {
      const spec = yield* findSpec(organization, slug)
      return yield* paged({
        list: "openApiVersions",
        filters: spec.id,
        request,
        ...versions.source("ofSpec", { equals: { spec: spec.id }, direction: "desc" }),
        view: (rows) => Effect.succeed(rows.map(({ value }) => view(spec, value, at)))
      })
    })

    /** A version by its id, or the `latest`. */
    const get = operation("OpenApiVersions.get")(function* (
      organization: OrganizationId,
      slug: string,
      version: string
    ) {
      const found = yield* find(organization, slug, version)
      return view(found.spec, found.version, at)
    })

    /**
     * The files of a version, and the parts that were omitted because they could not be read (rule
     * description-versions).
     */
    const content = operation("OpenApiVersions.content")(function* (
      organization: OrganizationId,
      slug: string,
      version: string
    ) {
      const found = yield* find(organization, slug, version)
      return contentView(found.spec, yield* opened.withOutline(found.version), at)
    })

    const load = Effect.fnUntraced(function* (version: OpenApiVersion) {
      const bytes = yield* getStored(blobs, version.source)
      return { bytes, contentType: contentTypeOf(version) } satisfies Description
    })

    /** The description at an address whose key is the credential; there is no caller (rule spec-address). */
    const open = operation("OpenApiVersions.open")(function* (version: string, key: string) {
      const found = yield* versions.get(version)
      if (Option.isNone(found) || !opens(signer, found.value.value, key)) {
        return yield* new OpenApiVersionNotFound({ slug: "", version })
      }
      return yield* load(found.value.value)
    })

    /** The newest description of a public spec; there is no caller (rule spec-visibility). */
    const openPublic = operation("OpenApiVersions.openPublic")(function* (spec: string) {
      const found = yield* specs.get(spec)
      const last =
        Option.isSome(found) && found.value.value.visibility === "public" ? found.value.value.lastVersion : null
      const version = last === null ? Option.none() : yield* versions.get(last)
      if (Option.isNone(version)) return yield* new OpenApiSpecNotFound({ slug: spec })
      return yield* load(version.value.value)
    })

    return { list, get, content, open, openPublic } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, OpenedSpecs.layer, Paging.layer, SigningKeys.layer])
  )
}
