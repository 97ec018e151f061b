/** Each would call this if a browser took it for a program. */
const call = "globalThis.ran=1"

const elements = [
  `<script>${call}</script>`,
  `<ScRiPt>${call}</sCrIpT>`,
  `<script/x>${call}</script>`,
  `<script\n>${call}</script>`,
  `<img src=x onerror=${call}>`,
  `<img/src=x/onerror=${call}>`,
  `<svg onload=${call}>`,
  `<svg><script>${call}</script></svg>`,
  `<svg><animate onbegin=${call} attributeName=x dur=1s>`,
  `<svg><a xlink:href="javascript:${call}"><text y=20>x</text></a></svg>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${call}>`,
  `<math href="javascript:${call}">x</math>`,
  `<iframe src="javascript:${call}"></iframe>`,
  `<iframe srcdoc="<script>parent.${call}</script>"></iframe>`,
  `<object data="javascript:${call}"></object>`,
  `<embed src="javascript:${call}">`,
  `<video><source onerror=${call}></video>`,
  `<audio src=x onerror=${call}>`,
  `<details open ontoggle=${call}>x</details>`,
  `<body onload=${call}>`,
  `<marquee onstart=${call}>x</marquee>`,
  `<input autofocus onfocus=${call}>`,
  `<form action="javascript:${call}"><button>x</button></form>`,
  `<button formaction="javascript:${call}">x</button>`,
  `<a href="javascript:${call}">x</a>`,
  `<a href=" &#106;avascript:${call}">x</a>`,
  `<base href="https://evil.example/">`,
  `<meta http-equiv="refresh" content="0;url=javascript:${call}">`,
  `<link rel=stylesheet href="data:text/css,*{display:none}">`,
  `<style>*{display:none}</style>`,
  `<template><script>${call}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${call}>">`,
  `<textarea></textarea><script>${call}</script>`,
  `<xmp><script>${call}</script></xmp>`,
  `<portal src="javascript:${call}"></portal>`,
  `<x onclick=${call} tabindex=1 onfocus=${call} autofocus>`,
  `<isindex type=image src=1 onerror=${call}>`
]

const breaks = [
  `"><script>${call}</script>`,
  `'><script>${call}</script>`,
  `\`><script>${call}</script>`,
  `" onmouseover="${call}`,
  `' onfocus='${call}' autofocus='`,
  `" autofocus onfocus="${call}" x="`,
  `</title><script>${call}</script>`,
  `</style><script>${call}</script>`,
  `</script><script>${call}</script>`,
  `</textarea><script>${call}</script>`,
  `</pre></code><img src=x onerror=${call}>`,
  `--><script>${call}</script><!--`,
  `<!--><script>${call}</script>-->`,
  `]]><script>${call}</script>`,
  `<![CDATA[<script>${call}</script>]]>`,
  `<?xml version="1.0"?><script>${call}</script>`,
  `<<script>${call}//<</script>`,
  `&lt;script&gt;${call}&lt;/script&gt;`,
  `&#60;script&#62;${call}&#60;/script&#62;`,
  `\\u003cscript\\u003e${call}\\u003c/script\\u003e`,
  `%3Cscript%3E${call}%3C/script%3E`,
  `{{constructor.constructor('${call}')()}}`,
  `\${${call}}`,
  `{% raw %}<script>${call}</script>{% endraw %}`,
  `$&<script>$\`$'`,
  `</annotation><script>${call}</script>`
]

const addresses = [
  `javascript:${call}`,
  `JaVaScRiPt:${call}`,
  `javascript://example.com/%0a${call}`,
  `data:text/html,<script>${call}</script>`,
  `vbscript:${call}`,
  `//evil.example/"onclick="${call}`,
  `[x](javascript:${call})`,
  `![x](javascript:${call})`
]

/** Texts that a person may write anywhere. */
export const payloads: ReadonlyArray<string> = [...elements, ...breaks, ...addresses]
