import { Clock, Context, Effect, Layer, Option } from "effect"
import { type BlobHash, BlobStore } from "../../foundation/blob/BlobStore.ts"
import { Events } from "../../foundation/events/Events.ts"
import type { OrganizationId } from "../../foundation/id/Ids.ts"
import { checked } from "../../foundation/input/Input.ts"
import { callingUser } from "../../foundation/operation/Actor.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Access, ReferenceNotFound } from "../../people/access/Access.ts"
import { TreeLock } from "../../people/placement/TreeLock.ts"
import {
  announced,
  type Block,
  type ContentSource,
  collection,
  type Integration,
  idOf,
  type Picture,
  rowId,
  versionCollection
} from "./Integration.ts"
import * as IntegrationInput from "./IntegrationInput.ts"
import { IntegrationName, IntegrationOfAnother, limits, Publish, TooManyIntegrations } from "./IntegrationInput.ts"
import { IntegrationReach } from "./IntegrationReach.ts"
import { IntegrationSecrets } from "./IntegrationSecrets.ts"

/** The stored bytes of a picture in base64. */
export type StorePicture = (base64: string) => BlobHash

const isAddress = (icon: string): boolean => /^https?:\/\//iu.test(icon)

const iconsOf = (parts: ReadonlyArray<{ readonly icon?: string }> = []): ReadonlyArray<string> =>
  parts.flatMap(({ icon }) => (icon === undefined || isAddress(icon) ? [] : [icon]))

/** All pictures of the input, in base64. */
export const picturesOf = ({ blocks, contentSources, icon, previewImages = [] }: Publish): ReadonlyArray<string> => [
  ...(icon === undefined ? [] : [icon]),
  ...previewImages,
  ...iconsOf(blocks),
  ...iconsOf(contentSources)
]

/** The bytes of a picture whose input was checked. */
export const bytesOf = (base64: string): Uint8Array => IntegrationInput.decodePng(base64) ?? new Uint8Array()

const pictureOf = (icon: string | undefined, stored: StorePicture): { readonly icon?: Picture } => {
  if (icon === undefined) return {}
  return { icon: isAddress(icon) ? { kind: "url", url: icon } : { kind: "png", blob: stored(icon) } }
}

type SentBlock = NonNullable<Publish["blocks"]>[number]
type SentSource = NonNullable<Publish["contentSources"]>[number]

const blockOf =
  (stored: StorePicture) =>
  ({ icon, ...rest }: SentBlock): Block => ({ ...rest, ...pictureOf(icon, stored) })

const sourceOf =
  (stored: StorePicture) =>
  ({ icon, ...rest }: SentSource): ContentSource => ({ ...rest, ...pictureOf(icon, stored) })

const policyOf = (sent: Publish["contentSecurityPolicy"]): string | null => {
  if (sent === undefined) return null
  const policy = typeof sent === "string" ? sent.trim() : IntegrationInput.joinDirectives(sent)
  return policy === "" ? null : policy
}

/** Fields of a publication; omitted fields get their defaults (rule integration-publish). */
const saidBy = (sent: Publish, stored: StorePicture) => ({
  title: sent.title,
  description: sent.description,
  summary: sent.summary ?? null,
  icon: sent.icon === undefined ? null : stored(sent.icon),
  previewImages: (sent.previewImages ?? []).map(stored),
  target: sent.target ?? ("all" as const),
  visibility: sent.visibility ?? ("private" as const),
  scopes: sent.scopes,
  categories: sent.categories ?? [],
  blocks: sent.blocks?.map(blockOf(stored)) ?? null,
  contentSources: sent.contentSources?.map(sourceOf(stored)) ?? null,
  configurations: sent.configurations ?? null,
  externalLinks: sent.externalLinks ?? [],
  contentSecurityPolicy: policyOf(sent.contentSecurityPolicy),
  isPublished: true
})

/** The first version under a name. */
export const first = (
  name: string,
  organization: OrganizationId,
  sent: Publish,
  { now, stored }: { readonly now: number; readonly stored: StorePicture }
): Integration => ({
  ...saidBy(sent, stored),
  id: idOf(name),
  name,
  organization,
  version: 1,
  verified: false,
  createdAt: now,
  updatedAt: now
})

/** The next version, also of an unpublished integration (rule integration-versions). */
export const next = (
  self: Integration,
  sent: Publish,
  { now, stored }: { readonly now: number; readonly stored: StorePicture }
): Integration => {
  const { development: _, ...kept } = self
  return { ...kept, ...saidBy(sent, stored), version: self.version + 1, updatedAt: now }
}

const checkPublish = checked(Publish)
const checkName = checked(IntegrationName)

const encoder = new TextEncoder()

