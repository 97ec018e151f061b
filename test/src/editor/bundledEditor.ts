import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"

const root = fileURLToPath(new URL("../../..", import.meta.url))

const sources = `${root}/packages/editor/src`

/** A module as one classic script that defines `quire`, as a host would bundle it. */
export const bundle = async (contents: string): Promise<string> => {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: `${root}/test` },
    alias: {
      "@quire/client": `${root}/packages/client/src/index.ts`,
      "@quire/editor/react": `${sources}/react/index.ts`,
      "@quire/editor": `${sources}/index.ts`
    },
    define: { "process.env.NODE_ENV": '"production"' },
    bundle: true,
    format: "iife",
    globalName: "quire",
    minify: true,
    write: false
  })
  return outputFiles[0]?.text ?? ""
}

/** The editor as one classic script that defines `quire`, with further exports. */
export const bundledEditor = (more = ""): Promise<string> =>
  bundle(
    `export * from "@quire/editor"; export { DOMParser, DOMSerializer } from "prosemirror-model"; export { TextSelection } from "prosemirror-state"; ${more}`
  )

/** The stylesheet of the editor. */
export const editorStyle = (): Promise<string> => readFile(`${sources}/style.css`, "utf8")
