import { readFileSync } from "node:fs"
import { build, transform } from "esbuild"
import { at, walk } from "./workspace.mjs"

/** Browsers of the middle of 2024 and later. */
const target = ["chrome123", "firefox125", "safari17.5"]

const theme = "packages/reader/src/theme"
const script = "packages/reader/src/script/browser/Main.ts"

/** The rules of the frame come first, so that those of documents may differ from them. */
const sheets = () =>
  walk(at(theme))
    .filter((path) => path.endsWith(".css"))
    .sort((a, b) => Number(b.endsWith("/style.css")) - Number(a.endsWith("/style.css")))

const styleText = async () => {
  const source = sheets()
    .map((path) => readFileSync(path, "utf8"))
    .join("\n")
  const { code } = await transform(source, { loader: "css", minify: true, legalComments: "none", target })
  return code.trim()
}

const scriptText = async () => {
  const { outputFiles } = await build({
    entryPoints: [at(script)],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    legalComments: "none",
    target
  })
  return outputFiles[0].text.trim()
}

/** The module with the stylesheet and the script that published pages load. */
export const assetsOf = async () => {
  const [style, code] = await Promise.all([styleText(), scriptText()])
  return `/** What \`npm run codegen\` makes of the stylesheets beside it and of the script for browsers. */
export const style = ${JSON.stringify(style)}

export const script = ${JSON.stringify(code)}
`
}

const realm = "packages/adapters/src/script/realm/Main.ts"

/**
 * The module with the program that makes a realm for scripts: a function of what the thread gives it, which returns
 * what the thread calls.
 */
export const realmOf = async () => {
  const { outputFiles } = await build({
    entryPoints: [at(realm)],
    bundle: true,
    minifySyntax: true,
    minifyWhitespace: true,
    keepNames: false,
    write: false,
    format: "iife",
    globalName: "realm",
    legalComments: "none",
    target: "es2023"
  })
  const text = `(function(host){"use strict";${outputFiles[0].text.trim().replace(/^"use strict";/, "")}return realm.port})`
  return `/** What \`npm run codegen\` makes of the folder \`realm\` beside it. */
export const realm = ${JSON.stringify(text)}
`
}
