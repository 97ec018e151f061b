import { Schema } from "effect"

/**
 * Why an archive was not unpacked; a closed set.
 *
 * - `malformed`: not a zip, damaged, or with sizes or checksums that do not match its data
 * - `encrypted`, `compression`: an entry needs a password, or a method other than store and deflate
 * - `name`: an entry's name leads outside, or contains characters that hide where it leads
 * - `duplicate`: two entries have the same name, or a file has the name of a folder
 * - `link`: an entry is a symbolic link or a device
 * - `overlap`: two entries share their data
 * - `entries`, `unpacked`, `ratio`: a limit would be exceeded
 */
export const Reason = Schema.Literals([
  "malformed",
  "encrypted",
  "compression",
  "name",
  "duplicate",
  "link",
  "overlap",
  "entries",
  "unpacked",
  "ratio"
])
export type Reason = typeof Reason.Type

const sentences: { readonly [R in Reason]: string } = {
  malformed: "the archive is damaged or is not a ZIP file",
  encrypted: "the archive is encrypted",
  compression: "the archive uses a compression method other than deflate",
  name: "the archive contains a name that is not a plain relative path",
  duplicate: "the archive contains the same name twice",
  link: "the archive contains a link or a device file",
  overlap: "the archive contains entries that share the same data",
  entries: "the archive contains too many entries",
  unpacked: "the archive is too large when unpacked",
  ratio: "the compression ratio of the archive is too high"
}

/** An archive was refused as a whole; nothing of it is used. The message never contains a name from the archive. */
export class ArchiveRefused extends Schema.TaggedError<ArchiveRefused>()("ArchiveRefused", { reason: Reason }) {
  get kind(): "limit" | "unprocessable" {
    return this.reason === "entries" || this.reason === "unpacked" || this.reason === "ratio"
      ? "limit"
      : "unprocessable"
  }
  override get message() {
    return sentences[this.reason]
  }
}
