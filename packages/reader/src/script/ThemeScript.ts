import { createHash } from "node:crypto"
import { trustMarkup } from "../html/Html.ts"

/** Sets the theme that the reader chose before anything is painted; none leaves it to the system. */
export const source =
  'try{let d=document.documentElement.dataset,t=localStorage.theme;t=="system"?delete d.theme:t&&(d.theme=t)}catch{}'

export const html = trustMarkup(source)

/** The source expression that lets it run under a policy. */
export const hash: string = `'sha256-${createHash("sha256").update(source).digest("base64")}'`
