import { Context, type Stream } from "effect"
import type { BackupDamaged } from "./BackupErrors.ts"

/**
 * Converts the text of a backup to the bytes of a file, piece by piece, and verifies on reading that the file is
 * complete.
 */
export class BackupWriter extends Context.Service<
  BackupWriter,
  {
    /** Fails if the text fails, before its last bytes. */
    readonly pack: <E>(text: Stream.Stream<string, E>) => Stream.Stream<Uint8Array, E>
    /** Fails, at the end at the latest, if the bytes are not exactly those of a packed text (rule backup-whole). */
    readonly unpack: (bytes: Stream.Stream<Uint8Array>) => Stream.Stream<string, BackupDamaged>
  }
>()("@quire/core/BackupWriter") {}
