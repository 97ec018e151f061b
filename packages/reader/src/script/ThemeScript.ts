import { createHash } from "node:crypto"
import { trustMarkup } from "../html/Html.ts"

/** Sets the theme that the reader chose before anything is painted. */
export const source = "try{let t=localStorage.theme;if(t)document.documentElement.dataset.theme=t}catch{}"

export const html = trustMarkup(source)

/** The source expression that lets it run under a policy. */
export const hash: string = `'sha256-${createHash("sha256").update(source).digest("base64")}'`
