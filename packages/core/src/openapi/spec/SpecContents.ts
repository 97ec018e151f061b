import { Context, Effect, Layer, Option } from "effect"
import type { OrganizationId } from "../../foundation/id/Ids.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import { digest } from "../../foundation/secret/Secrets.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Access } from "../../people/access/Access.ts"
import { type OpenApiSpec, OpenApiSpecNotFound, collection as specCollection } from "./OpenApiSpec.ts"
import type { OpenApiVersion } from "./OpenApiVersion.ts"
import { OpenedSpecs } from "./OpenedSpecs.ts"

/** URL of a description, or its text. */
type SpecSource = { readonly url: string } | { readonly text: string }

const isOf = ({ source }: OpenApiSpec, wanted: SpecSource): boolean =>
  "url" in wanted
    ? source.kind === "url" && source.url === wanted.url
    : source.kind === "text" && source.blob === digest(wanted.text)

/** Content of the descriptions of an organization (rule spec-content). */
export class SpecContents extends Context.Service<SpecContents>()("@quire/core/SpecContents", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const opened = yield* OpenedSpecs
    const specs = yield* Repository.make(specCollection)

    /** The newest version of a spec that could be read; none if there was none so far. */
    const latest = operation("SpecContents.latest")(function* (organization: OrganizationId, slug: string) {
      yield* access.organization(organization, "organization:list-members", "openapi:read")
      const spec = yield* specs.getBy("slug", { organization, slug })
      if (Option.isNone(spec)) return yield* new OpenApiSpecNotFound({ slug })
      return yield* opened.newestOf(spec.value.value)
    })

    /** The slug of the spec that has its description from an address, or is a text; undefined if there is none. */
    const keeping = operation("SpecContents.keeping")(function* (organization: OrganizationId, wanted: SpecSource) {
      yield* access.organization(organization, "organization:list-members", "openapi:read")
      const all = yield* specs.list("inOrganization", { equals: { organization }, limit: noLimit })
      return all.find(({ value }) => isOf(value, wanted))?.value.slug
    })

    /** One part of a version that the caller received; empty if no part has this number. */
    const part = operation("SpecContents.part")(function* (version: OpenApiVersion, number: number) {
      return yield* opened.part(version, number)
    })

    /** The description of a version that the caller received, byte for byte as it was sent. */
    const source = operation("SpecContents.source")(function* (version: OpenApiVersion) {
      return yield* opened.source(version)
    })

    return { latest, keeping, part, source } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([Access.layer, OpenedSpecs.layer]))
}
