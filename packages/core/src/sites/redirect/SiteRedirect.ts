import { Result, Schema, SchemaTransformation } from "effect"
import * as Id from "../../foundation/id/Id.ts"
import { OrganizationId, SiteId, SiteSectionId, SiteSpaceId } from "../../foundation/id/Ids.ts"
import { closed, describeFields, optional } from "../../foundation/input/Input.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import * as Slug from "../../foundation/text/Slug.ts"
import { codePoints } from "../../foundation/text/Text.ts"
import { Instant } from "../../foundation/time/Instant.ts"

export const limits = {
  length: 512,
  /** Redirects of one request and of one site (rule redirect-limits). */
  redirectsPerRequest: 500,
  redirectsPerSite: 10_000
} as const

const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/

const decodeSegment = (segment: string): Result.Result<string, string> => {
  try {
    const decoded = Slug.fold(decodeURIComponent(segment))
    if (!decoded.isWellFormed()) return Result.fail("must be well-formed Unicode")
    if (control.test(decoded)) return Result.fail("must not contain control characters")
    if (decoded.includes("/")) return Result.fail("must not contain an encoded /")
    return decoded === "." || decoded === ".."
      ? Result.fail(`must not have ${decoded} as a part`)
      : Result.succeed(decoded)
  } catch {
    return Result.fail("must have two hexadecimal digits after each %, and be UTF-8")
  }
}

/**
 * The form in which paths of redirects are stored and compared (rule redirect-path): percent-decoded once, folded as
 * slugs are, without empty segments. Fails with the rule that the path breaks.
 */
