/** The tests that find faults in blob stores and blob locations. */
export const suites = {
  folder: ["packages/adapters/test/blob/FolderBlobStore."],
  bucket: ["packages/adapters/test/blob/S3BlobStore."],
  ranges: ["packages/reader/test/answer"],
  location: ["test/src/blobs/BlobLocation."]
}

export const plants = [
  {
    suite: "bucket",
    bug: "a blob that is stored while it is being removed from a bucket is lost",
    package: "adapters",
    file: "blob/S3BlobStore.ts",
    from: "const isClaimed = yield* isThere(claimOf(hash))",
    to: "const isClaimed = false"
  },
  {
    suite: "folder",
    bug: "a truncated file counts as complete",
    package: "adapters",
    file: "blob/FolderBlobStore.ts",
    from: "if (seen?.size !== size) return false",
    to: "if (seen !== undefined) return true"
  },
  {
    suite: "ranges",
    bug: "a suffix range is read from the beginning of the file",
    package: "reader",
    file: "answer/ByteRange.ts",
    from: "from: size - length, to: size",
    to: "from: 0, to: length"
  },
  {
    suite: "location",
    bug: "a store opens with a blob location of another kind than the recorded one",
    file: "content/file/BlobLocation.ts",
    from: "if (recorded.kind !== place.kind) {",
    to: "if (recorded.kind === undefined) {"
  },
  {
    suite: "location",
    bug: "an empty folder is accepted as the recorded blob location",
    file: "content/file/BlobLocation.ts",
    from: "if (yield* isMarked(recorded)) return",
    to: "if (recorded.kind === place.kind) return"
  }
]
