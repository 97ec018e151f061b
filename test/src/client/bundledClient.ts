import { build } from "esbuild"
import { root } from "../support/program.ts"

/** The client as pages load it: one file, minified, the sources that are in it, and what it imports. */
export const bundleClient = async (format: "esm" | "iife") => {
  const { metafile, outputFiles } = await build({
    stdin: { contents: 'export * from "@quire/client"', resolveDir: root },
    alias: { "@quire/client": `${root}/packages/client/src/index.ts` },
    bundle: true,
    minify: true,
    format,
    globalName: "Quire",
    platform: "browser",
    write: false,
    metafile: true,
    logLevel: "error"
  })
  const [file] = outputFiles
  if (file === undefined) throw new Error("nothing was bundled")
  return {
    text: file.text,
    sources: Object.keys(metafile.inputs).filter((path) => path !== "<stdin>"),
    imports: Object.values(metafile.outputs).flatMap(({ imports }) => imports)
  }
}
