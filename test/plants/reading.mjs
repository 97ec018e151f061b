/** The tests that find bugs in how a published site is drawn and answered. */
export const suites = {
  drawnPages: ["packages/reader/test/page", "packages/reader/test/html"],
  policy: ["test/src/reading/Policy."],
  readAddresses: ["test/src/published/Addresses."],
  readVisitors: ["test/src/published/Visitors."],
  kept: ["test/src/published/Cached."],
  samples: ["packages/reader/test/api/Samples."],
  operations: ["packages/reader/test/api/OperationHtml."],
  descriptions: ["test/src/published/Operations.", "-t", "on memory"],
  directions: ["test/src/reading/Directions.", "-t", "direction of their content"],
  sheets: ["test/src/printing/Sheets.", "-t", "(of words|images of lines)"]
}

export const plants = [
  {
    suite: "drawnPages",
    bug: "a link is followed whatever its scheme",
    package: "reader",
    file: "html/Followed.ts",
    from: "ContentRef.isSafeUrl(url) && whole.test(url)",
    to: "whole.test(url)"
  },
  {
    suite: "drawnPages",
    bug: "a quotation mark ends an attribute",
    package: "reader",
    file: "html/Html.ts",
    from: `'"': "&quot;",`,
    to: `'"': '"',`
  },
  {
    suite: "drawnPages",
    bug: "pages that are not to be found say so to nobody",
    package: "reader",
    file: "page/HeadHtml.ts",
    from: `meta("robots", head.isIndexed ? undefined : "noindex")`,
    to: `meta("robots", undefined)`
  },
  {
    suite: "policy",
    bug: "any script of the origin runs on a page",
    package: "reader",
    file: "answer/PagePolicy.ts",
    from: '["script-src", ThemeScript.hash, assets,',
    to: '["script-src", ThemeScript.hash, "\'self\'",'
  },
  {
    suite: "policy",
    bug: "a page that has changed has the validator that it had",
    package: "reader",
    file: "answer/Representation.ts",
    from: 'createHash("sha256").update(plain)',
    to: 'createHash("sha256").update(contentType)'
  },
  {
    suite: "readAddresses",
    bug: "browsers keep where an address led",
    package: "reader",
    file: "answer/SiteHeaders.ts",
    from: 'movedControl = { public: "no-cache", private: "private, no-cache"',
    to: 'movedControl = { public: "max-age=3600", private: "max-age=3600"'
  },
  {
    suite: "readVisitors",
    bug: "a visitor token stays in the address",
    package: "reader",
    file: "request/VisitorCookies.ts",
    from: 'pair !== "" && !isToken(pair)',
    to: 'pair !== ""'
  },
  {
    suite: "kept",
    bug: "a kept page is found whatever its conditions come to",
    package: "reader",
    file: "print/Kept.ts",
    from: "[each, outcomeOf(seen.conditions.valueOf(each))]",
    to: "[each]"
  },
  {
    suite: "samples",
    bug: "a value of a description ends the word of a command",
    package: "reader",
    file: "api/CurlSample.ts",
    from: 'text.replaceAll("\'",',
    to: 'text.replaceAll("\\0",'
  },
  {
    suite: "samples",
    bug: "a command reads a file that a description names",
    package: "reader",
    file: "api/SampleRequest.ts",
    from: "token.test(name)",
    to: 'name !== ""'
  },
  {
    suite: "operations",
    bug: "a schema is opened within itself",
    package: "reader",
    file: "api/SchemaHtml.ts",
    from: "place.rows.isSpent || names.some((name) => place.open.includes(name))",
    to: "place.rows.isSpent"
  },
  {
    suite: "descriptions",
    bug: "what is kept of a site outlives the description that it was made of",
    file: "publishing/publication/KnownSite.ts",
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
    file: "pdf/PrintWidths.ts",
    from: "Math.min(widestImage, w) / smallestText",
    to: "Math.min(12, w / 10)"
  }
]
