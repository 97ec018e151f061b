import { options } from "./Settings.ts"

const rows = Object.entries(options).map(([name, { says, value, variable }]) =>
  `  ${`--${name} ${value}`.padEnd(22)} ${variable.padEnd(20)} ${says}`.trimEnd()
)

/** The exit codes of the process; 75 is `EX_TEMPFAIL` of sysexits. */
export const exitCodes = { done: 0, failed: 1, misused: 2, tryAgain: 75, cut: 130 } as const

/** The text of `quire --help`. */
export const text = `quire: a documentation-platform engine behind /v1

  quire serve [--no-migrate]                  run the server; with --no-migrate only on a schema that is up to date
  quire migrate [--plan | --sql]              bring the database schema up to date, or say what that would run, or print
                                              it as SQL
  quire token create [--user EMAIL] [--label TEXT]   make an API token and print it once
  quire secrets rotate [--now]                replace the key that signs addresses and tokens, and encrypt with
                                              QUIRE_SECRET_KEY what another key has encrypted; code 1 when some is left;
                                              with --now what was signed before is refused at once, else after a day
  quire audit verify                          recompute the audit log's chains; code 1 when one is broken
  quire upkeep [--seconds NUMBER]             do what is due until nothing is, for a timer beside servers with --upkeep off;
                                              code 1 when something failed
  quire user export ID|ADDRESS [--to FILE]    write everything that is kept of a person as JSON
  quire user erase ID|ADDRESS --yes           erase a person for good: their id stays, and what they wrote
  quire blobs move --from WHERE --to WHERE [--remove]   copy files from one place to another, where they are not there
                                              yet; with --remove they are gone where they were
  quire blobs use WHERE [--force]             record that the files are in a place from now on, which must hold copies of
                                              them; with --force although it does not
  quire backup --to FILE [--incomplete]       write everything into one file, as it is at one moment, while servers run;
                                              with --incomplete also where files of people are missing or damaged
  quire restore FILE                          restore that into an empty folder or database, from and to any kind of store
  quire import FILE|FOLDER|URL --space ID [--source website|markdown|html|zip]   import content into a space
  quire import FILE|URL --to ID [--spec SLUG] [--layout operation|tag]   write the pages of an OpenAPI description into
                                              a space; again: a change request with what changed since
  quire export SPACE --to FOLDER|FILE.zip [--as-of TIME | --revision ID | --change-request ID]   write the content of
                                              a space as Markdown and files, which import reads back
  quire publish FOLDER|FILE [--title TITLE] [--site ID] [--org ID]   publish a folder as a site and print its address;
                                              again: the site's pages become those of the folder

Options, and the environment variables that stand in for them:
${rows.join("\n")}

Variables alone:
  QUIRE_BOOTSTRAP_TOKEN  the token that the first start makes (32 characters or more)
  QUIRE_MIGRATE          off: as --no-migrate (auto)
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
  NAME_FILE              a file that holds the value, where NAME is QUIRE_DATABASE_URL, QUIRE_DATABASE_REPLICA,
                         QUIRE_SECRET_KEY, QUIRE_SECRET_KEY_PREVIOUS, QUIRE_MAIL_URL, QUIRE_TRANSLATOR_KEY or a key of AWS
  OTEL_EXPORTER_OTLP_ENDPOINT  where traces go by OTLP over HTTP (none); with OTEL_EXPORTER_OTLP_HEADERS, _PROTOCOL,
                         OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES, OTEL_TRACES_SAMPLER and its _ARG

Exit codes:
  ${exitCodes.done}    it is done, or was stopped and has answered what was in flight
  ${exitCodes.failed}    it failed: the last line says why
  ${exitCodes.misused}    an option or variable cannot be understood
  ${exitCodes.tryAgain}   the embedded Postgres ended and could not be started again: start the server again
  ${exitCodes.cut}  a second signal cut it short
`
