import { assert, describe, it } from "@effect/vitest"
import { parse } from "../../src/html/HtmlPage.ts"
import { print } from "../../src/markdown/MarkdownText.ts"

const pageOf = (html: string) => {
  const page = parse(html)
  return { ...page, text: print(page.document, { heading: "document" }).trim() }
}

const textOf = (body: string, head = "") => pageOf(`<html><head>${head}</head><body>${body}</body></html>`).text

type Cases = { readonly [what: string]: readonly [html: string, markdown: string] }

const notion: Cases = {
  "a callout": [
    '<figure class="block-color-gray callout"><div style="font-size:1.5em"><span class="icon">💡</span></div><div style="width:100%"><p>Mind <strong>this</strong>.</p></div></figure>',
    '{% hint style="info" %}\nMind **this**.\n{% endhint %}'
  ],
  tasks: [
    '<ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span class="to-do-children-checked">Done</span></li></ul><ul class="to-do-list"><li><div class="checkbox checkbox-off"></div> <span>Open</span></li></ul>',
    "* [x] Done\n* [ ] Open"
  ],
  "items of lists": [
    '<ul class="bulleted-list"><li style="list-style-type:disc">a<ul class="bulleted-list"><li>b</li></ul></li></ul><ul class="bulleted-list"><li>c</li></ul><ol type="1" class="numbered-list" start="1"><li>d</li></ol><ol type="1" class="numbered-list" start="2"><li>e</li></ol>',
    "* a\n  * b\n* c\n\n1. d\n2. e"
  ],
  "a toggle": [
    '<ul class="toggle"><li><details open=""><summary>More</summary><p>Inside</p></details></li></ul>',
    "<details>\n\n<summary>More</summary>\n\nInside\n\n</details>"
  ],
  columns: [
    '<div class="column-list"><div style="width:50%" class="column"><p>Left</p></div><div class="column"><p>Right</p></div></div>',
    "{% columns %}\n{% column %}\nLeft\n{% endcolumn %}\n\n{% column %}\nRight\n{% endcolumn %}\n{% endcolumns %}"
  ]
}

const confluence: Cases = {
  "a note": [
    '<div class="confluence-information-macro confluence-information-macro-note"><p class="title">Beware</p><span class="aui-icon"> </span><div class="confluence-information-macro-body"><p>Body</p></div></div>',
    '{% hint style="warning" %}\n**Beware**\n\nBody\n{% endhint %}'
  ],
  "a panel": [
    '<div class="panel" style="border-width: 1px;"><div class="panelHeader"><b>Head</b></div><div class="panelContent"><p>Body</p></div></div>',
    '{% hint style="info" %}\n**Head**\n\nBody\n{% endhint %}'
  ],
  "a panel that has only a word that names its kind": [
    '<div class="panel"><div class="panelContent"><p>Note</p></div></div>',
    '{% hint style="info" %}\nNote\n{% endhint %}'
  ],
  code: [
    '<div class="code panel pdl"><div class="codeContent panelContent pdl"><pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params="brush: java; gutter: false">int a;</pre></div></div>',
    "```java\nint a;\n```"
  ],
  "an expander": [
    '<div class="expand-container"><div class="expand-control"><span class="expand-icon"> </span><span class="expand-control-text">More</span></div><div class="expand-content"><p>Inside</p></div></div>',
    "<details>\n\n<summary>More</summary>\n\nInside\n\n</details>"
  ],
  tasks: [
    '<ul class="inline-task-list"><li class="checked" data-inline-task-id="1">Done</li><li data-inline-task-id="2">Open</li></ul>',
    "* [x] Done\n* [ ] Open"
  ]
}

/** The text of a page of Confluence whose title differs from its first heading. */
const confluencePage = (body: string, after = "") =>
  `<h1 id="title-heading"><span id="title-text">Team : Page</span></h1><div id="main-content" class="wiki-content group">${body}</div>${after}`

