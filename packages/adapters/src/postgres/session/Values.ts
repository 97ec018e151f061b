import { TypeOverrides, types } from "pg"

const int8 = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number`)
  return value
}

/** One-dimensional arrays only: `{1,NULL,2}`. */
const int8s = (text: string): ReadonlyArray<number | null> =>
  text === "{}"
    ? []
    : text
        .slice(1, -1)
        .split(",")
        .map((item) => (item === "NULL" ? null : int8(item)))

const int8ArrayOid = 1016
const { builtins } = types

type Parse = (text: string) => unknown

const asText: Parse = (text) => text
const times = [builtins.DATE, builtins.TIME, builtins.TIMETZ, builtins.TIMESTAMP, builtins.TIMESTAMPTZ]

const own: ReadonlyMap<number, Parse> = new Map<number, Parse>([
  [builtins.INT8, int8],
  [int8ArrayOid, int8s],
  ...times.map((kind) => [kind, asText] as const)
])

/**
 * The parser of a column type: `int8` as a number (an unsafe one fails the statement), `json` and `jsonb` parsed,
 * `bytea` as bytes, `numeric` and every date or time as the server's text; all others as in pg.
 */
export const parserOf = (type: number): Parse => own.get(type) ?? types.getTypeParser(type, "text")

/** The same parsers, for queries of the driver. */
export const parsers = new TypeOverrides()
for (const [type, parse] of own) parsers.setTypeParser(type, parse)
