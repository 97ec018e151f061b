import { html, MessageHtml, Words } from "@quire/reader"

const body = html`<noscript><p>This page needs JavaScript to use the link.</p></noscript>
<section id="start" data-step hidden><p>You opened a link that signs you in once. It is used when you press the button.</p><p class="row"><button id="confirm" type="button">Sign in</button></p></section>
<section id="done" data-step hidden aria-live="polite"><p>Welcome, <b id="name"></b>: you are signed in. This is your API token. It is shown this once: keep it where nobody else can read it.</p><p class="row"><input id="token" type="text" aria-label="API token" readonly autocomplete="off" spellcheck="false"><button id="copy" type="button">Copy</button></p><p class="note" id="copied" role="status"></p><p>Send it as <code>Authorization: Bearer &lt;token&gt;</code>. What you can do with it is in the <a href="docs">API reference</a>.</p></section>
<section id="failed" data-step hidden aria-live="polite"><p><b>You are not signed in.</b> <span id="reason"></span></p><p class="note">Whoever runs this server can send you another link.</p></section>`

/** The sign-in page. It is the same for every code: its script reads the code from the address. */
export const page: string = MessageHtml.print({
  words: Words.of("en"),
  title: "Sign in to Quire",
  body,
  script: "sign-in/script.js"
}).text
