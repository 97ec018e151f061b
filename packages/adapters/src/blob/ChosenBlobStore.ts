import { resolve } from "node:path"
import { type BlobLocation, BlobStore } from "@quire/core"
import { Effect, Layer, Redacted } from "effect"
import { BlobsUnusable } from "./BlobsUnusable.ts"
import * as FolderBlobStore from "./FolderBlobStore.ts"
import * as OwnBlobStore from "./OwnBlobStore.ts"
import * as S3BlobStore from "./S3BlobStore.ts"

/** A bucket of any S3-compatible server. */
export interface Bucket {
  readonly kind: "s3"
  readonly bucket: string
  /** Prefix of all object keys, ending with a slash; none when absent. */
  readonly prefix?: string | undefined
  /** `us-east-1` when absent. */
  readonly region?: string | undefined
  /** The endpoint URL; Amazon's when absent. */
  readonly endpoint?: string | undefined
  /**
   * Whether the bucket name is part of the URL path rather than of the host name. Defaults to true when an endpoint is
   * set.
   */
  readonly pathStyle?: boolean | undefined
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string | undefined
  /**
   * Whether downloads are redirected to the server with signed URLs that are valid for one minute (rule file-redirect).
   */
  readonly redirects?: boolean | undefined
}

/** Where file contents are stored. */
export type Choice =
  /** In the row store, together with all other data. */
  | { readonly kind: "store" }
  | { readonly kind: "folder"; readonly directory: string }
  | Bucket
  /** In a blob store of the host application. */
  | { readonly kind: "own"; readonly store: OwnBlobStore.OwnBlobs }

/** A location as an operator writes it, without credentials. */
export const placeOf = (choice: Choice): BlobLocation.BlobPlace => {
  const { kind } = choice
  switch (kind) {
    case "store":
      return { kind, name: "store" }
    case "folder":
      return { kind, name: `folder:${resolve(choice.directory)}` }
    case "own":
      return { kind, name: "the host's own place of files" }
    case "s3":
      return { kind, name: `s3://${choice.bucket}/${(choice.prefix ?? "").replace(/\/$/, "")}` }
  }
}

const isBucket = (name: string): boolean => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name)
const isPrefix = (prefix: string): boolean => /^([A-Za-z0-9_-][A-Za-z0-9._-]*\/)*$/.test(prefix) && prefix.length <= 500
const isRegion = (region: string): boolean => /^[a-z0-9-]{1,40}$/.test(region)

const isEndpoint = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { hash, password, protocol, search, username } = new URL(text)
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === ""
}

/** The first setting of a bucket that is invalid; undefined when all are valid. */
export const faultOf = (given: Bucket): { readonly field: keyof Bucket; readonly rule: string } | undefined => {
  const { accessKeyId, bucket, endpoint, prefix = "", region, secretAccessKey } = given
  if (!isBucket(bucket)) {
    return { field: "bucket", rule: "must be 3 to 63 lowercase letters, digits, dots or hyphens" }
  }
  if (!isPrefix(prefix)) {
    return {
      field: "prefix",
      rule: "must be path segments of letters, digits, dots, underscores and hyphens, each followed by a slash"
    }
  }
  if (region !== undefined && !isRegion(region))
    return { field: "region", rule: "must be a region name such as eu-central-1" }
  if (endpoint !== undefined && !isEndpoint(endpoint)) {
    return { field: "endpoint", rule: "must be an http or https URL without credentials or a query" }
  }
  if (accessKeyId === "") return { field: "accessKeyId", rule: "must not be empty" }
  return secretAccessKey === "" ? { field: "secretAccessKey", rule: "must not be empty" } : undefined
}

const redact = (text: string | undefined) => (text === undefined ? undefined : Redacted.make(text))

const bucketLayer = (given: Bucket): Layer.Layer<BlobStore.BlobStore, BlobsUnusable> => {
  const fault = faultOf(given)
  return fault === undefined
    ? S3BlobStore.layer({
        ...given,
        secretAccessKey: Redacted.make(given.secretAccessKey),
        sessionToken: redact(given.sessionToken)
      })
    : Layer.effect(
        BlobStore.BlobStore,
        Effect.fail(new BlobsUnusable({ where: "a bucket", reason: `${fault.field} ${fault.rule}` }))
      )
}

/** A blob store other than the row store. */
export const layerOutsideStore = (
  choice: Exclude<Choice, { readonly kind: "store" }>
): Layer.Layer<BlobStore.BlobStore, BlobsUnusable> => {
  switch (choice.kind) {
    case "folder":
      return FolderBlobStore.layer(choice)
    case "own":
      return OwnBlobStore.layer(choice.store)
    case "s3":
      return bucketLayer(choice)
  }
}

/** The blob store of the row store, or another one that replaces it (rule blob-checked). */
export const layer = (choice: Choice): Layer.Layer<BlobStore.BlobStore, BlobsUnusable, BlobStore.BlobStore> =>
  choice.kind === "store" ? Layer.effect(BlobStore.BlobStore, BlobStore.BlobStore) : layerOutsideStore(choice)
