import { Context, Effect, Layer, Option } from "effect"
import { BlobStore } from "../../foundation/blob/BlobStore.ts"
import { Events } from "../../foundation/events/Events.ts"
import type { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { hostOnly } from "../../foundation/operation/HostOnly.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { callingAnyone } from "../../foundation/operation/PublishedOnly.ts"
import { type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Access } from "../../people/access/Access.ts"
import { TreeLock } from "../../people/placement/TreeLock.ts"
import { collection as taskCollection } from "../task/IntegrationTask.ts"
import { announced, blobsOf, collection, type Integration, idOf } from "./Integration.ts"
import { IntegrationNotFound, type Publish } from "./IntegrationInput.ts"
import * as IntegrationListing from "./IntegrationListing.ts"
import * as IntegrationOwners from "./IntegrationOwners.ts"
import { IntegrationPublishing } from "./IntegrationPublishing.ts"
import * as IntegrationReach from "./IntegrationReach.ts"
import { assetName } from "./IntegrationView.ts"

/** Integrations and their publication. */
export class Integrations extends Context.Service<Integrations>()("@quire/core/Integrations", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const blobs = yield* BlobStore
    const events = yield* Events
    const { paged } = yield* Paging
    const { mutate } = yield* Mutation
    const { withTreeLock } = yield* TreeLock
    const integrations = yield* Repository.make(collection)
    const tasks = yield* Repository.make(taskCollection)
    const administer = IntegrationOwners.administer(access)
    const reaching = yield* IntegrationReach.IntegrationReach
    const listing = yield* IntegrationListing.IntegrationListing
    const { publishIn } = yield* IntegrationPublishing

    /** The integration of a name in any case, if it is published and the caller may see it. */
    const find = Effect.fnUntraced(function* (reach: IntegrationReach.CallerMemberships, name: string) {
      const found = Option.getOrUndefined(yield* integrations.get(idOf(name)))
      if (found === undefined || !IntegrationReach.maySee(reach, found.value)) {
        return yield* new IntegrationNotFound({ name })
      }
      return found
    })

    const ownerOf = (owner: string | undefined) =>
      owner === undefined
        ? Effect.succeed(undefined)
        : Effect.map(reaching.findOwner(owner), (found) => found?.id ?? null)

    /** Lists the catalogue and the integrations of the caller's organizations, by name (rule integration-catalogue). */
    const list = operation("Integrations.list")(function* (
      asked: IntegrationListing.IntegrationFilter,
      request: PageRequest
    ) {
      const { owner, ...filter } = asked
      const reach = yield* reaching.of(yield* callingAnyone)
      const named = yield* ownerOf(owner)
      return yield* paged({
        list: "integrations",
        filters: { owner, ...filter },
        request,
        ...listing.source(IntegrationReach.insideOf(reach), filter, named),
        view: (rows) => reaching.viewMany(reach, Repository.values(rows))
      })
    })

    /** Lists the catalogue and the integrations of one organization, for its members. */
    const listFor = operation("Integrations.listFor")(function* (
      organization: OrganizationId,
      asked: IntegrationListing.IntegrationFilter,
      request: PageRequest
    ) {
      const { owner, ...filter } = asked
      yield* access.organization(organization, "organization:list-members")
      const reach = yield* reaching.of(yield* callingAnyone)
      const named = yield* ownerOf(owner)
      return yield* paged({
        list: "organizationIntegrations",
        filters: { organization, owner, ...filter },
        request,
        ...listing.source([organization], filter, named),
        view: (rows) => reaching.viewMany(reach, Repository.values(rows))
      })
    })

    /** An integration that the caller may see, by its name. */
    const get = operation("Integrations.get")(function* (name: string) {
      const reach = yield* reaching.of(yield* callingAnyone)
      const { value } = yield* find(reach, name)
      return yield* reaching.viewOne(reach, value)
    })

    /** Creates an integration or its next version (rule integration-publish). */
    const publish = operation("Integrations.publish")(function* (name: string, given: Publish) {
      const caller = yield* callingAnyone
      const made = yield* publishIn(name, given)
      return yield* reaching.viewOne(yield* reaching.of(caller), made)
    })

    /** Unpublishes an integration; its queued tasks are dropped (rule integration-task). */
    const hide = Effect.fnUntraced(function* (seen: Repository.VersionedValue<Integration>) {
      const { development: _, ...kept } = seen.value
      const next: Integration = { ...kept, isPublished: false }
      yield* integrations.update(seen, next)
      yield* tasks.removeWhere("ofIntegration", { equals: { integration: next.id } })
      yield* events.announce({
        type: "integrations.unpublish",
        organization: next.organization,
        subjects: [next.name],
        before: announced(seen.value),
        after: announced(next)
      })
      return true
    })

    /** Removes it from every list; the name stays with its owner (rule integration-unpublish). */
    const unpublish = operation("Integrations.unpublish")(function* (name: string) {
      const reach = yield* reaching.of(yield* callingAnyone)
      const found = yield* Effect.option(find(reach, name))
      if (Option.isNone(found)) return false
      const { id, organization } = found.value.value
      yield* administer(found.value.value)
      return yield* withTreeLock(
        organization,
        Effect.gen(function* () {
          yield* administer(found.value.value)
          const seen = Option.getOrUndefined(yield* integrations.get(id))
          return seen?.value.isPublished === true ? yield* hide(seen) : false
        })
      )
    })

    const judge = Effect.fnUntraced(function* (name: string, verified: boolean) {
      const seen = (yield* integrations.lock([idOf(name)])).get(idOf(name))
      if (seen === undefined) return yield* new IntegrationNotFound({ name })
      if (seen.value.verified === verified) return
      const next: Integration = { ...seen.value, verified }
      yield* integrations.update(seen, next)
      yield* events.announce({
        type: "integrations.verify",
        organization: next.organization,
        subjects: [next.name],
        before: announced(seen.value),
        after: announced(next)
      })
    })

    /** Adds an integration to the catalogue or removes it; host only (rule integration-verified). */
    const verify = operation("Integrations.verify")(function* (name: string, verified: boolean) {
      yield* hostOnly("Integrations.verify")
      yield* mutate(judge(name, verified))
    })

    /** Returns a picture (PNG) by the last segment of its URL; requires no caller (rule integration-pictures). */
    const open = operation("Integrations.open")(function* (name: string, asset: string) {
      const refused = new IntegrationNotFound({ name })
      const found = Option.getOrUndefined(yield* integrations.get(name.toLowerCase()))
      const shown = found?.value.isPublished === true ? blobsOf(found.value) : []
      const blob = shown.find((hash) => assetName(hash) === asset)
      if (blob === undefined) return yield* refused
      return yield* Effect.orDie(Effect.flatMap(blobs.get(blob), Effect.fromOption))
    })

    return { list, listFor, get, publish, unpublish, verify, open } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      Access.layer,
      Events.layer,
      IntegrationListing.IntegrationListing.layer,
      IntegrationPublishing.layer,
      IntegrationReach.IntegrationReach.layer,
      Mutation.layer,
      Paging.layer,
      TreeLock.layer
    ])
  )
}
