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
  QUIRE_BOOTSTRAP_TOKEN: "token that the first start creates, of 32 characters or more",
  QUIRE_MIGRATE: "auto, or off for the same as --no-migrate (default: auto)",
  QUIRE_SECRET_KEY: "key that encrypts secrets in the database, of 32 characters or more; do not lose it",
  QUIRE_SECRET_KEY_PREVIOUS: "previous key, required until quire secrets rotate has finished",
  AWS_ACCESS_KEY_ID: "access key for the bucket of --blobs; also AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN",
  AWS_REGION: "region of the bucket",
  AWS_ENDPOINT_URL_S3: "S3 endpoint of the bucket",
  QUIRE_CORS_ORIGINS: "origins of web pages that may call the API, comma-separated",
  QUIRE_FETCH_ALLOW: "non-public hosts (host or host:port) that may be fetched, comma-separated",
  QUIRE_DNS_SERVERS: "DNS servers that verify hostnames of sites (default: those of the system)",
  QUIRE_TRANSLATOR_URL: "URL of a LibreTranslate server or a chat endpoint, or pseudo",
  QUIRE_TRANSLATOR_MODEL: "model of the chat endpoint",
  QUIRE_TRANSLATOR_KEY: "API key of the translator",
  QUIRE_PDF_MEMORY_MB: "memory limit in MB of the process that prints a PDF (default: 2560)",
  QUIRE_PDF_SECONDS: "time limit in seconds for one PDF (default: 120)",
  OTEL_EXPORTER_OTLP_ENDPOINT: "OTLP over HTTP endpoint for traces; other OTEL_ variables apply"
}

const files = SecretFiles.variables.map((name) => `  ${name}_FILE`).join("\n")

/** Help topics that are not commands. */
export const topics: ReadonlyArray<Topic> = [
  {
    name: "environment",
    summary: "Environment variables",
    text: `An option that help shows with a $NAME can also be set with that environment variable. These variables have no option:

${table(variables)}

Secrets can be read from files. These variables set their paths:

${files}`
  },
  {
    name: "exit-codes",
    summary: "Exit codes",
    text: table({
      [exitCodes.done]: "success, or stopped after all requests in flight completed",
      [exitCodes.failed]: "failure; the last line of output gives the reason",
      [exitCodes.misused]: "invalid option or environment variable",
      [exitCodes.tryAgain]: "the embedded Postgres stopped and could not be restarted; start the server again",
      [exitCodes.cut]: "terminated by a second signal"
    })
  }
]
