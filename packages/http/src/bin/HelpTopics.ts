import type { Topic } from "./CommandLine.ts"
import { exitCodes } from "./ErrorReport.ts"
import * as SecretFiles from "./SecretFiles.ts"

const table = (rows: { readonly [name: string]: string }): string => {
  const width = Math.max(...Object.keys(rows).map((name) => name.length))
  return Object.entries(rows)
    .map(([name, text]) => `  ${name.padEnd(width)}  ${text}`)
    .join("\n")
}

const variables = {
  QUIRE_BOOTSTRAP_TOKEN: "token that the first start makes, of 32 characters or more",
  QUIRE_MIGRATE: "off: as --no-migrate (default: auto)",
  QUIRE_SECRET_KEY: "key that encrypts secrets in the database, of 32 characters or more; keep it",
  QUIRE_SECRET_KEY_PREVIOUS: "the key before it, until quire secrets rotate is done",
  AWS_ACCESS_KEY_ID: "key of the bucket of --blobs; also AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN",
  AWS_REGION: "region of the bucket",
  AWS_ENDPOINT_URL_S3: "server of the bucket",
  QUIRE_CORS_ORIGINS: "origins of browser pages that may call the API, comma-separated",
  QUIRE_FETCH_ALLOW: "host or host:port that may be fetched although not public, comma-separated",
  QUIRE_DNS_SERVERS: "DNS servers that verify hostnames of sites (default: the system's)",
  QUIRE_TRANSLATOR_URL: "a LibreTranslate server, a chat endpoint, or pseudo",
  QUIRE_TRANSLATOR_MODEL: "model of the chat endpoint",
  QUIRE_TRANSLATOR_KEY: "key of the translator",
  QUIRE_PDF_MEMORY_MB: "memory of the process that prints a PDF (default: 2560)",
  QUIRE_PDF_SECONDS: "how long one PDF may take (default: 120)",
  OTEL_EXPORTER_OTLP_ENDPOINT: "where traces are sent by OTLP over HTTP; other OTEL_ variables apply"
}

const files = SecretFiles.variables.map((name) => `  ${name}_FILE`).join("\n")

/** Pages of help that are no commands. */
export const topics: ReadonlyArray<Topic> = [
  {
    name: "environment",
    summary: "Environment variables",
    text: `Each option that help shows with a $NAME has that environment variable. These have no option:

${table(variables)}

Secrets can be read from files, which these variables name:

${files}`
  },
  {
    name: "exit-codes",
    summary: "Exit codes",
    text: table({
      [exitCodes.done]: "done, or stopped after requests in flight were answered",
      [exitCodes.failed]: "failed: the last line says why",
      [exitCodes.misused]: "an option or variable is invalid",
      [exitCodes.tryAgain]: "the embedded Postgres ended and could not be restarted: start the server again",
      [exitCodes.cut]: "a second signal ended the process"
    })
  }
]
