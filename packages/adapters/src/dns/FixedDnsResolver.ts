import { DnsResolver } from "@quire/core"
import { Layer } from "effect"

/** A `DnsResolver` that only resolves the names in a table; later changes of the table take effect. */
export const layer = (texts: ReadonlyMap<string, ReadonlyArray<string>>): Layer.Layer<DnsResolver.DnsResolver> =>
  Layer.succeed(DnsResolver.DnsResolver, {
    resolveTxt: (name) => DnsResolver.bounded(name, texts.get(name) ?? [])
  })
