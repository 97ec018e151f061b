import { Context, Effect, Layer, Option } from "effect"
import type { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Access } from "../../organizations/access/Access.ts"
import { collection as specCollection } from "./OpenApiSpec.ts"
import { OpenApiSpecNotFound } from "./OpenApiSpecInput.ts"
import type { OpenApiVersion } from "./OpenApiVersion.ts"
import * as OpenedSpecs from "./OpenedSpecs.ts"

export type SpecContent = OpenedSpecs.SpecContent

/** What the descriptions of an organization say (rule spec-content). */
export class SpecContents extends Context.Service<SpecContents>()("@quire/core/SpecContents", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const opened = yield* OpenedSpecs.OpenedSpecs
    const specs = yield* Repository.make(specCollection)

    /** The newest version of a spec that could be read; none if there was none so far. */
    const latest = operation("SpecContents.latest")(function* (organization: OrganizationId, slug: string) {
      yield* access.organization(organization, "organization:list-members")
      const spec = yield* specs.getBy("slug", { organization, slug })
      if (Option.isNone(spec)) return yield* new OpenApiSpecNotFound({ slug })
      return yield* opened.newestOf(spec.value.value)
    })

    /** One part of a version that the caller was given; empty if there is none of that number. */
    const part = operation("SpecContents.part")(function* (version: OpenApiVersion, number: number) {
      return yield* opened.part(version, number)
    })

    /** The description of a version that the caller was given, byte for byte as it was sent. */
    const source = operation("SpecContents.source")(function* (version: OpenApiVersion) {
      return yield* opened.source(version)
    })

    return { latest, part, source } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
