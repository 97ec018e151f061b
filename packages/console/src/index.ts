import { fileURLToPath } from "node:url"

/** Absolute path of the folder with the built application: `index.html`, and hashed files in `assets`. */
export const folder: string = fileURLToPath(new URL("../dist/app", import.meta.url))
