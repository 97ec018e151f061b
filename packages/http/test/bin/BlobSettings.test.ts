import { assert, describe, it } from "@effect/vitest"
import type { ChosenBlobStore } from "@quire/adapters"
import * as BlobSettings from "../../src/bin/BlobSettings.ts"

const keys = { AWS_ACCESS_KEY_ID: "key", AWS_SECRET_ACCESS_KEY: "very-secret" }

const choice = (text: string | undefined, environment: Readonly<Record<string, string>> = keys) =>
  BlobSettings.choiceOf(BlobSettings.parse(text === undefined ? undefined : { name: "--blobs", text }, environment))

const bucket: ChosenBlobStore.Bucket = {
  kind: "s3",
  bucket: "docs",
  prefix: "",
  region: undefined,
  endpoint: undefined,
  pathStyle: undefined,
  redirects: undefined,
  accessKeyId: "key",
  secretAccessKey: "very-secret",
  sessionToken: undefined
}

describe("the setting for the location of files (rule blob-places)", () => {
  it("selects the store, a folder or a bucket", () => {
    assert.deepStrictEqual(choice(undefined), { kind: "store" })
    assert.deepStrictEqual(choice("store"), { kind: "store" })
    assert.deepStrictEqual(choice("folder:/srv/files"), { kind: "folder", directory: "/srv/files" })
    assert.deepStrictEqual(choice("s3://docs"), bucket)
    assert.deepStrictEqual(choice("s3://docs/a/b"), { ...bucket, prefix: "a/b/" })
  })

  it("configures a bucket by the standard variables, or by its address instead", () => {
    const variables = { ...keys, AWS_SESSION_TOKEN: "t", AWS_REGION: "r-1", AWS_ENDPOINT_URL_S3: "http://m:9000" }
    const said = { ...bucket, sessionToken: "t", region: "r-1", endpoint: "http://m:9000" }
    assert.deepStrictEqual(choice("s3://docs", variables), said)
    assert.deepStrictEqual(
      choice("s3://docs/?region=eu-1&endpoint=https://s3.example.com&style=host&redirects=on", variables),
      { ...said, region: "eu-1", endpoint: "https://s3.example.com", pathStyle: false, redirects: true }
    )
  })

  const wrong: ReadonlyArray<readonly [string, Readonly<Record<string, string>>, RegExp]> = [
    ["disk", keys, /^--blobs must be store, folder:PATH or s3:\/\/BUCKET\/PREFIX, not "disk"$/],
    ["folder:", keys, /^--blobs must be store/],
    ["s3://", keys, /^--blobs must be|the bucket must be/],
    ["s3://a", keys, /^--blobs: the bucket must be 3 to 63/],
    ["s3://docs/a b", keys, /^--blobs: the prefix must be path segments/],
    ["s3://docs/../b", { ...keys, AWS_ENDPOINT_URL: "ftp://x" }, /^--blobs: the endpoint must be an http or https URL/],
    ["s3://docs?region=EU%20west", keys, /^--blobs: the region must be a region name/],
    ["s3://docs?style=virtual", keys, /^--blobs: style must be path or host, not "virtual"$/],
    ["s3://docs?regoin=x", keys, /^--blobs has an unknown parameter "regoin"/],
    ["s3://key:very-secret@docs", keys, /^--blobs must not contain credentials; set AWS_ACCESS_KEY_ID/],
    ["s3://docs", { AWS_SECRET_ACCESS_KEY: "very-secret" }, /^--blobs requires AWS_ACCESS_KEY_ID$/],
    ["s3://docs", { AWS_ACCESS_KEY_ID: "key" }, /^--blobs requires AWS_SECRET_ACCESS_KEY$/]
  ]

  it.each(wrong)("rejects a wrong value by name: %s", (text, environment, message) => {
    let reported = ""
    try {
      choice(text, environment)
    } catch (error) {
      reported = error instanceof Error ? error.message : String(error)
    }
    assert.match(reported, message)
    assert.notInclude(reported, "very-secret")
  })

  it("never reveals a key", () => {
    const settings = BlobSettings.parse({ name: "--blobs", text: "s3://docs" }, keys)
    assert.notInclude(JSON.stringify(settings), "very-secret")
  })
})
