import { ChosenBlobStore } from "@quire/adapters"
import { Redacted } from "effect"
import { type NamedValue, refuse } from "./UsageError.ts"

/** Where file contents are stored. */
export type BlobSettings =
  | { readonly _tag: "Store" }
  | { readonly _tag: "Folder"; readonly directory: string }
  | { readonly _tag: "Bucket"; readonly bucket: Redacted.Redacted<ChosenBlobStore.Bucket> }

type Environment = { readonly [variable: string]: string | undefined }

const forms = "store, folder:PATH or s3://BUCKET/PREFIX"

const flags: { readonly [parameter: string]: { readonly [value: string]: boolean } } = {
  style: { path: true, host: false },
  redirects: { on: true, off: false }
}

const known = new Set(["region", "endpoint", ...Object.keys(flags)])

/** The names of the fields as operators set them. */
const named: { readonly [field: string]: string } = {
  accessKeyId: "AWS_ACCESS_KEY_ID",
  secretAccessKey: "AWS_SECRET_ACCESS_KEY"
}

const parseFlag = (name: string, parameter: string, text: string | null): boolean | undefined => {
  if (text === null) return undefined
  const values = flags[parameter] ?? {}
  return values[text] ?? refuse(`${name}: ${parameter} must be ${Object.keys(values).join(" or ")}, not "${text}"`)
}

const parseBucket = ({ name, text }: NamedValue, environment: Environment): BlobSettings => {
  if (!URL.canParse(text)) return refuse(`${name} must be ${forms}`)
  const { hostname, password, pathname, searchParams, username } = new URL(text)
  if (`${username}${password}` !== "") {
    return refuse(`${name} must not contain credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`)
  }
  for (const parameter of searchParams.keys()) {
    if (!known.has(parameter))
      refuse(`${name} has an unknown parameter "${parameter}"; supported are ${[...known].join(", ")}`)
  }
  const variable = (...names: ReadonlyArray<string>) =>
    names.map((each) => environment[each] || undefined).find(Boolean)
  const path = pathname.replace(/^\//, "")
  const bucket: ChosenBlobStore.Bucket = {
    kind: "s3",
    bucket: hostname,
    prefix: path === "" || path.endsWith("/") ? path : `${path}/`,
    region: searchParams.get("region") ?? variable("AWS_REGION", "AWS_DEFAULT_REGION"),
    endpoint: searchParams.get("endpoint") ?? variable("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"),
    pathStyle: parseFlag(name, "style", searchParams.get("style")),
    redirects: parseFlag(name, "redirects", searchParams.get("redirects")),
    accessKeyId: variable("AWS_ACCESS_KEY_ID") ?? "",
    secretAccessKey: variable("AWS_SECRET_ACCESS_KEY") ?? "",
    sessionToken: variable("AWS_SESSION_TOKEN")
  }
  const fault = ChosenBlobStore.faultOf(bucket)
  if (fault === undefined) return { _tag: "Bucket", bucket: Redacted.make(bucket) }
  const field = named[fault.field]
  return refuse(field === undefined ? `${name}: the ${fault.field} ${fault.rule}` : `${name} requires ${field}`)
}

/** Parses a file location. The URL of a bucket has no credentials; they are separate variables. */
export const parse = (given: NamedValue | undefined, environment: Environment): BlobSettings => {
  if (given === undefined || given.text === "store") return { _tag: "Store" }
  const { name, text } = given
  if (text.startsWith("s3:")) return parseBucket(given, environment)
  const [, directory = ""] = /^folder:(.+)$/.exec(text) ?? []
  return directory === "" ? refuse(`${name} must be ${forms}, not "${text}"`) : { _tag: "Folder", directory }
}

/** Source and target of a move of files. */
export interface Move {
  readonly from: BlobSettings
  readonly to: BlobSettings
}

/** Parses the source and target of a move. */
export const parseMove = (from: string, to: string, environment: Environment): Move => {
  if (from === to) return refuse("--from and --to must be different")
  return {
    from: parse({ name: "--from", text: from }, environment),
    to: parse({ name: "--to", text: to }, environment)
  }
}

/** Converts the settings to the option of the engine. */
export const choiceOf = (settings: BlobSettings): ChosenBlobStore.Choice => {
  switch (settings._tag) {
    case "Store":
      return { kind: "store" }
    case "Folder":
      return { kind: "folder", directory: settings.directory }
    case "Bucket":
      return Redacted.value(settings.bucket)
  }
}