export const normalize = (path: string): Result.Result<string, string> => {
  if (!path.startsWith("/")) return Result.fail("must start with /")
  if (/[?#]/.test(path)) return Result.fail("must not have a query or a fragment")
  const segments: Array<string> = []
  for (const segment of path.split("/")) {
    if (segment === "") continue
    const decoded = decodeSegment(segment)
    if (Result.isFailure(decoded)) return decoded
    segments.push(decoded.success)
  }
  return Result.succeed(`/${segments.join("/")}`)
}

/** The rule that the source of a redirect violates, given its normal form. */
export const findFault = (path: string): string | undefined => {
  if (path === "/") return "must name a path below the site"
  if (path.startsWith("/~")) return "must not start with ~, which is reserved for the site"
  return codePoints(path) > limits.length ? `must be at most ${limits.length} characters` : undefined
}

const encodeOther = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

/** The path as in a URL: ASCII, with everything percent-encoded except letters, digits and `-._~`. */
export const encode = (path: string): string =>
  path
    .split("/")
    .map((segment) => encodeURIComponent(segment).replace(/[!'()*]/g, encodeOther))
    .join("/")

export const SiteRedirectId = Id.make("SiteRedirectId", "Identifier of a site redirect.")
export type SiteRedirectId = typeof SiteRedirectId.Type

/** The id of a page of a space. */
export const PageId = Id.make("PageId", "Identifier of a page.")
export type PageId = typeof PageId.Type

/** The target of a redirect. */
export const Destination = Schema.Union([
  Schema.Struct(
    describeFields(
      { kind: Schema.Literal("site-section"), siteSectionId: SiteSectionId },
      { siteSectionId: "Section that the redirect leads to." }
    )
  ),
  Schema.Struct(
    describeFields(
      { kind: Schema.Literal("site-space"), siteSpaceId: SiteSpaceId },
      { siteSpaceId: "Site space that the redirect leads to." }
    )
  ),
  Schema.Struct(
    describeFields(
      { kind: Schema.Literal("site-page"), siteSpaceId: SiteSpaceId, pageId: PageId },
      { siteSpaceId: "Site space that the redirect leads to.", pageId: "Page that the redirect leads to." }
    )
  )
]).annotate({ identifier: "SiteRedirectDestination" })
export type Destination = typeof Destination.Type

/**
 * A path of a site that redirects to another place on it, as stored; `source` is in normal form (rule redirect-path).
 */
export const SiteRedirect = Schema.Struct({
  id: SiteRedirectId,
  organization: OrganizationId,
  site: SiteId,
  source: Schema.String,
  destination: Destination,
  createdAt: Instant
})
export type SiteRedirect = typeof SiteRedirect.Type

export const collection = Repository.collection({
  name: "site_redirects",
  schema: SiteRedirect,
  columns: {
    organization: { kind: "text", of: (self) => self.organization },
    site: { kind: "text", of: (self) => self.site },
    source: { kind: "text", of: (self) => self.source }
  },
  indexes: { inSite: { on: ["organization", "site"] } },
  unique: { source: { on: ["site", "source"] } },
  references: [
    { column: "organization", to: "organizations", onDelete: "restrict" },
    { column: "site", to: "sites", onDelete: "cascade", scoped: true }
  ],
  counters: [],
  rank: 3
})

/** Redirects of one site by their sources. */
export type Redirects = ReadonlyMap<string, SiteRedirect>

export const bySource = (redirects: Iterable<SiteRedirect>): Redirects =>
  new Map(Array.from(redirects, (each) => [each.source, each]))

/** Finds the redirect of a path in any spelling; a path without a normal form has none. */
export const resolve = (redirects: Redirects, path: string): SiteRedirect | undefined =>
  redirects.get(Result.getOrElse(normalize(path), () => ""))

const normalizeSource = (text: string) =>
  Result.flatMap(normalize(text), (path) => {
    const fault = findFault(path)
    return fault === undefined ? Result.succeed(encode(path)) : Result.fail(fault)
  })

/** A path below a site in any spelling, which becomes its normal form, percent-encoded (rule redirect-path). */
export const Source = Schema.String.check(
  Schema.makeFilter(
    (text) => Result.match(normalizeSource(text), { onFailure: (problem) => problem, onSuccess: () => undefined }),
    {
      toJsonSchema: () => ({
        format: "uri-reference",
        pattern: "^/(?:[^?#%]|%[0-9A-Fa-f]{2})*$",
        maxLength: limits.length
      })
    }
  )
).pipe(
  Schema.decodeTo(
    Schema.String,
    SchemaTransformation.transform({
      decode: (text: string) => Result.getOrElse(normalizeSource(text), (problem) => problem),
      encode: (source: string) => source
    })
  )
)

const redirect = describeFields(
  { source: Source, destination: Destination },
  { source: "Path on the site that redirects, with a leading slash.", destination: "Target of the redirect." }
)

export const Create = closed("SiteRedirectCreate", redirect)
export type Create = typeof Create.Type

export const Patch = closed(
  "SiteRedirectPatch",
  { source: optional(Source), destination: optional(Destination) },
  { source: "Path on the site that redirects, with a leading slash.", destination: "Target of the redirect." }
)
export type Patch = typeof Patch.Type

const findRepeated = (redirects: ReadonlyArray<Create>) => {
  const seen = new Set<string>()
  const at = redirects.findIndex(({ source }) => seen.size === seen.add(source).size)
  return at === -1 ? undefined : { path: [at, "source"], issue: "must not be the source of an earlier entry" }
}

/** Creates redirects, or sets another destination for existing sources; all or none. */
export const Upsert = closed(
  "SiteRedirectsUpsert",
  {
    redirects: Schema.Array(Schema.Struct(redirect)).pipe(
      Schema.check(Schema.isMinLength(1, { message: "must have an entry" })),
      Schema.check(
        Schema.isMaxLength(limits.redirectsPerRequest, {
          message: `must have at most ${limits.redirectsPerRequest} entries`
        })
      ),
      Schema.check(Schema.makeFilter(findRepeated, { toJsonSchema: () => ({}) }))
    )
  },
  { redirects: "Redirects to create or update, identified by their sources." }
)
export type Upsert = typeof Upsert.Type

const decodeSource = (source: string) => Result.getOrElse(normalize(source), () => source)

/** The values of a creation, as stored. */
export const ofCreate = ({ destination, source }: Create): Pick<SiteRedirect, "source" | "destination"> => ({
  source: decodeSource(source),
  destination
})

/** Changes the properties that a patch names. */
export const patch = (self: SiteRedirect, changes: Patch): SiteRedirect => ({
  ...self,
  source: changes.source === undefined ? self.source : decodeSource(changes.source),
  destination: changes.destination ?? self.destination
})

/** The changes that an upsert makes to the redirects of a site; entries that match existing redirects are skipped. */
export const planUpsert = (before: Redirects, { redirects }: Upsert) => {
  const given = redirects.map(ofCreate)
  return {
    created: given.filter(({ source }) => !before.has(source)),
    changed: given.flatMap(({ destination, source }) => {
      const seen = before.get(source)
      return seen === undefined || CanonicalJson.equals(seen.destination, destination)
        ? []
        : [{ before: seen, after: { ...seen, destination } }]
    })
  }
}

/** The site has no such redirect. */
export class SiteRedirectNotFound extends Schema.TaggedError<SiteRedirectNotFound>()("SiteRedirectNotFound", {
  redirect: Schema.String
}) {
  readonly kind = "not-found" as const
  override get message() {
    return `redirect ${this.redirect} does not exist`
  }
}

/** The site has a redirect of that path already. */
export class SiteRedirectSourceTaken extends Schema.TaggedError<SiteRedirectSourceTaken>()("SiteRedirectSourceTaken", {
  source: Schema.String
}) {
  readonly kind = "conflict" as const
  override get message() {
    return `a redirect from ${this.source} already exists`
  }
}

/** The site has reached its limit of redirects (rule redirect-limits). */
export class TooManySiteRedirects extends Schema.TaggedError<TooManySiteRedirects>()("TooManySiteRedirects", {
  site: Schema.String
}) {
  readonly kind = "limit" as const
  override get message() {
    return `site ${this.site} cannot have more than ${limits.redirectsPerSite} redirects`
  }
}

/** A redirect of a site; `source` is percent-encoded. */
export const SiteRedirectView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("site-redirect"),
      id: SiteRedirectId,
      source: Schema.String,
      destination: Destination
    },
    {
      source: "Path on the site that redirects, with a leading slash.",
      destination: "Target of the redirect.",
      id: "Identifier, which never changes."
    }
  )
).annotate({ identifier: "SiteRedirect" })
export type SiteRedirectView = typeof SiteRedirectView.Type

/** A redirect that was looked up, and its target address. */
export const FoundSiteRedirectView = Schema.Struct(
  describeFields(
    { redirect: SiteRedirectView, target: Schema.String },
    { redirect: "Redirect from the path.", target: "Target address of the redirect." }
  )
).annotate({
  identifier: "FoundSiteRedirect"
})

/** The redirects of an upsert, in the order of the request. */
export const SiteRedirectsView = Schema.Struct(
  describeFields(
    { redirects: Schema.Array(SiteRedirectView) },
    { redirects: "Redirects that were created or updated." }
  )
).annotate({
  identifier: "SiteRedirects"
})

export const view = (self: SiteRedirect): SiteRedirectView => ({
  object: "site-redirect",
  id: self.id,
  source: encode(self.source),
  destination: self.destination
})
