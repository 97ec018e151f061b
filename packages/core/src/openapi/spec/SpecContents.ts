import { Context, Effect, Layer, Option, Schema } from "effect"
import { BlobStore } from "../../foundation/blob/BlobStore.ts"
import type { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Access } from "../../organizations/access/Access.ts"
import { ApiOutline, ApiPart } from "../description/ApiDescription.ts"
import { collection as specCollection } from "./OpenApiSpec.ts"
import { OpenApiSpecNotFound } from "./OpenApiSpecInput.ts"
import { type OpenApiVersion, collection as versionCollection } from "./OpenApiVersion.ts"

const decodeOutline = Schema.decodeUnknownEffect(Schema.fromJsonString(ApiOutline))
const decodePart = Schema.decodeUnknownEffect(Schema.fromJsonString(ApiPart))
const decoder = new TextDecoder()

/** A version with what it says but for its parts. */
export interface SpecContent {
  readonly version: OpenApiVersion
  readonly outline: ApiOutline
}

/** What the descriptions of an organization say (rule spec-content). */
export class SpecContents extends Context.Service<SpecContents>()("@quire/core/SpecContents", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const blobs = yield* BlobStore
    const specs = yield* Repository.make(specCollection)
    const versions = yield* Repository.make(versionCollection)

    const load = (hash: string) => Effect.flatMap(blobs.get(hash), Effect.fromOption).pipe(Effect.orDie)
    const loadText = (hash: string) => Effect.map(load(hash), (bytes) => decoder.decode(bytes))

    /** The newest version of a spec that could be read; none if there was none so far. */
    const latest = operation("SpecContents.latest")(function* (organization: OrganizationId, slug: string) {
      yield* access.organization(organization, "organization:list-members")
      const spec = yield* specs.getBy("slug", { organization, slug })
      if (Option.isNone(spec)) return yield* new OpenApiSpecNotFound({ slug })
      const { lastVersion } = spec.value.value
      const found = lastVersion === null ? Option.none() : yield* versions.get(lastVersion)
      if (Option.isNone(found)) return Option.none<SpecContent>()
      const version = found.value.value
      const outline = yield* Effect.orDie(Effect.flatMap(loadText(version.outline), decodeOutline))
      return Option.some<SpecContent>({ version, outline })
    })

    /** One part of a version that the caller was given; empty if there is none of that number. */
    const part = operation("SpecContents.part")(function* ({ parts }: OpenApiVersion, number: number) {
      const hash = parts[number]
      if (hash === undefined) return { operations: [], schemas: [] } satisfies ApiPart
      return yield* Effect.orDie(Effect.flatMap(loadText(hash), decodePart))
    })

    /** The description of a version that the caller was given, byte for byte as it was sent. */
    const source = operation("SpecContents.source")(function* (version: OpenApiVersion) {
      return yield* load(version.source)
    })

    return { latest, part, source } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
