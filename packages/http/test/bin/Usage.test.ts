import { assert, it } from "@effect/vitest"
import { text } from "../../src/bin/Usage.ts"

const options = [
  "port",
  "host",
  "admin-port",
  "admin-host",
  "store",
  "data",
  "database-url",
  "database-pooler",
  "database-schema",
  "database-replica",
  "database-staleness",
  "blobs",
  "base-url",
  "sites-url",
  "app-url",
  "rate-limit",
  "trusted-proxies",
  "grace",
  "bootstrap-token-file",
  "upkeep",
  "org-creation",
  "mail-url",
  "mail-from",
  "mail-folder",
  "mail-off"
]

it("lists every command, option and variable in the usage", () => {
  for (const name of options) {
    assert.match(text, new RegExp(`^  --${name} [A-Z]+ +QUIRE_${name.toUpperCase().replaceAll("-", "_")} +\\S`, "m"))
  }
  assert.deepStrictEqual(
    [...text.matchAll(/^ {2}--(\S+)/gm)].map(([, name]) => name),
    options
  )
  for (const own of [
    "--no-migrate",
    "--plan",
    "--sql",
    "--user",
    "--label",
    "--space",
    "--source",
    "--as-of",
    "--revision",
    "--change-request",
    "--to FOLDER",
    "--to FILE",
    "--title",
    "--site",
    "--org",
    "QUIRE_BOOTSTRAP_TOKEN ",
    "QUIRE_MIGRATE",
    "NAME_FILE",
    "QUIRE_SECRET_KEY ",
    "QUIRE_SECRET_KEY_PREVIOUS",
    "QUIRE_CORS_ORIGINS",
    "QUIRE_FETCH_ALLOW",
    "QUIRE_DNS_SERVERS",
    "QUIRE_TRANSLATOR_URL",
    "QUIRE_TRANSLATOR_MODEL",
    "QUIRE_TRANSLATOR_KEY",
    "QUIRE_PDF_MEMORY_MB",
    "QUIRE_PDF_SECONDS",
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "\n  75   the embedded Postgres"
  ])
    assert.include(text, own)
  for (const command of [
    "serve",
    "migrate",
    "token create",
    "secrets rotate",
    "audit verify",
    "upkeep",
    "blobs move",
    "user export",
    "user erase",
    "backup",
    "restore",
    "import",
    "export",
    "publish"
  ])
    assert.include(text, `quire ${command}`)
})
