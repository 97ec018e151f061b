import { Result, Schema, SchemaTransformation } from "effect"
import { closed, describeFields, optional } from "../../foundation/input/Input.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import * as RedirectPath from "./RedirectPath.ts"
import { Destination, type Redirects, type SiteRedirect } from "./SiteRedirect.ts"

/** Redirects of one request and of one site (rule redirect-limits). */
export const limits = { redirectsPerRequest: 500, redirectsPerSite: 10_000 } as const

const normalizeSource = (text: string) =>
  Result.flatMap(RedirectPath.normalize(text), (path) => {
    const fault = RedirectPath.findFault(path)
    return fault === undefined ? Result.succeed(RedirectPath.encode(path)) : Result.fail(fault)
  })

/** A path below a site in any spelling, which becomes its normal form, percent-encoded (rule redirect-path). */
export const Source = Schema.String.check(
  Schema.makeFilter(
    (text) => Result.match(normalizeSource(text), { onFailure: (problem) => problem, onSuccess: () => undefined }),
    {
      toJsonSchema: () => ({
        format: "uri-reference",
        pattern: "^/(?:[^?#%]|%[0-9A-Fa-f]{2})*$",
        maxLength: RedirectPath.limits.length
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

const decodeSource = (source: string) => Result.getOrElse(RedirectPath.normalize(source), () => source)

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
