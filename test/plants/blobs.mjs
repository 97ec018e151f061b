/** The tests that find bugs of files and where they lie. */
export const suites = {
  folder: ["packages/adapters/test/blob/FolderBlobStore."],
  bucket: ["packages/adapters/test/blob/S3BlobStore."],
  ranges: ["packages/reader/test/answer"],
  location: ["test/src/blobs/BlobLocation."]
}

export const plants = [
  {
    suite: "bucket",
    bug: "bytes that are put while they are removed from a bucket are lost",
    package: "adapters",
    file: "blob/S3BlobStore.ts",
    from: "const isClaimed = yield* isThere(claimOf(hash))",
    to: "const isClaimed = false"
  },
  {
    suite: "folder",
    bug: "a file that was torn counts as the whole one",
    package: "adapters",
    file: "blob/FolderFiles.ts",
    from: "if (seen?.size !== size) return false",
    to: "if (seen !== undefined) return true"
  },
  {
    suite: "ranges",
    bug: "the last bytes of a file are counted from its beginning",
    package: "reader",
    file: "answer/ByteRange.ts",
    from: "from: size - length, to: size",
    to: "from: 0, to: length"
  },
  {
    suite: "location",
    bug: "a store opens with another kind of place than the one that holds its files",
    file: "content/file/BlobLocation.ts",
    from: "if (recorded.kind !== place.kind) {",
    to: "if (recorded.kind === undefined) {"
  },
  {
    suite: "location",
    bug: "an empty folder is taken for the one that holds the files of the store",
    file: "content/file/BlobLocation.ts",
    from: "if (yield* isMarked(recorded)) return",
    to: "if (recorded.kind === place.kind) return"
  }
]
