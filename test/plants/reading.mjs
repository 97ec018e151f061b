/** The tests that find faults in how published sites are rendered and served. */
export const suites = {
  drawnPages: ["packages/reader/test/page", "packages/reader/test/html"],
  policy: ["test/src/reading/Policy."],
  readAddresses: ["test/src/published/Addresses."],
  readVisitors: ["test/src/published/Visitors."],
  kept: ["test/src/published/Cached."],
  samples: ["packages/reader/test/api/Samples."],
  operations: ["packages/reader/test/api/OperationHtml."],
  descriptions: ["test/src/published/Operations.", "-t", "on memory"],
  directions: ["test/src/reading/Directions.", "-t", "direction of the content"],
  sheets: ["test/src/printing/Sheets.", "-t", "(of words|images of lines)"]
}

export const plants = [
  {
    suite: "drawnPages",
    bug: "links with unsafe schemes are followed",
    package: "reader",
    file: "html/Html.ts",
    from: "ContentRef.isSafeUrl(url) && whole.test(url)",
    to: "whole.test(url)"
  },
  {
    suite: "drawnPages",
    bug: "a quotation mark in a value ends an HTML attribute",
    package: "reader",
    file: "html/Html.ts",
    from: `'"': "&quot;",`,
    to: `'"': '"',`
  },
  {
    suite: "drawnPages",
    bug: "pages that search engines must not index have no noindex directive",
    package: "reader",
    file: "page/HeadHtml.ts",
    from: `meta("robots", head.isIndexed ? undefined : "noindex")`,
    to: `meta("robots", undefined)`
  },
  {
    suite: "policy",
    bug: "a page may run any script of its origin",
    package: "reader",
    file: "answer/PageHeaders.ts",
    from: '["script-src", ThemeScript.hash, assets,',
    to: '["script-src", ThemeScript.hash, "\'self\'",'
  },
  {
    suite: "policy",
    bug: "a page that has changed keeps its entity tag",
    package: "reader",
    file: "answer/Representation.ts",
    from: 'createHash("sha256").update(plain)',
    to: 'createHash("sha256").update(contentType)'
  },
  {
    suite: "readAddresses",
    bug: "browsers cache redirects for an hour",
    package: "reader",
    file: "answer/SiteHeaders.ts",
    from: 'movedControl = { public: "no-cache", private: "private, no-cache"',
    to: 'movedControl = { public: "max-age=3600", private: "max-age=3600"'
  },
  {
    suite: "readVisitors",
    bug: "a visitor token stays in the URL",
    package: "reader",
    file: "request/VisitorCookies.ts",
    from: 'pair !== "" && !isToken(pair)',
    to: 'pair !== ""'
  },
  {
    suite: "kept",
    bug: "a cached page is served regardless of the outcome of its conditions",
    package: "reader",
    file: "print/RenderCache.ts",
    from: "[each, outcomeOf(seen.conditions.valueOf(each))]",
    to: "[each]"
  },
  {
    suite: "samples",
    bug: "a value of an API description ends the quoted argument of a sample command",
    package: "reader",
    file: "api/SampleRequest.ts",
    from: 'text.replaceAll("\'",',
    to: 'text.replaceAll("\\0",'
  },
  {
    suite: "samples",
    bug: "a sample command reads a local file that an API description names",
    package: "reader",
    file: "api/SampleRequest.ts",
    from: "token.test(name)",
    to: 'name !== ""'
  },
  {
    suite: "operations",
    bug: "a recursive schema is expanded inside itself",
    package: "reader",
    file: "api/SchemaHtml.ts",
    from: "place.rows.isSpent || names.some((name) => place.open.includes(name))",
    to: "place.rows.isSpent"
  },
  {
    suite: "descriptions",
    bug: "cached site data is kept after the API description that it came from changes",
    file: "sites/publication/KnownSite.ts",
    from: "[...roots], versionsOf(found), blockSources]))",
    to: "[...roots], blockSources]))"
  },
  {
    suite: "directions",
    bug: "the direction of a page is that of its title",
    package: "reader",
    file: "page/PageHtml.ts",
    from: "document ?? { nodes: [] }) ?? words.direction",
    to: "{ nodes: [] }) ?? words.direction"
  },
  {
    suite: "sheets",
    bug: "words in tables of a PDF are wider than their columns",
    package: "adapters",
    file: "pdf/PrintFit.ts",
    from: "breakAt(text, emsIn(room), widthOf)",
    to: "breakAt(text, 1_000, widthOf)"
  },
  {
    suite: "sheets",
    bug: "an image in a table of a PDF covers other columns",
    package: "adapters",
    file: "pdf/PrintFit.ts",
    from: "Math.min(widestImage, w) / smallestText",
    to: "Math.min(12, w / 10)"
  }
]
