/** The tests that find faults in signing keys, and in the isolation of scripts and sites. */
export const suites = {
  signingKeys: ["test/src/engine/foundation/SigningKeys.", "-t", "on memory"],
  dumpedSecrets: ["test/src/erasure/Secrets."],
  sitesHost: ["test/src/published/SitesHost."],
  strangersScripts: ["test/src/contract/publicEndpoints.", "-t", "(no token|redirects below)"],
  browserSessions: ["test/src/sso/Sessions."]
}

export const plants = [
  {
    suite: "dumpedSecrets",
    bug: "signing keys are stored unencrypted",
    file: "foundation/secret/SigningKeys.ts",
    from: "return yield* rows.tryInsert({ id, sealed, signsFrom, endsAt: null })",
    to: "return yield* rows.tryInsert({ id, sealed: `${sealed}.${secret}` as typeof sealed, signsFrom, endsAt: null })"
  },
  {
    suite: "signingKeys",
    bug: "an immediate key rotation keeps the previous keys valid for a day",
    file: "foundation/secret/SigningKeys.ts",
    from: "atOnce ? now : now + limits.overlap",
    to: "now + limits.overlap"
  },
  {
    suite: "signingKeys",
    bug: "a new key signs before other servers have loaded it",
    file: "foundation/secret/SigningKeys.ts",
    from: "atOnce ? now : now + limits.delay",
    to: "now"
  },
  {
    suite: "signingKeys",
    bug: "a second rotation keeps the first key valid for another day",
    file: "foundation/secret/SigningKeys.ts",
    from: "Math.min(seen.value.endsAt ?? until, until)",
    to: "until"
  },
  {
    suite: "sitesHost",
    bug: "the API is served on the hostname of sites",
    package: "http",
    file: "sites/reading/ReadingHttp.ts",
    from: '? "here" : "nowhere"',
    to: '? "here" : "here"'
  },
  {
    suite: "strangersScripts",
    bug: "a script receives the API token of its caller",
    package: "http",
    file: "integrations/request/PublicEndpointsHttp.ts",
    from: "if (!holdsOwnToken(value, signer)) headersForScript[name] = value",
    to: "headersForScript[name] = value"
  },
  {
    suite: "strangersScripts",
    bug: "a script can redirect to another server with a path of two slashes",
    package: "http",
    file: "integrations/request/PublicEndpointsHttp.ts",
    from: 'const path = text.replace(/^\\/+/, "/")',
    to: "const path = text"
  },
  {
    suite: "browserSessions",
    bug: "a framed page uses the session of its reader",
    package: "http",
    file: "foundation/exchange/OwnPage.ts",
    from: 'dest === undefined || dest === "empty" || dest === "document"',
    to: "true"
  },
  {
    suite: "backupRefusals",
    bug: "a backup row that no store accepts causes a defect instead of an error",
    file: "operations/backup/Restoring.ts",
    from: "yield* refusingRows(restored)",
    to: "yield* restored"
  }
]
