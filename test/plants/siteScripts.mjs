/** The tests that find bugs of scripts that integrations embed in sites. */
export const suites = {
  siteScripts: ["test/src/engine/integrations/SiteScripts.", "-t", "on memory"],
  scriptedPages: ["test/src/published/SiteScripts.", "-t", "on memory"]
}

export const plants = [
  {
    suite: "siteScripts",
    bug: "an integration embeds a script that its scopes do not name",
    file: "integrations/embedded-script/EmbeddedScript.ts",
    from: "scopesOf(integration, installation).includes(`${kind}:script:inject`) && ",
    to: ""
  },
  {
    suite: "siteScripts",
    bug: "a script keeps its address when something else is configured",
    file: "integrations/embedded-script/EmbeddedScript.ts",
    from: "installation.id, place, versions]",
    to: "installation.id, place, versions.length]"
  },
  {
    suite: "scriptedPages",
    bug: "scripts of integrations run at the origin of the API",
    file: "publishing/publication/LoadedScripts.ts",
    from: 'site.scripts === undefined || _tag !== "Hostname" || ',
    to: "site.scripts === undefined || "
  },
  {
    suite: "scriptedPages",
    bug: "an integration decides whether its script has an origin of ours",
    package: "http",
    file: "integrations/embedded-script/EmbeddedScriptsHttp.ts",
    from: "`sandbox; frame-ancestors 'none', ${policy ?? \"default-src 'none'\"}`",
    to: "policy ?? \"default-src 'none'\""
  }
]
