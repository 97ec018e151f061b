import { DnsResolver } from "@quire/core"
import { Layer } from "effect"

/** A `DnsResolver` that knows the texts of a table alone, by name; later changes of the table count. */
export const layer = (texts: ReadonlyMap<string, ReadonlyArray<string>>): Layer.Layer<DnsResolver.DnsResolver> =>
  Layer.succeed(DnsResolver.DnsResolver, {
    resolveTxt: (name) => DnsResolver.bounded(name, texts.get(name) ?? [])
  })
