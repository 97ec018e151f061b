/** The tests that find bugs of what is encrypted and signed, and of what strangers write and program. */
export const suites = {
  signingKeys: ["test/src/engine/foundation/SigningKeys.", "-t", "on memory"],
  dumpedSecrets: ["test/src/erasure/Secrets."],
  sitesHost: ["test/src/published/SitesHost."],
  strangersScripts: ["test/src/contract/publicEndpoints.", "-t", "on memory.*(no token|redirect below)"],
  browserSessions: ["test/src/sso/Sessions."]
}

export const plants = [
  {
    suite: "dumpedSecrets",
    bug: "the keys that sign are stored as they are",
    file: "foundation/secret/SigningKeys.ts",
    from: "return yield* rows.insert({ id, sealed, signsFrom, endsAt: null })",
    to: "return yield* rows.insert({ id, sealed: `${sealed}.${secret}` as typeof sealed, signsFrom, endsAt: null })"
  },
  {
    suite: "signingKeys",
    bug: "a rotation that ends the earlier keys at once leaves them for a day",
    file: "foundation/secret/SigningKeys.ts",
    from: "atOnce ? now : now + limits.overlap",
    to: "now + limits.overlap"
  },
  {
    suite: "signingKeys",
    bug: "a new key signs before the other servers know it",
    file: "foundation/secret/SigningKeys.ts",
    from: "atOnce ? now : now + limits.delay",
    to: "now"
  },
  {
    suite: "signingKeys",
    bug: "a second rotation lets the first key live for another day",
    file: "foundation/secret/SigningKeys.ts",
    from: "Math.min(seen.value.endsAt ?? until, until)",
    to: "until"
  },
  {
    suite: "sitesHost",
    bug: "the API answers at the hostname of sites",
    package: "http",
    file: "publishing/reading/ReadingHttp.ts",
    from: '? "here" : "nowhere"',
    to: '? "here" : "here"'
  },
  {
    suite: "strangersScripts",
    bug: "a script is told the token of who calls it",
    package: "http",
    file: "integrations/request/PassedHeaders.ts",
    from: "if (!holdsOwnToken(value, signer)) headersForScript[name] = value",
    to: "headersForScript[name] = value"
  },
  {
    suite: "strangersScripts",
    bug: "a redirect of a script to two slashes leaves the server",
    package: "http",
    file: "integrations/request/PublicEndpointsHttp.ts",
    from: 'const path = text.replace(/^\\/+/, "/")',
    to: "const path = text"
  },
  {
    suite: "browserSessions",
    bug: "a frame of a page has the session of its reader",
    package: "http",
    file: "foundation/exchange/OwnPage.ts",
    from: 'dest === undefined || dest === "empty" || dest === "document"',
    to: "true"
  },
  {
    suite: "backupRefusals",
    bug: "a row of a backup that no store takes ends in a defect",
    file: "writing/backup/Restoring.ts",
    from: "yield* refusingRows(restored)",
    to: "yield* restored"
  }
]
