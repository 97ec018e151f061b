/** The tests that find bugs of what is encrypted and signed. */
export const suites = {
  signingKeys: ["test/src/engine/foundation/SigningKeys.", "-t", "on memory"],
  dumpedSecrets: ["test/src/erasure/Secrets."]
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
  }
]
