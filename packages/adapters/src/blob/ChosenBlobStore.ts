import { resolve } from "node:path"
import { type BlobLocation, BlobStore } from "@quire/core"
import { Effect, Layer, Redacted } from "effect"
import { BlobsUnusable } from "./BlobsUnusable.ts"
import * as FolderBlobStore from "./FolderBlobStore.ts"
import * as OwnBlobStore from "./OwnBlobStore.ts"
import * as S3BlobStore from "./S3BlobStore.ts"

/** A bucket of any server that speaks the protocol of S3. */
export interface Bucket {
  readonly kind: "s3"
  readonly bucket: string
  /** What the keys of all objects begin with, a slash at its end; nothing when absent. */
  readonly prefix?: string | undefined
  /** `us-east-1` when absent. */
  readonly region?: string | undefined
  /** The address of the server; Amazon's when absent. */
  readonly endpoint?: string | undefined
  /** Whether the bucket is in the path of addresses and not in their host: by default where there is an endpoint. */
  readonly pathStyle?: boolean | undefined
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string | undefined
  /** Whether downloads are sent to the server by signed addresses that open for a minute (rule file-redirect). */
  readonly redirects?: boolean | undefined
}

/** Where the bytes of files lie. */
export type Choice =
  /** In the store, with everything else. */
  | { readonly kind: "store" }
  | { readonly kind: "folder"; readonly directory: string }
  | Bucket
  /** Where the host keeps them itself. */
  | { readonly kind: "own"; readonly store: OwnBlobStore.OwnBlobs }

/** A place as an operator writes it, without credentials. */
export const placeOf = (choice: Choice): BlobLocation.BlobPlace => {
  const { kind } = choice
  switch (kind) {
    case "store":
      return { kind, name: "store" }
    case "folder":
      return { kind, name: `folder:${resolve(choice.directory)}` }
    case "own":
      return { kind, name: "the blob store of the host application" }
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

/** The first rule that a bucket breaks; undefined where it breaks none. */
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

/** A place besides the store. */
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

/** The files of the store, or those of another place in their stead (rule blob-checked). */
export const layer = (choice: Choice): Layer.Layer<BlobStore.BlobStore, BlobsUnusable, BlobStore.BlobStore> =>
  choice.kind === "store" ? Layer.effect(BlobStore.BlobStore, BlobStore.BlobStore) : layerOutsideStore(choice)
