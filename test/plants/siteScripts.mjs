/** The tests that find faults in scripts that integrations embed in sites. */
export const suites = {
  siteScripts: ["test/src/engine/integrations/SiteScripts.", "-t", "on memory"],
  scriptedPages: ["test/src/published/SiteScripts.", "-t", "on memory"]
}

export const plants = [
  {
    suite: "siteScripts",
    bug: "an integration can embed a script without the scope for it",
    file: "integrations/embedded-script/EmbeddedScripts.ts",
    from: "scopesOf(integration, installation).includes(`${kind}:script:inject`) && ",
    to: ""
  },
  {
    suite: "siteScripts",
    bug: "an embedded script keeps its URL after its configuration changes",
    file: "integrations/embedded-script/EmbeddedScripts.ts",
    from: "installation.id, place, versions]",
    to: "installation.id, place, versions.length]"
  },
  {
    suite: "scriptedPages",
    bug: "scripts of integrations run on the origin of the API",
    file: "sites/publication/Publications.ts",
    from: 'site.scripts === undefined || _tag !== "Hostname" || ',
    to: "site.scripts === undefined || "
  },
  {
    suite: "scriptedPages",
    bug: "an integration's own policy replaces the sandbox of its script",
    package: "http",
    file: "integrations/embedded-script/EmbeddedScriptsHttp.ts",
    from: "`sandbox; frame-ancestors 'none', ${policy ?? \"default-src 'none'\"}`",
    to: "policy ?? \"default-src 'none'\""
  }
]
