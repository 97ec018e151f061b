import type { Importer } from "@quire/core"
import { Layer } from "effect"
import * as HtmlAdapter from "../../src/html/HtmlAdapter.ts"
import * as Importers from "../../src/import/Importers.ts"
import * as MarkdownAdapter from "../../src/markdown/MarkdownAdapter.ts"

export const importers = (options?: Importers.Options): Layer.Layer<Importer.Importers> =>
  Layer.provide(Importers.layer(options), Layer.merge(MarkdownAdapter.layer, HtmlAdapter.layer))
