import { Context, type Stream } from "effect"
import type { BackupDamaged } from "./BackupErrors.ts"

/** How the text of a backup becomes the bytes of a file, piece by piece, and shows afterwards whether it is whole. */
export class BackupWriter extends Context.Service<
  BackupWriter,
  {
    /** Fails as the text does, before its last bytes. */
    readonly pack: <E>(text: Stream.Stream<string, E>) => Stream.Stream<Uint8Array, E>
    /** Fails, at the end at the latest, when the bytes are not exactly those of a packed text (rule backup-whole). */
    readonly unpack: (bytes: Stream.Stream<Uint8Array>) => Stream.Stream<string, BackupDamaged>
  }
>()("@quire/core/BackupWriter") {}
