/** HTML in the shape that programs put into a clipboard. */
export const googleDocs = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1a2b"><h2 dir="ltr" style="line-height:1.38;"><span style="font-size:16pt;font-weight:400;font-style:normal;">Plan</span></h2><p dir="ltr"><span style="font-weight:400;">Read the </span><span style="font-weight:700;">first</span><span style="font-weight:400;"> and </span><span style="font-style:italic;font-weight:400;">second</span><span style="font-weight:400;"> part, or </span><a href="https://www.google.com/url?q=https://example.com/a?b%3D1&amp;sa=D&amp;ust=1"><span style="font-weight:400;text-decoration:underline;">a page</span></a><span style="font-weight:400;text-decoration:line-through;"> old</span><span style="font-family:'Courier New',monospace;font-weight:400;"> npm</span></p><br><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">one</span></p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr" role="presentation"><span>inner</span></p></li></ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>two</span></p></li></ul><ul><li role="checkbox" aria-checked="true"><img src="data:image/png;base64,AAAA" alt="checked"><p dir="ltr"><span>done</span></p></li></ul><div dir="ltr" align="left"><table><colgroup><col><col></colgroup><tbody><tr><td><p dir="ltr"><span>a</span></p></td><td><p dir="ltr"><span>b</span></p></td></tr></tbody></table></div></b><br class="Apple-interchange-newline">`

export const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {margin:0cm} --></style></head><body lang=EN-US><!--StartFragment--><p class=MsoTitle>Report<o:p></o:p></p><p class=MsoNormal><b><span lang=EN-US>Strong</span></b><span> text<o:p></o:p></span></p><p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>first<o:p></o:p></p><p class=MsoListParagraphCxSpMiddle style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o<span>&nbsp;</span></span>inner</p><p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp;</span></span>second</p><p class=MsoNormal>between</p><p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>3.<span>&nbsp; </span></span>third</p><!--EndFragment--></body></html>`

export const gitHub = `<div class="markdown-heading" dir="auto"><h2 tabindex="-1" class="heading-element" dir="auto">Usage</h2><a id="user-content-usage" class="anchor" aria-label="Permalink: Usage" href="#usage"><svg class="octicon octicon-link" viewBox="0 0 16 16"><path d="m7 3"></path></svg></a></div><p dir="auto">Run <code>quire start</code> <g-emoji class="g-emoji" alias="rocket">🚀</g-emoji></p><ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" class="task-list-item-checkbox" disabled checked> ready</li><li class="task-list-item"><input type="checkbox" class="task-list-item-checkbox" disabled> open</li></ul><div class="highlight highlight-source-js notranslate position-relative overflow-auto" dir="auto"><pre><span class="pl-k">const</span> a <span class="pl-c1">=</span> 1
a()</pre><div class="zeroclipboard-container"><clipboard-copy value="x"><svg></svg></clipboard-copy></div></div><div class="markdown-alert markdown-alert-warning" dir="auto"><p class="markdown-alert-title" dir="auto"><svg></svg>Warning</p><p dir="auto">Take care.</p></div><p><a target="_blank" rel="noopener noreferrer" href="https://camo.githubusercontent.com/x"><img src="https://camo.githubusercontent.com/x" alt="build" data-canonical-src="https://ci.example.com/badge.svg"></a></p><table role="table"><thead><tr><th align="left">Name</th><th align="right">Size</th></tr></thead><tbody><tr><td align="left">a</td><td align="right">1</td></tr></tbody></table>`

export const markdown = `# Title

Some **bold**, _italic_, ~~old~~ and \`code\` with [a link](https://example.com).

- one
  1. inner
- two

* [x] done
* [ ] open

\`\`\`ts
const a = "<b>"

a()
\`\`\`

> [!TIP]
> Use it.

> said

| Name | Size |
| :--- | ---: |
| a | **1** |

---

![A map](https://example.com/map.png)
`