/** A publication whose files are stored, before the transaction that writes its rows. */
interface StoredPublication {
  readonly name: string
  readonly sent: Publish
  readonly script: { readonly blob: string; readonly length: number }
  readonly stored: StorePicture
}

/** Publishes integrations: creates one or its next version (rule integration-publish). */
export class IntegrationPublishing extends Context.Service<IntegrationPublishing>()(
  "@quire/core/IntegrationPublishing",
  {
    make: Effect.gen(function* () {
      const access = yield* Access
      const blobs = yield* BlobStore
      const events = yield* Events
      const secrets = yield* IntegrationSecrets
      const { findOwner } = yield* IntegrationReach
      const { decideAndLock } = yield* TreeLock
      const integrations = yield* Repository.make(collection)
      const versions = yield* Repository.make(versionCollection)

      const resolveOwner = Effect.fnUntraced(function* (owner: string) {
        const found = yield* findOwner(owner)
        if (found === undefined) return yield* new ReferenceNotFound({ field: "organization", id: owner })
        return found.id
      })

      /** The existing integration of the name, if the caller may publish it for the organization. */
      const decide = Effect.fnUntraced(function* (organization: OrganizationId, owner: string, name: string) {
        yield* access
          .organization(organization, "organization:admin")
          .pipe(
            Effect.catchTag("OrganizationNotFound", () => new ReferenceNotFound({ field: "organization", id: owner }))
          )
        const found = Option.getOrUndefined(yield* integrations.get(idOf(name)))
        if (found !== undefined && found.value.organization !== organization)
          return yield* new IntegrationOfAnother({ name })
        return found
      })

      const keep = Effect.fnUntraced(function* (name: string, sent: Publish): Effect.fn.Return<StoredPublication> {
        const script = encoder.encode(sent.script)
        const blob = yield* blobs.put(script)
        const known = new Map<string, string>()
        for (const picture of picturesOf(sent)) known.set(picture, yield* blobs.put(bytesOf(picture)))
        return { name, sent, script: { blob, length: script.length }, stored: (picture) => known.get(picture) ?? "" }
      })

      const insert = Effect.fnUntraced(function* (organization: OrganizationId, made: Integration) {
        const count = yield* integrations.count("inOrganization", { equals: { organization } })
        if (count >= limits.integrationsPerOrganization) return yield* new TooManyIntegrations({ organization })
        return yield* integrations
          .tryInsert(made)
          .pipe(Effect.catchTag("Taken", () => new IntegrationOfAnother({ name: made.name })))
      })

      const dropOldest = Effect.fnUntraced(function* (integration: string) {
        const all = yield* versions.list("ofIntegration", { equals: { integration }, limit: noLimit })
        const ids = all.map(({ value }) => value.id)
        yield* versions.remove(ids.slice(0, Math.max(0, ids.length - limits.versionsPerIntegration)))
      })

      const insertVersion = Effect.fnUntraced(function* (
        { id, updatedAt, version }: Integration,
        { script, sent }: StoredPublication
      ) {
        yield* versions.insert({
          id: rowId(id, version),
          integration: id,
          version,
          script: script.blob,
          length: script.length,
          runtime: sent.runtime ?? "v1",
          publishedAt: updatedAt,
          publishedBy: yield* callingUser
        })
        yield* dropOldest(id)
      })

      /** Writes all rows of a publication, with the tree of the organization locked. */
      const write = Effect.fnUntraced(function* (
        organization: OrganizationId,
        seen: Repository.VersionedValue<Integration> | undefined,
        kept: StoredPublication
      ) {
        const at = { now: yield* Clock.currentTimeMillis, stored: kept.stored }
        const made =
          seen === undefined
            ? yield* insert(organization, first(kept.name, organization, kept.sent, at))
            : yield* integrations.update(seen, next(seen.value, kept.sent, at))
        yield* insertVersion(made.value, kept)
        yield* secrets.keep(made.value.id, made.value.name, kept.sent.secrets ?? {})
        yield* events.announce({
          type: "integrations.publish",
          organization,
          subjects: [made.value.name],
          ...(seen === undefined ? {} : { before: announced(seen.value) }),
          after: announced(made.value)
        })
        return made.value
      })

      /** Returns the current integration. */
      const publishIn = Effect.fnUntraced(function* (name: string, given: Publish) {
        const sent = yield* checkPublish(given)
        yield* checkName(name)
        const organization = yield* resolveOwner(sent.organization)
        const decided = decide(organization, sent.organization, name)
        yield* decided
        const kept = yield* keep(name, sent)
        return yield* decideAndLock(organization, decided, (seen) => write(organization, seen, kept))
      })

      return { publishIn } as const
    })
  }
) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, Events.layer, IntegrationReach.layer, IntegrationSecrets.layer, TreeLock.layer])
  )
}
