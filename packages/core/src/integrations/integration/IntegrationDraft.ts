import type { BlobHash } from "../../foundation/blob/BlobStore.ts"
import type { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import * as ContentSecurityPolicy from "./ContentSecurityPolicy.ts"
import { type Block, type ContentSource, type Integration, idOf, type Picture } from "./Integration.ts"
import type { Publish } from "./IntegrationInput.ts"
import * as Png from "./Png.ts"

/** The stored bytes of a picture in base64. */
export type StorePicture = (base64: string) => BlobHash

const isAddress = (icon: string): boolean => /^https?:\/\//iu.test(icon)

const iconsOf = (parts: ReadonlyArray<{ readonly icon?: string }> = []): ReadonlyArray<string> =>
  parts.flatMap(({ icon }) => (icon === undefined || isAddress(icon) ? [] : [icon]))

/** Every picture that is sent along, in base64. */
export const picturesOf = ({ blocks, contentSources, icon, previewImages = [] }: Publish): ReadonlyArray<string> => [
  ...(icon === undefined ? [] : [icon]),
  ...previewImages,
  ...iconsOf(blocks),
  ...iconsOf(contentSources)
]

/** The bytes of a picture whose input was checked. */
export const bytesOf = (base64: string): Uint8Array => Png.decode(base64) ?? new Uint8Array()

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
  const policy = typeof sent === "string" ? sent.trim() : ContentSecurityPolicy.join(sent)
  return policy === "" ? null : policy
}

/** Everything that a publication says; what it leaves out has its default (rule integration-publish). */
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

/** The next version, also of what was unpublished (rule integration-versions). */
export const next = (
  self: Integration,
  sent: Publish,
  { now, stored }: { readonly now: number; readonly stored: StorePicture }
): Integration => {
  const { development: _, ...kept } = self
  return { ...kept, ...saidBy(sent, stored), version: self.version + 1, updatedAt: now }
}