const confluencePages: Cases = {
  "a heading that is not the title": ["<h1>First</h1><p>Text</p>", "# First\n\nText"],
  "an emoji": [
    '<p>Done <img class="emoticon emoticon-tick" data-emoji-fallback="✅" src="images/icons/emoticons/check.png" alt="(tick)"> <img class="emoticon" src="images/icons/emoticons/smile.png" alt="(smile)"></p>',
    "Done ✅ (smile)"
  ],
  "an image in its full size": [
    '<p>a <img src="attachments/thumbnails/1/2.png" data-image-src="attachments/1/2.png"></p>',
    "a ![](attachments/1/2.png)"
  ],
  "the name of a person who is mentioned": [
    '<p>Ask <a class="confluence-userlink user-mention" href="/wiki/people/1">Ada Lovelace</a>.</p>',
    "Ask Ada Lovelace."
  ],
  "columns of a layout": [
    '<div class="contentLayout2"><div class="columnLayout two-equal"><div class="cell normal"><div class="innerCell"><p>L</p></div></div><div class="cell normal"><div class="innerCell"><p>R</p></div></div></div></div>',
    "{% columns %}\n{% column %}\nL\n{% endcolumn %}\n\n{% column %}\nR\n{% endcolumn %}\n{% endcolumns %}"
  ],
  "a stored note": [
    '<ac:structured-macro ac:name="tip"><ac:parameter ac:name="title">Beware</ac:parameter><ac:rich-text-body><p>Body</p></ac:rich-text-body></ac:structured-macro>',
    '{% hint style="success" %}\n**Beware**\n\nBody\n{% endhint %}'
  ],
  "stored code": [
    '<ac:structured-macro ac:name="code"><ac:parameter ac:name="language">js</ac:parameter><ac:plain-text-body><![CDATA[let a = 1]]></ac:plain-text-body></ac:structured-macro>',
    "```js\nlet a = 1\n```"
  ],
  "the settings and the text of an unknown macro": [
    '<ac:structured-macro ac:name="jira"><ac:parameter ac:name="key">A-1</ac:parameter><ac:rich-text-body><p>Body</p></ac:rich-text-body></ac:structured-macro>',
    "`jira key=A-1`\n\nBody"
  ]
}

const word: Cases = {
  "lists of two levels": [
    "<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>1.<span>  </span></span>One</p>\n<p class=MsoListParagraph style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>·<span> </span></span>Inner</p>\n<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>2.</span>Two</p><p class=MsoNormal>After</p>",
    "1. One\n   * Inner\n2. Two\n\nAfter"
  ],
  "entries of a table of contents without page numbers": [
    "<p class=MsoToc1><a href=\"#a\">First<span style='display:none;mso-hide:screen'>....2</span></a></p>",
    "[First](#a)"
  ],
  "numbers of lists whose signs are conditional": [
    "<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><![if !supportLists]><span lang=EN-US><span style='mso-list:Ignore'>1.<span>&nbsp; </span></span></span><![endif]>One</p><p class=MsoListParagraph style='mso-list:l1 level2 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>a.</span><![endif]>Inner</p><p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>2.</span><![endif]>Two</p>",
    "1. One\n   1. Inner\n2. Two"
  ],
  "links to headings": [
    '<p><a href="#_Toc1">First</a></p><h3><a name="_Toc1"></a><a name="_Toc2"><b>First</b></a></h3><p><a href="#part">Part</a></p><h2><span class="mw-headline" id="part">Other</span></h2>',
    '[First](#_Toc1)\n\n### **First** <a href="#_Toc1" id="_Toc1"></a>\n\n[Part](#part)\n\n## Other <a href="#part" id="part"></a>'
  ],
  "text without page headers and footers": [
    "<div style='mso-element:header' id=h1><p class=MsoHeader>Secret</p></div><p>x</p><div style='mso-element: footer'><p class=MsoFooter>Page 1</p></div>",
    "x"
  ],
  "a quote": ["<p class=MsoQuote>Said</p>", "> Said"]
}

const google: Cases = {
  "an address behind a redirect": [
    '<p><a href="https://www.google.com/url?q=https://example.com/a%3Fb%3D1&amp;sa=D&amp;ust=1">link</a></p>',
    "[link](https://example.com/a?b=1)"
  ],
  "styles of runs": [
    '<p><span style="font-weight:700">bold</span> <span style="font-style:italic">italic</span> <span style="text-decoration:line-through">gone</span></p>',
    "**bold** *italic* ~~gone~~"
  ]
}

