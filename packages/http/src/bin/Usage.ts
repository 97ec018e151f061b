import { options } from "./Settings.ts"

const rows = Object.entries(options).map(([name, { says, value, variable }]) =>
  `  ${`--${name} ${value}`.padEnd(22)} ${variable.padEnd(20)} ${says}`.trimEnd()
)

/** The exit codes of the process; 75 is `EX_TEMPFAIL` of sysexits. */
export const exitCodes = { done: 0, failed: 1, misused: 2, tryAgain: 75, cut: 130 } as const

/** The text of `quire --help`. */
export const text = `quire: a documentation-platform engine behind /v1

  quire serve                                 run the server
  quire migrate [--plan]                      bring the database schema up to date, or say what that would run
  quire token create [--user EMAIL] [--label TEXT]   make an API token and print it once
  quire secrets rotate                        seal with QUIRE_SECRET_KEY what another key has sealed; code 1 when some is left
  quire audit verify                          recompute the audit log's chains; code 1 when one is broken
  quire blobs move --from WHERE --to WHERE [--remove]   copy files from one place to another, where they are not there
                                              yet; with --remove they are gone where they were
  quire import FILE|FOLDER|URL --space ID [--source website|markdown|html|zip]   import content into a space
  quire import FILE|URL --to ID [--spec SLUG] [--layout operation|tag]   write the pages of an OpenAPI description into
                                              a space; again: a change request with what changed since
  quire publish FOLDER|FILE [--title TITLE] [--site ID] [--org ID]   publish a folder as a site and print its address;
                                              again: the site's pages become those of the folder

Options, and the environment variables that stand in for them:
${rows.join("\n")}

Variables alone:
  QUIRE_BOOTSTRAP_TOKEN  the token that the first start makes (32 characters or more)
  QUIRE_SECRET_KEY       keeps invite links and waiting letters unreadable to whoever has the database alone
                         (32 characters or more; keep it: without it they cannot be opened again)
  QUIRE_SECRET_KEY_PREVIOUS  the key before it, which opens what it has sealed until quire secrets rotate is done
  AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN   the keys of a bucket of --blobs
  AWS_REGION, AWS_ENDPOINT_URL_S3   its region and its server, which s3://BUCKET/PREFIX?region=…&endpoint=… say too
  QUIRE_CORS_ORIGINS     origins of browser pages that may call, comma-separated
  QUIRE_FETCH_ALLOW      host or host:port that imports may fetch from although not public, comma-separated
  QUIRE_DNS_SERVERS      addresses of DNS servers that verify hostnames of sites, comma-separated (the system's)
  QUIRE_TRANSLATOR_URL   a LibreTranslate server, or with a model the address of a chat endpoint, or pseudo (none)
  QUIRE_TRANSLATOR_MODEL  the model that a chat endpoint is asked for
  QUIRE_TRANSLATOR_KEY   the key of the translator
  QUIRE_PDF_MEMORY_MB    memory of the process that prints a PDF, in megabytes (2560; each sheet takes 2 to 3)
  QUIRE_PDF_SECONDS      how long one PDF may take (120)
  OTEL_EXPORTER_OTLP_ENDPOINT  where traces go by OTLP over HTTP (none); with OTEL_EXPORTER_OTLP_HEADERS, _PROTOCOL,
                         OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES, OTEL_TRACES_SAMPLER and its _ARG

Exit codes:
  ${exitCodes.done}    it is done, or was stopped and has answered what was in flight
  ${exitCodes.failed}    it failed: the last line says why
  ${exitCodes.misused}    an option or variable cannot be understood
  ${exitCodes.tryAgain}   the embedded Postgres ended and could not be started again: start the server again
  ${exitCodes.cut}  a second signal cut it short
`
