import { fileURLToPath } from "node:url"
import { build } from "esbuild"

const root = fileURLToPath(new URL("../../..", import.meta.url))

/** The editor as one classic script that defines `quire`, as a host would bundle it. */
export const bundledEditor = async (): Promise<string> => {
  const { outputFiles } = await build({
    stdin: {
      contents:
        'export * from "@quire/editor"; export { DOMParser, DOMSerializer } from "prosemirror-model"; export { TextSelection } from "prosemirror-state"',
      resolveDir: root
    },
    alias: { "@quire/editor": `${root}/packages/editor/src/index.ts` },
    bundle: true,
    format: "iife",
    globalName: "quire",
    minify: true,
    write: false
  })
  return outputFiles[0]?.text ?? ""
}
