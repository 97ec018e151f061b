const ofPublishing = (name) => [`packages/core/test/sites/${name}.`]

/** The tests that find faults in what each audience of a published site may read. */
export const suites = {
  claims: ["packages/core/test/sites/adaptive-schema/Claims."],
  visitorTokens: ofPublishing("visitor/VisitorToken"),
  audiences: ofPublishing("visitor/Audience"),
  contentTokens: ofPublishing("visitor/ContentToken"),
  conditions: ofPublishing("publication/Conditions"),
  evaluated: ofPublishing("publication/Evaluated"),
  published: ["test/src/published/Audiences."],
  unseen: ["test/src/published/NonInterference."],
  addresses: ["test/src/published/Resolution."],
  pages: ["test/src/published/PublishedPages."],
  opening: ["test/src/engine/sites/Publications."],
  previews: ["test/src/published/Previews."],
  previewers: ["test/src/published/Previewers."],
  outward: ["test/src/contract/outwardSites.", "-t", "on memory"],
  replied: ["test/src/engine/proposals/Comments.", "-t", "on memory.*by an update of a reply"],
  withdrawn: ["test/src/published/PreviewWithdrawal."]
}

export const plants = [
  {
    suite: "outward",
    bug: "the share key of another site is written into URLs",
    file: "sites/share-link/ShareKey.ts",
    from: "current?.site === site ? current.key : undefined",
    to: 'site === "" ? undefined : current?.key'
  },
  {
    suite: "outward",
    bug: "an inactive share link is written into URLs",
    file: "sites/published-content/PublishedProfiles.ts",
    from: "link?.active !== true",
    to: "link === undefined"
  },
  {
    suite: "replied",
    bug: "a comment that a reply resolves still counts as open",
    file: "proposals/comment/CommentReplies.ts",
    from: "openCount(settled) - openCount(parent.value)",
    to: "openCount(parent.value) - openCount(parent.value)"
  },
  {
    suite: "visitorTokens",
    bug: "a token may use any algorithm",
    file: "foundation/secret/JsonWebToken.ts",
    from: 'if (claim(read, "alg") !== "HS256") return "other-algorithm"',
    to: ""
  },
  {
    suite: "visitorTokens",
    bug: "the critical header of a token is ignored",
    file: "foundation/secret/JsonWebToken.ts",
    from: 'Object.hasOwn(read, "crit") ? "critical-header" : undefined',
    to: "undefined"
  },
  {
    suite: "visitorTokens",
    bug: "a token is still valid at its exact expiry time",
    file: "foundation/secret/JsonWebToken.ts",
    from: "if (now >= exp * 1000)",
    to: "if (now > exp * 1000)"
  },
  {
    suite: "visitorTokens",
    bug: "a token without an expiry is accepted",
    file: "foundation/secret/JsonWebToken.ts",
    from: 'if (!isTime(exp)) return "no-expiry"',
    to: 'if (exp !== undefined && !isTime(exp)) return "no-expiry"'
  },
  {
    suite: "visitorTokens",
    bug: "a token is valid before its not-before time",
    file: "foundation/secret/JsonWebToken.ts",
    from: 'now < nbf * 1000 ? "not-yet-valid" : undefined',
    to: "false ? nbf : undefined"
  },
  {
    suite: "visitorTokens",
    bug: "a token may contain the same key twice",
    file: "foundation/secret/JsonWebToken.ts",
    from: "countKeys(value) === countWrittenKeys(json) ? value : undefined",
    to: "value"
  },
  {
    suite: "visitorTokens",
    bug: "a token may use non-canonical base64url",
    file: "foundation/secret/JsonWebToken.ts",
    from: "if (Base64Url.encode(bytes) !== part) return undefined",
    to: ""
  },
  {
    suite: "visitorTokens",
    bug: "a truncated token signature is accepted",
    file: "foundation/secret/JsonWebToken.ts",
    from: "!constantTimeEquals(sign(key, `${first}.${second}`), signature)",
    to: "!sign(key, `${first}.${second}`).startsWith(signature)"
  },
  {
    suite: "visitorTokens",
    bug: "a visitor token for another site is accepted",
    file: "sites/visitor/VisitorToken.ts",
    from: '!Object.hasOwn(payload, "aud") ||',
    to: "true ||"
  },
  {
    suite: "audiences",
    bug: "a revoked share link admits visitors",
    file: "sites/visitor/Audience.ts",
    from: "&& link.active &&",
    to: "&&"
  },
  {
    suite: "audiences",
    bug: "an unpublished site can be read",
    file: "sites/visitor/Audience.ts",
    from: "if (!facts.published || isDead",
    to: "if (isDead"
  },
  {
    suite: "audiences",
    bug: "a visitor with an expired token is admitted",
    file: "sites/visitor/Audience.ts",
    from: "if (Result.isFailure(visit)) return",
    to: 'if (Result.isFailure(visit) && visit.failure.reason !== "expired") return'
  },
  {
    suite: "audiences",
    bug: "claims apply although adaptive content is disabled",
    file: "sites/visitor/Audience.ts",
    from: "if (!enabled) return {}",
    to: ""
  },
  {
    suite: "claims",
    bug: "an unsigned claim counts as signed",
    file: "sites/adaptive-schema/Claims.ts",
    from: "? signed : {}), unsigned }",
    to: "? signed : {}), ...(Predicate.isReadonlyObject(unsigned) ? unsigned : {}), unsigned }"
  },
  {
    suite: "claims",
    bug: "properties that every object inherits are read as claims",
    file: "sites/adaptive-schema/Claims.ts",
    from: "Object.hasOwn(fields, name) ? trimValue",
    to: "name in fields ? trimValue"
  },
  {
    suite: "claims",
    bug: "a claim may have a value outside of its enumeration",
    file: "sites/adaptive-schema/Claims.ts",
    from: "(scalar.enum?.includes(value) ?? true)",
    to: "true"
  },
  {
    suite: "contentTokens",
    bug: "a content token remains valid after the site's signing key changes",
    file: "sites/visitor/ContentToken.ts",
    from: "audience === undefined || !isSameKey",
    to: "audience === undefined"
  },
  {
    suite: "contentTokens",
    bug: "a content token remains valid after its share link is revoked",
    file: "sites/visitor/Audience.ts",
    from: 'if (visibility === "share-link" && !facts.shareLinks.some(isOpen)) return undefined',
    to: ""
  },
  {
    suite: "conditions",
    bug: "a condition that fails to evaluate is true",
    file: "sites/publication/Conditions.ts",
    from: "Result.getOrElse(() => undefined)",
    to: "Result.getOrElse(() => true)"
  },
  {
    suite: "conditions",
    bug: "content with several conditions is shown if only one of them holds",
    file: "sites/publication/Conditions.ts",
    from: "sources.every(holds)",
    to: "sources.some(holds)"
  },
  {
    suite: "evaluated",
    bug: "a condition inside another condition is not evaluated",
    file: "content/document/Rewriting.ts",
    from: "isList(found) ? this.topLevels(found)",
    to: "isList(found) ? found"
  },
  {
    suite: "evaluated",
    bug: "the content of table cells is not evaluated",
    file: "content/document/Rewriting.ts",
    from: "nodes: this.topLevels(cell.nodes)",
    to: "nodes: cell.nodes"
  },
  {
    suite: "evaluated",
    bug: "an expression that is not a text, number or boolean is printed as JavaScript prints it",
    file: "sites/publication/Evaluated.ts",
    from: 'typeof value === "boolean" ? String(value) : ""',
    to: 'value !== undefined ? String(value) : ""'
  },
  {
    suite: "published",
    bug: "the condition of a section is ignored",
    file: "sites/publication/VisibleStructure.ts",
    from: "passes(section.condition) ? seeVariants",
    to: "true ? seeVariants"
  },
  {
    suite: "pages",
    bug: "a reference to a page in another space of the site is not resolved",
    file: "sites/published-page/References.ts",
    from: ": SitePlaces.findSpace(publication, space, place.section)",
    to: ": undefined"
  },
  {
    suite: "published",
    bug: "conditions inside reusable content are ignored",
    file: "sites/published-page/PreparedPages.ts",
    from: "this.into(Evaluated.document(source, conditions)",
    to: "this.into(Evaluated.document(source, { ...conditions, holds: () => true })"
  },
  {
    suite: "published",
    bug: "a reference to content that the audience may not see stays in the text",
    file: "sites/published-page/PublishedDocument.ts",
    from: '|| ref.kind === "openapi" || known.has(ContentRef.toUrl(ref))',
    to: '|| ref.kind === "openapi" || known.has("") || true'
  },
  {
    suite: "published",
    bug: "hidden pages are listed in the table of contents",
    file: "sites/published-page/PublishedPages.ts",
    from: 'page.type === "computed" || page.hidden',
    to: 'page.type === "computed"'
  },
  {
    suite: "published",
    bug: "a visitor with an invalid token is admitted",
    file: "sites/visitor/Audience.ts",
    from: 'if (visit === undefined) return { outcome: "needs-token" }\n    if (Result.isFailure(visit))',
    to: 'if (visit === undefined) return { outcome: "needs-token" }\n    if (false && Result.isFailure(visit))'
  },
  {
    suite: "unseen",
    bug: "the modified time of a page reveals a change that the audience cannot see",
    file: "sites/published-page/PublishedPage.ts",
    from: "seen.site.adaptiveContent?.enabled !== true",
    to: "seen.site.adaptiveContent?.enabled !== null"
  },
  {
    suite: "unseen",
    bug: "the default site space is used although it is hidden",
    file: "sites/publication/VisibleStructure.ts",
    from: "visible.find(({ id }) => id === defaultSiteSpace) ?? visible[0]",
    to: "siteSpaces.find(({ id }) => id === defaultSiteSpace) ?? visible[0]"
  },
  {
    suite: "pages",
    bug: "links to a landing page use its own path, which redirects",
    file: "sites/published-page/SitePlaces.ts",
    from: 'id === at.landing?.id ? "" : path',
    to: "path"
  },
  {
    suite: "addresses",
    bug: "the canonical path of a page is shortened although another item has that path",
    file: "sites/publication/SitePath.ts",
    from: "shortestFirst.find((each) => isSame(locate(structure, each), location))",
    to: "shortestFirst[0]"
  },
  {
    suite: "pages",
    bug: "a redirect takes precedence over an existing page",
    file: "sites/published-page/Resolution.ts",
    from: "    const live = yield* findAt(",
    to: "    const early = yield* findRedirected(asked, source)\n    if (early !== undefined) return moved(early)\n    const live = yield* findAt("
  },
  {
    suite: "pages",
    bug: "content behind a visitor token or share link may be stored by shared caches",
    file: "sites/publication/AudienceSite.ts",
    from: "isOpen && shareKey === undefined && !adaptive.enabled",
    to: "!adaptive.enabled"
  },
  {
    suite: "opening",
    bug: "a site is served as it was when it was first read",
    file: "sites/publication/KnownSite.ts",
    from: "row === known[at] && Object.isFrozen(row)",
    to: "row.id === known[at]?.id"
  },
  {
    suite: "published",
    bug: "the structure that one audience sees is cached for all audiences",
    file: "sites/publication/VisibleStructures.ts",
    from: '(passes(condition) ? "1" : "0")',
    to: '(passes(condition) ? "1" : "1")'
  },
  {
    suite: "previewers",
    bug: "a preview shows spaces that its user may not read",
    file: "sites/publication/Publications.ts",
    from: "!isOpen && !reads(space)",
    to: "false"
  },
  {
    suite: "previewers",
    bug: "a preview token opens every change request",
    file: "sites/publication/Publications.ts",
    from: "said !== undefined && isSameRequest(said.changeRequest, changeRequest) ? said : undefined",
    to: "said"
  },
  {
    suite: "withdrawn",
    bug: "a preview does not check the access of its user again",
    file: "sites/publication/Publications.ts",
    from: "contentRole({ user: person, member, placement, grants: given }) !== null",
    to: "given.length >= 0 && member?.user !== placement.id"
  },
  {
    suite: "withdrawn",
    bug: "a merged change request can still be previewed",
    file: "sites/publication/Publications.ts",
    from: 'status === "draft" || status === "open"',
    to: "status.length > 0"
  },
  {
    suite: "previews",
    bug: "a preview shows an outdated subject of its change request",
    file: "sites/publication/Publications.ts",
    from: "[known.version, id, space, number, subject, revision, root]",
    to: "[known.version, id, space, number, revision, root]"
  }
]
