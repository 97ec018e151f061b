import { fileURLToPath } from "node:url"
import { defineConfig } from "vite"

const source = (name: string) => fileURLToPath(new URL(`../${name}/src/index.ts`, import.meta.url))

/** The libraries of every screen, and the modules of ours that the frame needs. */
const shared =
  /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@tanstack\/[^/]+)\/|packages\/client\/|console\/src\/(?:app|api\/(?:Addresses|Client|Lists|Queries)\.|messages\/Messages\.|ui\/(?:Button|CursorItems|Emoji|Menu|Notices|Person|States|TimeText|Tree|TreeRows)\.)/

/** Builds the application into static files that any server can mount below any path. */
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  base: "./",
  publicDir: false,
  resolve: {
    alias: [
      { find: /^@quire\/client$/, replacement: source("client") },
      { find: /^@quire\/editor$/, replacement: source("editor") },
      {
        find: "@quire/editor/style.css",
        replacement: fileURLToPath(new URL("../editor/src/style.css", import.meta.url))
      }
    ]
  },
  build: {
    outDir: "dist/app",
    emptyOutDir: true,
    target: ["chrome123", "firefox125", "safari17.5"],
    modulePreload: { polyfill: false },
    // Images in scripts and styles would be `data:` URLs, which the policy of the page allows for images alone.
    assetsInlineLimit: 0,
    license: { fileName: "LICENSES.txt" },
    reportCompressedSize: false,
    rolldownOptions: {
      // Libraries mark modules that only run in browsers ("use client"), as all of ours do.
      onLog: (level, log, report) => (log.code === "MODULE_LEVEL_DIRECTIVE" ? undefined : report(level, log)),
      // What every screen needs is one file, which compresses better than several.
      output: { codeSplitting: { groups: [{ name: "shared", test: shared }] } }
    }
  }
})
