const ofPublishing = (name) => [`packages/core/test/publishing/${name}.`]

/** The tests that find bugs in who reads a published site, and what. */
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
    bug: "the key of another site is written into addresses",
    file: "sites/share-link/ShareKey.ts",
    from: "current?.site === site ? current.key : undefined",
    to: 'site === "" ? undefined : current?.key'
  },
  {
    suite: "outward",
    bug: "a share link that is off makes addresses",
    file: "publishing/published-content/PublishedProfiles.ts",
    from: "link?.active !== true",
    to: "link === undefined"
  },
  {
    suite: "replied",
    bug: "a comment that a reply resolves is counted as open",
    file: "proposals/comment/CommentReplies.ts",
    from: "openCount(settled) - openCount(parent.value)",
    to: "openCount(parent.value) - openCount(parent.value)"
  },
  {
    suite: "visitorTokens",
    bug: "a token may name any algorithm",
    file: "foundation/secret/JsonWebToken.ts",
    from: 'if (claim(read, "alg") !== "HS256") return "other-algorithm"',
    to: ""
  },
  {
    suite: "visitorTokens",
    bug: "what a token calls critical is passed over",
    file: "foundation/secret/JsonWebToken.ts",
    from: 'Object.hasOwn(read, "crit") ? "critical-header" : undefined',
    to: "undefined"
  },
  {
    suite: "visitorTokens",
    bug: "a token holds a moment too long",
    file: "foundation/secret/JsonWebToken.ts",
    from: "if (now >= exp * 1000)",
    to: "if (now > exp * 1000)"
  },
  {
    suite: "visitorTokens",
    bug: "a token without an end holds for ever",
    file: "foundation/secret/JsonWebToken.ts",
    from: 'if (!isTime(exp)) return "no-expiry"',
    to: 'if (exp !== undefined && !isTime(exp)) return "no-expiry"'
  },
  {
    suite: "visitorTokens",
    bug: "a token holds before its time",
    file: "foundation/secret/JsonWebToken.ts",
    from: 'now < nbf * 1000 ? "not-yet-valid" : undefined',
    to: "false ? nbf : undefined"
  },
  {
    suite: "visitorTokens",
    bug: "a token may say a thing twice",
    file: "foundation/secret/JsonWebToken.ts",
    from: "countKeys(value) === countWrittenKeys(json) ? value : undefined",
    to: "value"
  },
  {
    suite: "visitorTokens",
    bug: "a token may be spelled in several ways",
    file: "foundation/secret/JsonWebToken.ts",
    from: "if (Base64Url.encode(bytes) !== part) return undefined",
    to: ""
  },
  {
    suite: "visitorTokens",
    bug: "a signature is compared as far as it goes",
    file: "foundation/secret/JsonWebToken.ts",
    from: "!constantTimeEquals(sign(key, `${first}.${second}`), signature)",
    to: "!sign(key, `${first}.${second}`).startsWith(signature)"
  },
  {
    suite: "visitorTokens",
    bug: "a token for another site lets in",
    file: "publishing/visitor/VisitorToken.ts",
    from: '!Object.hasOwn(payload, "aud") ||',
    to: "true ||"
  },
  {
    suite: "audiences",
    bug: "a revoked link lets in",
    file: "publishing/visitor/Audience.ts",
    from: "&& link.active &&",
    to: "&&"
  },
  {
    suite: "audiences",
    bug: "a site that is not published is read",
    file: "publishing/visitor/Audience.ts",
    from: "if (!facts.published || isDead",
    to: "if (isDead"
  },
  {
    suite: "audiences",
    bug: "a visitor with an expired token is let in",
    file: "publishing/visitor/Audience.ts",
    from: "if (Result.isFailure(visit)) return",
    to: 'if (Result.isFailure(visit) && visit.failure.reason !== "expired") return'
  },
  {
    suite: "audiences",
    bug: "claims count while content is not adaptive",
    file: "publishing/visitor/Audience.ts",
    from: "if (!enabled) return {}",
    to: ""
  },
  {
    suite: "claims",
    bug: "an unsigned claim counts as a signed one",
    file: "sites/adaptive-schema/Claims.ts",
    from: "? signed : {}), unsigned }",
    to: "? signed : {}), ...(Predicate.isReadonlyObject(unsigned) ? unsigned : {}), unsigned }"
  },
  {
    suite: "claims",
    bug: "what every object inherits is a claim",
    file: "sites/adaptive-schema/Claims.ts",
    from: "Object.hasOwn(fields, name) ? trimValue",
    to: "name in fields ? trimValue"
  },
  {
    suite: "claims",
    bug: "a claim may have values that are not among those of its enumeration",
    file: "sites/adaptive-schema/Claims.ts",
    from: "(scalar.enum?.includes(value) ?? true)",
    to: "true"
  },
  {
    suite: "contentTokens",
    bug: "a content token outlives the site's signing key",
    file: "publishing/visitor/ContentToken.ts",
    from: "audience === undefined || !isSameKey",
    to: "audience === undefined"
  },
  {
    suite: "contentTokens",
    bug: "a content token outlives the link that it came by",
    file: "publishing/visitor/Audience.ts",
    from: 'if (visibility === "share-link" && !facts.shareLinks.some(isOpen)) return undefined',
    to: ""
  },
  {
    suite: "conditions",
    bug: "a condition that fails shows what it is set to",
    file: "publishing/publication/Conditions.ts",
    from: "Result.getOrElse(() => undefined)",
    to: "Result.getOrElse(() => true)"
  },
  {
    suite: "conditions",
    bug: "one of several conditions is enough",
    file: "publishing/publication/Conditions.ts",
    from: "sources.every(holds)",
    to: "sources.some(holds)"
  },
  {
    suite: "evaluated",
    bug: "a condition within another is not asked",
    file: "content/document/Rewriting.ts",
    from: "isList(found) ? this.topLevels(found)",
    to: "isList(found) ? found"
  },
  {
    suite: "evaluated",
    bug: "what stands in the cells of a table is not evaluated",
    file: "content/document/Rewriting.ts",
    from: "nodes: this.topLevels(cell.nodes)",
    to: "nodes: cell.nodes"
  },
  {
    suite: "evaluated",
    bug: "an expression that is no text is printed as JavaScript would",
    file: "publishing/publication/Evaluated.ts",
    from: 'typeof value === "boolean" ? String(value) : ""',
    to: 'value !== undefined ? String(value) : ""'
  },
  {
    suite: "published",
    bug: "a condition of a section is not asked",
    file: "publishing/publication/VisibleStructure.ts",
    from: "passes(section.condition) ? seeVariants",
    to: "true ? seeVariants"
  },
  {
    suite: "pages",
    bug: "a reference to a page of another space of the site leads nowhere",
    file: "publishing/page/References.ts",
    from: ": SitePlaces.findSpace(publication, space, place.section)",
    to: ": undefined"
  },
  {
    suite: "published",
    bug: "a reusable content is shown with all that its conditions hide",
    file: "publishing/page/IncludedContents.ts",
    from: "Evaluated.document(source, conditions)",
    to: "Evaluated.document(source, { ...conditions, holds: () => true })"
  },
  {
    suite: "published",
    bug: "a reference to what is not seen stays in the text",
    file: "publishing/page/PublishedDocument.ts",
    from: '|| ref.kind === "openapi" || known.has(ContentRef.toUrl(ref))',
    to: '|| ref.kind === "openapi" || known.has("") || true'
  },
  {
    suite: "published",
    bug: "hidden pages are listed",
    file: "publishing/page/TableOfContents.ts",
    from: 'page.type === "computed" || page.hidden',
    to: 'page.type === "computed"'
  },
  {
    suite: "published",
    bug: "whoever comes with a token is let in",
    file: "publishing/visitor/Audience.ts",
    from: 'if (visit === undefined) return { outcome: "needs-token" }\n    if (Result.isFailure(visit))',
    to: 'if (visit === undefined) return { outcome: "needs-token" }\n    if (false && Result.isFailure(visit))'
  },
  {
    suite: "unseen",
    bug: "a change that is not seen is told by its time",
    file: "publishing/page/PageFacts.ts",
    from: "seen.site.adaptiveContent?.enabled !== true",
    to: "seen.site.adaptiveContent?.enabled !== null"
  },
  {
    suite: "unseen",
    bug: "the default is what it was before it was hidden",
    file: "publishing/publication/VisibleStructure.ts",
    from: "visible.find(({ id }) => id === defaultSiteSpace) ?? visible[0]",
    to: "siteSpaces.find(({ id }) => id === defaultSiteSpace) ?? visible[0]"
  },
  {
    suite: "pages",
    bug: "links lead to the path of a first page, which leads on",
    file: "publishing/page/PagePlaces.ts",
    from: 'id === at.landing?.id ? "" : path',
    to: "path"
  },
  {
    suite: "addresses",
    bug: "a page is left out of its address where something else has its name",
    file: "publishing/publication/SitePath.ts",
    from: "shortestFirst.find((each) => isSame(locate(structure, each), location))",
    to: "shortestFirst[0]"
  },
  {
    suite: "pages",
    bug: "a written redirect comes before the page that is there",
    file: "publishing/page/Resolution.ts",
    from: "    const live = yield* findAt(",
    to: "    const early = yield* findRedirected(asked, source)\n    if (early !== undefined) return moved(early)\n    const live = yield* findAt("
  },
  {
    suite: "pages",
    bug: "everybody may keep what a token or a link let somebody read",
    file: "publishing/publication/CachePolicy.ts",
    from: "isOpen && shareKey === undefined && !adaptive.enabled",
    to: "!adaptive.enabled"
  },
  {
    suite: "opening",
    bug: "a site is shown as it was when it was first read",
    file: "publishing/publication/KnownSite.ts",
    from: "row === known[at] && Object.isFrozen(row)",
    to: "row.id === known[at]?.id"
  },
  {
    suite: "published",
    bug: "what one audience sees of a structure is kept for all",
    file: "publishing/publication/VisibleStructures.ts",
    from: '(passes(condition) ? "1" : "0")',
    to: '(passes(condition) ? "1" : "1")'
  },
  {
    suite: "previewers",
    bug: "a preview shows spaces that its person may not read",
    file: "publishing/publication/PreviewedSite.ts",
    from: "!isOpen && !reads(space)",
    to: "false"
  },
  {
    suite: "previewers",
    bug: "the token of a preview opens every change request",
    file: "publishing/publication/Publications.ts",
    from: "said !== undefined && isSameRequest(said.changeRequest, changeRequest) ? said : undefined",
    to: "said"
  },
  {
    suite: "withdrawn",
    bug: "a preview asks nothing of its person any more",
    file: "publishing/publication/PreviewedSite.ts",
    from: "contentRole({ user: person, member, placement, grants: given }) !== null",
    to: "given.length >= 0 && member?.user !== placement.id"
  },
  {
    suite: "withdrawn",
    bug: "a change request is looked at after it was merged",
    file: "publishing/publication/PreviewedSite.ts",
    from: 'status === "draft" || status === "open"',
    to: "status.length > 0"
  },
  {
    suite: "previews",
    bug: "the subject of a change request is shown as it was when its page was first printed",
    file: "publishing/publication/PreviewedSite.ts",
    from: "[known.version, id, space, number, subject, revision, root]",
    to: "[known.version, id, space, number, revision, root]"
  }
]
