/** The tests that find faults in the page blocks of integrations. */
export const suites = {
  staticForms: ["packages/core/test/integrations/page-block/StaticForm."],
  urlPatterns: ["packages/core/test/integrations/integration/UrlPattern."],
  drawnElements: ["packages/reader/test/document/IntegrationHtml."],
  pageBlocks: ["test/src/published/PageBlocks.", "-t", "on memory"]
}

export const plants = [
  {
    suite: "staticForms",
    bug: "a disabled button is rendered as a working link",
    file: "integrations/page-block/StaticForm.ts",
    from: "const url = disabled === true ? undefined : pressedBy(onPress)",
    to: "const url = pressedBy(onPress)"
  },
  {
    suite: "urlPatterns",
    bug: "a wildcard in the host of a URL pattern also matches the path",
    file: "integrations/integration/UrlPattern.ts",
    from: "!fits(host, domain.toLowerCase())",
    to: "!fits(`${host}${rest}`, `${domain.toLowerCase()}*`)"
  },
  {
    suite: "drawnElements",
    bug: "frames of every origin are shown",
    package: "reader",
    file: "document/IntegrationHtml.ts",
    from: "if (!drawing.frames.has(origin))",
    to: 'if (origin === "")'
  },
  {
    suite: "pageBlocks",
    bug: "a block drawn by a previous version of its integration is served from the cache",
    file: "integrations/page-block/BlockDrawing.ts",
    from: "CanonicalJson.stringify([space, integration, version, installation,",
    to: "CanonicalJson.stringify([space, integration, installation,"
  }
]
