import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import type { SamlProviderId } from "../../foundation/id/Ids.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { digest } from "../../foundation/secret/Secrets.ts"
import { SigningKeys } from "../../foundation/secret/SigningKeys.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import type { SamlProvider } from "../../people/identity-provider/SamlProvider.ts"
import type { VerifiedAssertion } from "../../people/identity-provider/SamlVerifier.ts"
import { collection as organizationCollection } from "../../people/organization/Organization.ts"
import type * as SamlRequest from "../../people/saml-sign-in/SamlRequest.ts"
import { empty, collection as schemaCollection } from "../adaptive-schema/AdaptiveSchema.ts"
import { PublicationFacts, type PublicationRows } from "../publication/PublicationFacts.ts"
import { collection as authCollection, VisitorKeys } from "../publishing-auth/PublishingAuth.ts"
import { isPublished, collection as siteCollection } from "../site/Site.ts"
import { publishedUrl } from "../site/SiteAddress.ts"
import * as ProviderClaims from "./ProviderClaims.ts"
import * as SiteProvider from "./SiteProvider.ts"
import * as VisitorToken from "./VisitorToken.ts"
import * as VisitPath from "./VisitPath.ts"

/**
 * `lifetime` of a visit in seconds; `length` of its token in characters, so that browsers accept it as a cookie;
 * `finishing`: time that the browser that started a visit has to fetch its address, in milliseconds.
 */
export const limits = { lifetime: 43_200, length: 3500, finishing: 120_000 } as const

/** The address of an admitted visit, to be fetched in time by the browser that began it. */
export interface HeldVisit {
  readonly url: string
  /** Epoch milliseconds. */
  readonly until: number
  /** Signs both for that browser. */
  readonly mark: string
}

/**
 * The site does not admit visitors of this provider. For operators: visitors only learn that they cannot read the site.
 */
export class VisitRefused extends Schema.TaggedError<VisitRefused>()("VisitRefused", { problem: Schema.String }) {
  readonly kind = "forbidden" as const
  override get message() {
    return `the sign-in was refused: ${this.problem}`
  }
}

const refused = (problem: string) => new VisitRefused({ problem })

/**
 * Signs visitors of published sites in with identity providers of the organization (rule visitor-provider). Requires no
 * caller and creates no user: the visitor can only read that site.
 */
export class VisitorSignIns extends Context.Service<VisitorSignIns>()("@quire/core/VisitorSignIns", {
  make: Effect.gen(function* () {
    const { sites: sitesUrl } = yield* Addresses
    const { signer } = yield* SigningKeys
    const visits = signer.derive("held-visit")
    const facts = yield* PublicationFacts
    const keys = yield* VisitorKeys
    const sites = yield* Repository.make(siteCollection)
    const organizations = yield* Repository.make(organizationCollection)
    const auths = yield* Repository.make(authCollection)
    const schemas = yield* Repository.make(schemaCollection)

    const decode = (rows: PublicationRows) => {
      const auth = Option.getOrUndefined(Option.map(rows.publishingAuth, auths.decode))?.value
      const schema = Option.getOrUndefined(Option.map(rows.adaptiveSchema, schemas.decode))?.value.jsonSchema
      const site = sites.decode(rows.site).value
      const organization = organizations.decode(rows.organization).value
      return { site, organization, auth, provider: SiteProvider.find(auth, rows), schema: schema ?? empty }
    }

    /** The site, if the provider signs its visitors in now. */
    const open = Effect.fnUntraced(function* (id: string, provider: string) {
      const found = Option.getOrUndefined(Option.map(yield* facts.find({ _tag: "Site", site: id }, ""), decode))
      if (found === undefined || !isPublished(found.site)) return yield* refused("the published site does not exist")
      if (found.site.visibility !== "visitor-auth")
        return yield* refused("the site does not require visitors to sign in")
      if (found.provider?.id !== provider) return yield* refused("the site does not use this identity provider")
      if (found.auth === undefined) return yield* refused("the site has no signing key")
      return { ...found, auth: found.auth }
    })

    /** The visit for which a request to the provider is created; `location` is the requested path. */
    const begin = operation("VisitorSignIns.begin")(function* (
      provider: SamlProviderId,
      visited: { readonly site: string; readonly location: string }
    ) {
      const { location, site } = visited
      const found = yield* open(site, provider)
      return { site: found.site.id, path: VisitPath.read(location) } satisfies SamlRequest.Visit
    })

    /**
     * Admits a visitor whom the provider signed in, by a verified response to a request for this visit. Returns the
     * address below the site with a token, which the site accepts like a token from a host.
     */
    const admitVisitor = operation("VisitorSignIns.admitVisitor")(function* (
      visited: SamlRequest.Visit,
      provider: Pick<SamlProvider, "id">,
      asserted: Pick<VerifiedAssertion, "attributes">
    ) {
      const { path, site: id } = visited
      const { attributes } = asserted
      const { auth, organization, schema, site } = yield* open(id, provider.id)
      const iat = Math.floor((yield* Clock.currentTimeMillis) / 1000)
      const claims = ProviderClaims.make(auth.claims, schema, attributes)
      const key = VisitorToken.providerKey(yield* keys.open(auth), provider.id)
      const token = VisitorToken.sign({ ...claims, aud: site.id, iat, exp: iat + limits.lifetime }, key)
      if (token.length > limits.length) return yield* refused("the claims are too large for a cookie")
      return { url: `${publishedUrl({ organization, site, sites: sitesUrl })}${path}?jwt_token=${token}` }
    })

    const signedText = (browser: string, url: string, until: number): string => `${browser} ${until} ${url}`

    /**
     * Holds the address of an admitted visit for the browser that started it. A form of another site sends no cookie,
     * so the browser presents its cookie with the next request (rule visitor-provider-browser).
     */
    const hold = operation("VisitorSignIns.hold")(function* (url: string, browser: string) {
      const until = (yield* Clock.currentTimeMillis) + limits.finishing
      return { url, until, mark: visits.sign(signedText(browser, url, until)) } satisfies HeldVisit
    })

    /** The address that is held for the browser with the secret `began`. */
    const finish = operation("VisitorSignIns.finish")(function* (visit: HeldVisit, began: string) {
      const { mark, until, url } = visit
      if (!visits.verify(signedText(digest(began), url, until), mark)) {
        return yield* refused("it was started in another browser")
      }
      if ((yield* Clock.currentTimeMillis) >= until) return yield* refused("it was not completed in time")
      return url
    })

    return { begin, admitVisitor, hold, finish } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([SigningKeys.layer, VisitorKeys.layer]))
}
