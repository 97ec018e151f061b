/** Styles of the reference, in addition to those of published pages. */
export const css = `.reference .document>*+.operation{margin-block-start:3.5rem}
.reference .document>.areas,.areas>*+*{margin-block-start:2.75rem}
.operation>*+*{margin-block-start:1rem}
.operation>h3{margin-block-start:1.75rem;font-size:1rem}
.endpoint{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem .5rem;overflow-wrap:anywhere}
.endpoint span{margin-inline-start:auto;color:var(--text-muted);font-size:.8125rem}
.method{display:inline-block;min-inline-size:3.6rem;padding:.1rem .45rem;border-radius:calc(var(--radius)/1.5);background:var(--info-surface);color:var(--info-text);font:600 .75rem/1.5 var(--font-mono);text-align:center}
.method.get{background:var(--accent-surface);color:var(--accent-ink)}
.method.post{background:var(--success-surface);color:var(--success-text)}
.method:is(.put,.patch){background:var(--warning-surface);color:var(--warning-text)}
.method.delete{background:var(--danger-surface);color:var(--danger-text)}
.document .operations{padding:0;list-style:none}
.operations li{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:.1rem 1.5rem;padding-block:.5rem;border-block-start:1px solid var(--border)}
.operations span{min-inline-size:0;overflow-wrap:anywhere;font-size:.8125rem}
.document .fields dt>code:first-child,.document .operations code{padding:0;border:0;background:none}
.document .operations code{color:var(--text-muted);font-size:.8125rem}
.document .operations .method{min-inline-size:3.4rem;padding-block:0;font-size:.6875rem}
.document .areas h2{padding-block:0 .3rem;border:0;font-size:1.25rem}
.document .areas :is(h2,li)>a{color:inherit;text-decoration:none}
.document .areas :is(h2,li)>a:hover{color:var(--link);text-decoration:underline}
.document .fields{margin-block-start:.5rem}
.fields>div{padding-block:.65rem;border-block-start:1px solid var(--border)}
.fields dt{overflow-wrap:anywhere;color:var(--text-muted);font-size:.875rem}
.document .fields dt>code:first-child{margin-inline-end:.4rem;color:var(--text);font-weight:600}
.fields dd{margin:.25rem 0 0;font-size:.9375rem}
.fields dd:empty{display:none}
.document .answers>summary{padding-block:.4rem;color:var(--text-muted);font-size:.9375rem}
.answers>summary::before{content:"";display:inline-block;width:.4rem;height:.4rem;margin-inline:.15rem .65rem;border:solid;border-width:0 1.5px 1.5px 0;rotate:-45deg;translate:0 -.1rem}
.answers[open]>summary::before{rotate:45deg}
.fields div:target,h2:target,h3:target{background:var(--accent-surface)}
`
