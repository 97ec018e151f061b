import { Effect } from "effect"
import * as S3Client from "./S3Client.ts"

/** Objects per page. */
const most = 1000

/** An object, and the latest instant (epoch ms) at which it can have been written. Servers report whole seconds. */
export interface ListedObject {
  readonly name: string
  readonly at: number
}

/** The end of the second that a server reports, so that no object appears older than it is. */
export const instantOf = (time: string | null | undefined): number => {
  const modifiedAt = Date.parse(time ?? "")
  return Number.isNaN(modifiedAt) ? Number.POSITIVE_INFINITY : Math.floor(modifiedAt / 1000) * 1000 + 999
}

const valueOf = (text: string, tag: string): string | undefined =>
  new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(text)?.[1]

/** The names of objects below a folder, in order, after a given one. Keys contain no characters that XML escapes. */
export const page = Effect.fnUntraced(function* (options: S3Client.Options, folder: string, after: string) {
  const query = {
    "list-type": "2",
    "max-keys": String(most),
    prefix: folder,
    ...(after === "" ? {} : { "start-after": `${folder}${after}` })
  }
  const response = yield* S3Client.sendRequest(options, "GET", "", { query })
  const text = yield* Effect.promise(() => response.text())
  if (!text.includes("<ListBucketResult")) {
    return yield* new S3Client.S3Failed({ reason: "the server does not support listing objects", unavailable: false })
  }
  const listed = [...text.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, each = ""]): ListedObject => {
    const key = valueOf(each, "Key") ?? ""
    return { name: key.slice(folder.length), at: instantOf(valueOf(each, "LastModified")) }
  })
  return { listed, isLast: valueOf(text, "IsTruncated") !== "true" }
})