const googlePages: Cases = {
  "lists in each other": [
    '<ol class="lst-kix_a1-0 start"><li>a</li></ol><ul class="lst-kix_a1-1 start"><li>b</li><li>c</li></ul><ol class="lst-kix_a1-0" start="2"><li>d</li></ol><p>after</p>',
    "1. a\n   * b\n   * c\n2. d\n\nafter"
  ],
  "text without comments": [
    '<p>Sure<sup><a href="#cmnt1" id="cmnt_ref1">[a]</a></sup></p><div><p><a href="#cmnt_ref1" id="cmnt1">[a]</a><span>Really?</span></p></div>',
    "Sure"
  ],
  "text whose comments are no superscripts": [
    '<p>Sure<a href="#cmnt1" id="cmnt_ref1">[a]</a>, yes</p><div><p><a href="#cmnt_ref1" id="cmnt1">[a]</a>Really?</p></div>',
    "Sure, yes"
  ]
}

describe("the HTML export of a product", () => {
  for (const [product, cases] of Object.entries({
    Notion: notion,
    Confluence: confluence,
    Word: word,
    Google: google
  })) {
    for (const [what, [html, markdown]] of Object.entries(cases)) {
      it(`keeps ${what} of ${product}`, () => assert.strictEqual(textOf(html), markdown))
    }
  }

  for (const [what, [html, markdown]] of Object.entries(confluencePages)) {
    it(`keeps ${what} in a page of Confluence`, () => assert.strictEqual(textOf(confluencePage(html)), markdown))
  }

  for (const [what, [html, markdown]] of Object.entries(googlePages)) {
    it(`keeps ${what} in a page of Google Docs`, () => {
      assert.strictEqual(pageOf(`<html><body class="c1 doc-content">${html}</body></html>`).text, markdown)
    })
  }

  it("lists the attachments of a page of Confluence that its text does not show, and reports its comments", () => {
    const section = (id: string, content: string) =>
      `<div class="pageSection group"><div class="pageSectionHeader"><h2 id="${id}" class="pageSectionTitle">Anhänge:</h2></div>${content}</div>`
    const page = pageOf(
      confluencePage(
        '<p>a <img src="attachments/1/2.png"></p>',
        section("attachments", '<a href="attachments/1/2.png">2.png</a><a href="attachments/1/3.pdf">plan.pdf</a>') +
          section("comments", "<p>Said.</p>")
      )
    )
    assert.strictEqual(page.text, "a ![](attachments/1/2.png)\n\n## Anhänge\n\n* [plan.pdf](attachments/1/3.pdf)")
    assert.deepStrictEqual(
      page.warnings.map(({ reason }) => reason),
      ["the comments of the page were left out"]
    )
  })

  it("keeps the marks that Google Docs has in a style sheet", () => {
    const css = "<style>.c1{color:#000;font-weight:700}.c2{font-style:italic}.c3{font-weight:400}</style>"
    const body = '<p><span class="c1">bold</span> <span class="c2">italic</span> <span class="c3">plain</span></p>'
    assert.strictEqual(textOf(body, css), "**bold** *italic* plain")
  })

  it("takes the emoji of a page of Notion", () => {
    const page = pageOf(
      '<article class="page sans"><header><div class="page-header-icon undefined"><span class="icon">🚀</span></div><h1 class="page-title">Launch</h1></header><div class="page-body"><p>Text</p></div></article>'
    )
    assert.deepStrictEqual([page.frontmatter.emoji, page.title, page.text], ["🚀", "Launch", "Text"])
  })

  it("takes the cover of a page of Notion", () => {
    const page = pageOf(
      '<article class="page sans"><header><img class="page-cover-image" src="Launch/sky.png" style="object-position:center 40%"/><h1 class="page-title">Launch</h1></header><div class="page-body"><p>Text</p></div></article>'
    )
    assert.deepStrictEqual([page.frontmatter.cover, page.text], ["Launch/sky.png", "Text"])
  })

  it("keeps only the text and the title of a page of Confluence", () => {
    const page = pageOf(
      '<html><head><title>Team : How to</title></head><body><div id="page"><div id="main"><div id="main-header"><div id="breadcrumb-section"><ol><li><a href="index.html">Team</a></li></ol></div><h1 id="title-heading" class="pagetitle"><span id="title-text"> Team : How to </span></h1></div><div id="content"><div class="page-metadata">Created by A</div><div id="main-content" class="wiki-content group"><h1 id="Howto-First">First</h1><p>Text</p></div></div></div><div id="footer"><p>Document generated by Confluence</p></div></div></body></html>'
    )
    assert.strictEqual(page.title, "How to")
    assert.include(page.text, "Text")
    for (const absent of ["Created by", "generated", "Team"]) assert.notInclude(page.text, absent)
  })
})
