import { Function, Result, Schema } from "effect"
import { SchemaJITCompiler } from "effect/schema"
import { deepFreeze } from "../text/CanonicalJson.ts"
import type * as RowStore from "./RowStore.ts"
import { StoreError } from "./StoreError.ts"

/** A stored value with its version and counters. */
export interface VersionedRow<A> {
  readonly value: A
  readonly version: number
  readonly counters: { readonly [counter: string]: number }
}

export interface Declaration<A, I> {
  readonly name: string
  readonly schema: Schema.Codec<A, I>
  /** Version of the document's shape, 1 by default. Older documents are upcast when decoded. */
  readonly docVersion?: number
  readonly upcast?: (doc: unknown, docVersion: number) => unknown
}

/** Converts between the values of one resource and its rows. A mismatch is thrown as a `StoreError`, a defect. */
export interface RowCodec<A> {
  readonly docVersion: number
  /** A frozen row is decoded only once; all readers share the value, which is frozen too. */
  readonly decode: (row: RowStore.Row) => VersionedRow<A>
  readonly encode: (value: A) => unknown
  readonly equal: (left: A, right: A) => boolean
}

/** Compiles a schema for both directions if the platform allows generated code; results are the same either way. */
const compile = <A, I>(schema: Schema.Codec<A, I>): void => {
  SchemaJITCompiler.enable(schema.ast)
  SchemaJITCompiler.enable(Schema.flip(schema).ast)
}

export const make = <A, I>({ docVersion = 1, name, schema, upcast }: Declaration<A, I>): RowCodec<A> => {
  compile(schema)
  const decodeDoc = Schema.decodeUnknownResult(schema)
  const encodeValue = Schema.encodeResult(schema)
  const equal = Function.memoize(Schema.toEquivalence<A>)
  const getOrThrow = <B>(result: Result.Result<B, unknown>): B =>
    Result.getOrThrowWith(result, (cause) => new StoreError({ operation: `decode ${name}`, cause, unavailable: false }))
  const decode = (row: RowStore.Row): VersionedRow<A> => {
    const doc = row.docVersion < docVersion && upcast !== undefined ? upcast(row.doc, row.docVersion) : row.doc
    return { value: getOrThrow(decodeDoc(doc)), version: row.version, counters: row.counters }
  }
  const decodeOnce = Function.memoize((row: RowStore.Row) => deepFreeze(decode(row)))
  return {
    docVersion,
    decode: (row) => (Object.isFrozen(row) ? decodeOnce(row) : decode(row)),
    encode: (value) => getOrThrow(encodeValue(value)),
    equal: (left, right) => equal(schema)(left, right)
  }
}
