import { Context, Effect, Predicate, Schema, Stream } from "effect"
import type * as Repository from "../../foundation/store/Repository.ts"
import { BackupDamaged } from "./BackupErrors.ts"

/** Ill-formed Unicode is preserved too, because events may contain it. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (!Predicate.isReadonlyObject(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((name) => [name, sorted(value[name])])
  )
}

/** The same line for all equal JSON values. */
export const of = (value: unknown): string => JSON.stringify(sorted(value))

/** The newest migration applied to a store; stores without migrations count as fully migrated. */
export const StoreSchema = Schema.Struct({ id: Schema.Int, name: Schema.String })
export type StoreSchema = typeof StoreSchema.Type

/** The schema of a store, and earlier ones whose backups can be restored: they lack some collections. */
export interface CurrentSchema extends StoreSchema {
  readonly earlier: ReadonlyArray<StoreSchema & { readonly lacks: ReadonlyArray<string> }>
}

/**
 * One kind of stored data, as lines in an order that is the same for every store: stores with the same data have the
 * same lines (rule backup-same).
 */
export interface Section {
  readonly name: string
  readonly lines: Stream.Stream<ReadonlyArray<string>>
}

/** Destination of the lines of a section. */
export interface Target {
  readonly name: string
  readonly write: (lines: ReadonlyArray<string>) => Effect.Effect<void, BackupDamaged>
}

/** A consistent snapshot of all stored data except files. */
export interface StoreSnapshot {
  /** The names of the servers that have written events, the first one first. */
  readonly epochs: ReadonlyArray<string>
  readonly sections: ReadonlyArray<Section>
}

/** Writes the entries of a section as lines. */
export const section = <A, I>(
  name: string,
  schema: Schema.Codec<A, I>,
  pages: Stream.Stream<ReadonlyArray<A>>
): Section => {
  const encode = Schema.encodeEffect(schema)
  const lineOf = (item: A) => Effect.map(Effect.orDie(encode(item)), of)
  return { name, lines: Stream.mapEffect(pages, (items) => Effect.forEach(items, lineOf)) }
}

/** Decodes the lines of a section to entries, which are passed to `write`. */
export const target = <A, I>(
  name: string,
  schema: Schema.Codec<A, I>,
  write: (items: ReadonlyArray<A>) => Effect.Effect<void>
): Target => {
  const decode = Schema.decodeUnknownEffect(Schema.Array(Schema.fromJsonString(schema)))
  return {
    name,
    write: (lines) =>
      Effect.flatMap(
        Effect.mapError(decode(lines), () => new BackupDamaged({ detail: `an entry of ${name} cannot be read` })),
        write
      )
  }
}

/**
 * Copies everything in a store except files, and except data that can be derived again (rules backup-moment,
 * backup-complete).
 */
export class StoreCopy extends Context.Service<
  StoreCopy,
  {
    readonly schema: Effect.Effect<CurrentSchema>
    /** Provides a consistent snapshot of the store while the body runs and others write. Not inside a transaction. */
    readonly snapshot: <A, E, R>(
      shapes: ReadonlyArray<Repository.StoredCollection>,
      body: (moment: StoreSnapshot) => Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E, R>
    /**
     * Writes of the body to the targets are committed if it succeeds, and discarded otherwise. Events keep their
     * positions in the given epochs; new events are written to a later epoch.
     */
    readonly restore: <A, E, R>(
      shapes: ReadonlyArray<Repository.StoredCollection>,
      epochs: ReadonlyArray<string>,
      body: (targets: ReadonlyArray<Target>) => Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E, R>
  }
>()("@quire/core/StoreCopy") {}
