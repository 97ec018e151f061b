import { html } from "@quire/reader"

/** The style of the sign-in page: that of the API reference, on one card. */
export const css = `:root{color-scheme:light dark;--edge:color-mix(in srgb,currentColor 18%,transparent);--faint:color-mix(in srgb,currentColor 6%,transparent)}
*{box-sizing:border-box}
[hidden]{display:none!important}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1rem;font:15px/1.55 system-ui,sans-serif}
main{width:100%;max-width:34rem;border:1px solid var(--edge);border-radius:6px;padding:1.5rem 2rem 2rem}
h1{margin:0 0 .6rem;font-size:1.5em}
p{margin:.6rem 0}
button{font:600 1em system-ui,sans-serif;padding:.55rem 1.1rem;border:1px solid transparent;border-radius:6px;background:light-dark(#0b6bcb,#6cb6ff);color:light-dark(#fff,#06121f);cursor:pointer}
button:disabled{opacity:.5;cursor:default}
button:focus-visible,input:focus-visible{outline:2px solid Highlight;outline-offset:2px}
.row{display:flex;gap:.6rem;margin:1rem 0 .4rem}
input{flex:1;min-width:0;padding:.5rem .7rem;border:1px solid var(--edge);border-radius:6px;background:var(--faint);color:inherit;font:.92em/1.4 ui-monospace,monospace}
code{font:.92em/1.4 ui-monospace,monospace;overflow-wrap:anywhere}
.note{opacity:.75}
a{color:light-dark(#0b6bcb,#6cb6ff)}
@media (max-width:34rem){main{padding:1rem}.row{flex-direction:column}}
`

/** The sign-in page. It is the same for every code: its script reads the code from the address. */
export const page: string = `<!doctype html>${
  html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>Sign in to Quire</title><link rel="stylesheet" href="sign-in/style.css"><script src="sign-in/script.js" defer></script></head><body><main>
<noscript><h1>Sign in</h1><p>This page needs JavaScript to use the link.</p></noscript>
<section id="start" data-step hidden><h1>Sign in</h1><p>You opened a link that signs you in once. It is used when you press the button.</p><p class="row"><button id="confirm" type="button">Sign in</button></p></section>
<section id="done" data-step hidden aria-live="polite"><h1>You are signed in</h1><p>Welcome, <b id="name"></b>. This is your API token. It is shown this once: keep it where nobody else can read it.</p><p class="row"><input id="token" aria-label="API token" readonly autocomplete="off" spellcheck="false"><button id="copy" type="button">Copy</button></p><p class="note" id="copied" role="status"></p><p>Send it as <code>Authorization: Bearer &lt;token&gt;</code>. What you can do with it is in the <a href="docs">API reference</a>.</p></section>
<section id="failed" data-step hidden aria-live="polite"><h1>Not signed in</h1><p id="reason"></p><p class="note">Whoever runs this server can send you another link.</p></section>
</main></body></html>`.text
}`
