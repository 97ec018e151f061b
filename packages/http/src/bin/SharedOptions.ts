/** Milliseconds; load balancers that poll `/readyz` less often need more. */
export const graceByDefault = 300

/** The headings of the shared options. */
export const groups = {
  server: "Server options:",
  address: "Address options:",
  store: "Store options:",
  files: "File options:",
  mail: "Email options:"
} as const
export type Group = keyof typeof groups

/** An option that every command accepts, so that commands and servers can share their settings. */
export interface SharedOption {
  readonly group: Group
  /** The environment variable that stands in for it. */
  readonly variable: string
  /** Name of its value in help. */
  readonly value: string
  readonly says: string
  /** Default value as shown in help. */
  readonly standard?: string
  readonly isRepeatable?: true
}

export const sharedOptions = {
  port: {
    group: "address",
    variable: "QUIRE_PORT",
    value: "number",
    says: "port to listen on, or 0 for any free port",
    standard: "4100"
  },
  host: {
    group: "address",
    variable: "QUIRE_HOST",
    value: "address",
    says: "address to listen on",
    standard: "127.0.0.1"
  },
  "base-url": {
    group: "address",
    variable: "QUIRE_BASE_URL",
    value: "url",
    says: "public URL of the server",
    standard: "http://HOST:PORT"
  },
  "sites-url": {
    group: "address",
    variable: "QUIRE_SITES_URL",
    value: "url",
    says: "public URL of sites, with another hostname than the base URL",
    standard: "the base URL"
  },
  "app-url": {
    group: "address",
    variable: "QUIRE_APP_URL",
    value: "url",
    says: "URL that urls.app begins with",
    standard: "the base URL with /app"
  },
  "admin-port": {
    group: "server",
    variable: "QUIRE_ADMIN_PORT",
    value: "number",
    says: "separate port for /metrics, /healthz and /readyz, or 0 for any free port",
    standard: "none"
  },
  "admin-host": {
    group: "server",
    variable: "QUIRE_ADMIN_HOST",
    value: "address",
    says: "address of the admin port",
    standard: "127.0.0.1"
  },
  log: {
    group: "server",
    variable: "QUIRE_LOG",
    value: "format",
    says: "format of log lines on standard error: json or text",
    standard: "json"
  },
  "rate-limit": {
    group: "server",
    variable: "QUIRE_RATE_LIMIT",
    value: "number",
    says: "requests per minute and user, or off",
    standard: "6000"
  },
  "trusted-proxies": {
    group: "server",
    variable: "QUIRE_TRUSTED_PROXIES",
    value: "list",
    says: "addresses and networks of proxies whose X-Forwarded-For is trusted",
    standard: "none"
  },
  grace: {
    group: "server",
    variable: "QUIRE_GRACE",
    value: "milliseconds",
    says: "how long a stopping server keeps listening after /readyz fails",
    standard: `${graceByDefault}`
  },
  "bootstrap-token-file": {
    group: "server",
    variable: "QUIRE_BOOTSTRAP_TOKEN_FILE",
    value: "file",
    says: "file to write the first token to or read it from; - prints it"
  },
  upkeep: {
    group: "server",
    variable: "QUIRE_UPKEEP",
    value: "mode",
    says: "auto, or off if quire upkeep runs on a schedule",
    standard: "auto"
  },
  "org-creation": {
    group: "server",
    variable: "QUIRE_ORG_CREATION",
    value: "who",
    says: "who may create organizations: anyone or operators",
    standard: "anyone"
  },
  store: {
    group: "store",
    variable: "QUIRE_STORE",
    value: "kind",
    says: "embedded, memory or postgres",
    standard: "embedded"
  },
  data: {
    group: "store",
    variable: "QUIRE_DATA",
    value: "folder",
    says: "folder of the embedded store",
    standard: ".quire"
  },
  "database-url": {
    group: "store",
    variable: "QUIRE_DATABASE_URL",
    value: "url",
    says: "URL of a Postgres database; implies --store postgres"
  },
  "database-pooler": {
    group: "store",
    variable: "QUIRE_DATABASE_POOLER",
    value: "mode",
    says: "transaction behind PgBouncer in transaction mode, otherwise session",
    standard: "session"
  },
  "database-schema": {
    group: "store",
    variable: "QUIRE_DATABASE_SCHEMA",
    value: "name",
    says: "database schema that holds all tables",
    standard: "quire"
  },
  "database-wait": {
    group: "server",
    variable: "QUIRE_DATABASE_WAIT",
    value: "seconds",
    says: "how long to wait at startup for a database that does not respond",
    standard: "60"
  },
  "database-replica": {
    group: "server",
    variable: "QUIRE_DATABASE_REPLICA",
    value: "url",
    says: "URL of a replica for read-only requests; can be repeated, or comma-separated in the variable",
    isRepeatable: true
  },
  "database-staleness": {
    group: "server",
    variable: "QUIRE_DATABASE_STALENESS",
    value: "milliseconds",
    says: "maximum staleness of published sites on a replica",
    standard: "2000"
  },
  blobs: {
    group: "files",
    variable: "QUIRE_BLOBS",
    value: "where",
    says: "storage location of files: store, folder:PATH or s3://BUCKET/PREFIX",
    standard: "store"
  },
  "mail-url": {
    group: "mail",
    variable: "QUIRE_MAIL_URL",
    value: "url",
    says: "smtp:// or smtps:// URL of the mail server"
  },
  "mail-from": {
    group: "mail",
    variable: "QUIRE_MAIL_FROM",
    value: "address",
    says: "sender: an address or Name <address>"
  },
  "mail-folder": {
    group: "mail",
    variable: "QUIRE_MAIL_FOLDER",
    value: "folder",
    says: "folder to write emails to instead",
    standard: "outbox in the folder of the embedded store"
  },
  "mail-off": {
    group: "mail",
    variable: "QUIRE_MAIL_OFF",
    value: "kinds",
    says: "emails not to send: all, invitation, sign-in or webhook"
  }
} as const satisfies Readonly<Record<string, SharedOption>>

export type OptionName = keyof typeof sharedOptions
