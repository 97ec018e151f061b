/** The style of the API reference, light and dark. */
export const css = `:root{color-scheme:light dark;--edge:color-mix(in srgb,currentColor 18%,transparent);--faint:color-mix(in srgb,currentColor 6%,transparent)}
*{box-sizing:border-box}
body{margin:0;display:grid;grid-template-columns:18rem minmax(0,1fr);font:15px/1.55 system-ui,sans-serif}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1rem;border-right:1px solid var(--edge);font-size:.9em}
nav ul{list-style:none;margin:0;padding:0}
nav ul ul{padding-left:.8rem;margin-bottom:.6rem}
nav li>a{display:block;padding:.1rem 0;color:inherit;text-decoration:none}
nav li>a:hover{text-decoration:underline}
nav>ul>li>a{font-weight:600}
main{padding:1rem 2rem 6rem;max-width:70rem}
h2{margin-top:3rem;border-bottom:1px solid var(--edge)}
h3{margin:2rem 0 .4rem}
h4{margin:1rem 0 .3rem}
code{font:.92em/1.4 ui-monospace,monospace;overflow-wrap:anywhere}
details{border:1px solid var(--edge);border-radius:6px;margin:.5rem 0;padding:0 .8rem}
details[open]{padding-bottom:.8rem}
details:has(:target){outline:2px solid Highlight}
h2:target,h3:target,tr:target{background:var(--faint)}
summary{cursor:pointer;padding:.5rem 0}
summary span{opacity:.75}
summary b{display:inline-block;min-width:4.2rem;font:600 .8em ui-monospace,monospace}
.get{color:light-dark(#0b6bcb,#6cb6ff)}.post{color:light-dark(#1a7f37,#57d364)}.delete{color:light-dark(#b42318,#ff938a)}
.put,.patch{color:light-dark(#8a5a00,#e3b341)}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.3rem .6rem;border-top:1px solid var(--edge);font-weight:400}
th{white-space:nowrap;background:var(--faint)}
th i{opacity:.6;font-size:.85em}
@media (max-width:52rem){body{display:block}nav{position:static;height:auto;max-height:40vh;border-right:0;border-bottom:1px solid var(--edge)}main{padding:1rem}th{white-space:normal}}
`
