import { Context, Effect, Layer, Option, Schema } from "effect"
import type { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import * as Slug from "../../foundation/text/Slug.ts"
import { collection, type Site } from "./Site.ts"

/** Another site of the organization has this basename (rule site-basename). */
export class BasenameTaken extends Schema.TaggedError<BasenameTaken>()("BasenameTaken", { basename: Schema.String }) {
  readonly kind = "conflict" as const
  override get message() {
    return `basename: ${this.basename} is already in use`
  }
}

/** Basenames of sites, used with the organization's tree locked. */
export class Basenames extends Context.Service<Basenames>()("@quire/core/Basenames", {
  make: Effect.gen(function* () {
    const sites = yield* Repository.make(collection)

    const isTaken = (organization: OrganizationId, basename: string) =>
      Effect.map(sites.getBy("basename", { organization, basename }), Option.isSome)

    /** The slug of the title, with the first number that no site of the organization has (rule site-basename). */
    const findFree = Effect.fnUntraced(function* (organization: OrganizationId, title: string) {
      const slug = Slug.make(title, "site")
      let number = 1
      while (yield* isTaken(organization, Slug.addNumber(slug, number))) number++
      return Slug.addNumber(slug, number)
    })

    const checkFree = Effect.fnUntraced(function* (site: Site, basename: string) {
      if (basename !== site.basename && (yield* isTaken(site.organization, basename))) {
        return yield* new BasenameTaken({ basename })
      }
    })

    return { findFree, checkFree } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
