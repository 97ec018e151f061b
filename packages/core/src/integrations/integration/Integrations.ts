import { Context, Effect, Layer, Option } from "effect"
import { BlobStore, getStored } from "../../foundation/blob/BlobStore.ts"
import { Events } from "../../foundation/events/Events.ts"
import type { OrganizationId } from "../../foundation/id/Ids.ts"
import { hostOnly } from "../../foundation/operation/HostOnly.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { callingAnyone } from "../../foundation/operation/PublishedOnly.ts"
import * as InMemoryPage from "../../foundation/paging/InMemoryPage.ts"
import { type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { fold, isStorable } from "../../foundation/text/Text.ts"
import { Access } from "../../people/access/Access.ts"
import { TreeLock } from "../../people/placement/TreeLock.ts"
import { collection as taskCollection } from "../task/IntegrationTask.ts"
import * as Integration from "./Integration.ts"
import { announced, audienceOf, blobsOf, type Category, collection, idOf } from "./Integration.ts"
import { IntegrationNotFound, type Publish } from "./IntegrationInput.ts"
import { IntegrationPublishing } from "./IntegrationPublishing.ts"
import * as IntegrationReach from "./IntegrationReach.ts"
import { assetName } from "./IntegrationView.ts"
import * as UrlPattern from "./UrlPattern.ts"

/** Filter of integration lists. */
export interface IntegrationFilter {
  /** Text that the name must contain, ignoring case. */
  readonly search?: string | undefined
  readonly category?: Category | undefined
  /** Domain whose URLs become one of its blocks. */
  readonly blockDomain?: string | undefined
  readonly blocks?: boolean | undefined
  readonly contentSources?: boolean | undefined
  /** The id or the hostname of the organization that publishes it. */
  readonly owner?: string | undefined
  readonly scope?: Integration.Scope | undefined
  /** Where it can be installed. */
  readonly target?: Integration.Target | undefined
}

const either = (wanted: boolean | undefined) => ({ in: wanted === undefined ? [true, false] : [wanted] })

/** Targets that match a filter; integrations for all targets match every filter. */
const targetsOf = (target: Integration.Target | undefined): ReadonlyArray<Integration.Target> =>
  target === undefined ? Integration.Target.literals : ["all", target]

const audience = (inside: ReadonlyArray<string> | undefined, isOwned: boolean) =>
  inside === undefined ? undefined : { any: audienceOf(inside, isOwned) }

/** Sources of lists of integrations for `Paging.paged`, by name (rule integration-catalogue). */
export class IntegrationListing extends Context.Service<IntegrationListing>()("@quire/core/IntegrationListing", {
  make: Effect.gen(function* () {
    const integrations = yield* Repository.make(collection)
    const none = InMemoryPage.source(Effect.map(integrations.getMany([]), (rows) => rows.values()))

    /**
     * Integrations visible to members of the given organizations, or all for the host (undefined). `owner` is the
     * organization of the filter, if any; null if it does not exist.
     */
    const source = (
      inside: ReadonlyArray<string> | undefined,
      filter: IntegrationFilter,
      owner: string | null | undefined
    ) => {
      const { search } = filter
      if (owner === null || (search !== undefined && !isStorable(search))) return none
      const rest = {
        has: {
          shownTo: audience(inside, owner !== undefined),
          categories: filter.category,
          scopes: filter.scope,
          domains: filter.blockDomain === undefined ? undefined : { any: UrlPattern.spellingsOf(filter.blockDomain) }
        },
        contains: { words: search === undefined || search === "" ? undefined : fold(search) }
      }
      const equals = {
        published: true,
        target: { in: targetsOf(filter.target) },
        hasBlocks: either(filter.blocks),
        hasSources: either(filter.contentSources)
      }
      return owner === undefined
        ? integrations.source("listed", { equals, ...rest })
        : integrations.source("ofOwner", { equals: { ...equals, organization: owner }, ...rest })
    }

    return { source } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

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
    const administer = IntegrationReach.administer(access)
    const reaching = yield* IntegrationReach.IntegrationReach
    const listing = yield* IntegrationListing
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
    const list = operation("Integrations.list")(function* (asked: IntegrationFilter, request: PageRequest) {
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
      asked: IntegrationFilter,
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
    const hide = Effect.fnUntraced(function* (seen: Repository.VersionedValue<Integration.Integration>) {
      const { development: _, ...kept } = seen.value
      const next: Integration.Integration = { ...kept, isPublished: false }
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
      const next: Integration.Integration = { ...seen.value, verified }
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
      const refused = () => new IntegrationNotFound({ name })
      const found = Option.getOrUndefined(yield* integrations.get(name.toLowerCase()))
      const shown = found?.value.isPublished === true ? blobsOf(found.value) : []
      const blob = shown.find((hash) => assetName(hash) === asset)
      if (blob === undefined) return yield* refused()
      return yield* getStored(blobs, blob)
    })

    return { list, listFor, get, publish, unpublish, verify, open } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      Access.layer,
      Events.layer,
      IntegrationListing.layer,
      IntegrationPublishing.layer,
      IntegrationReach.IntegrationReach.layer,
      Mutation.layer,
      Paging.layer,
      TreeLock.layer
    ])
  )
}
