import { defineConfig } from "vite"

export default defineConfig({
  build: { outDir: "dist/page", assetsInlineLimit: 0, modulePreload: { polyfill: false } }
})
