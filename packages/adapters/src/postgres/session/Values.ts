import { TypeOverrides, types } from "pg"

const parseInt8 = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`)
  return value
}

/** One-dimensional arrays only: `{1,NULL,2}`. */
const parseInt8Array = (text: string): ReadonlyArray<number | null> =>
  text === "{}"
    ? []
    : text
        .slice(1, -1)
        .split(",")
        .map((item) => (item === "NULL" ? null : parseInt8(item)))

const int8ArrayOid = 1016
const { builtins } = types

type Parse = (text: string) => unknown

const asText: Parse = (text) => text
const times = [builtins.DATE, builtins.TIME, builtins.TIMETZ, builtins.TIMESTAMP, builtins.TIMESTAMPTZ]

const ownParsers: ReadonlyMap<number, Parse> = new Map<number, Parse>([
  [builtins.INT8, parseInt8],
  [int8ArrayOid, parseInt8Array],
  ...times.map((kind) => [kind, asText] as const)
])

/**
 * The parser of a column type: `int8` as a number (an unsafe one fails the statement), `json` and `jsonb` parsed,
 * `bytea` as bytes, `numeric` and every date or time as the server's text; all others as in pg.
 */
export const parserOf = (type: number): Parse => ownParsers.get(type) ?? types.getTypeParser(type, "text")

/** The same parsers, for queries of the driver. */
export const parsers = new TypeOverrides()
for (const [type, parse] of ownParsers) parsers.setTypeParser(type, parse)
