/** The part of the template that sets formulas, as `Formula` describes them. */
export const mathTemplate = String.raw`
#let styled = (upright: math.upright, bold: math.bold, bb: math.bb, cal: math.cal, frak: math.frak, sans: math.sans, mono: math.mono)
#let point = $&$.body
#let formula(n) = {
  let row(items) = [#for item in items { formula(item) }]
  if n.k == "row" { row(n.c) }
  else if n.k == "fenced" { math.lr(row(n.c)) }
  else if n.k == "phantom" { hide(row(n.c)) }
  else if n.k == "sym" { let sign = [#symbol(n.t)]; if "v" in n { styled.at(n.v)(sign) } else { sign } }
  else if n.k == "text" { if "v" in n and n.v != "upright" { styled.at(n.v)(text(n.t)) } else { text(n.t) } }
  else if n.k == "space" { h(n.w * 1em) }
  else if n.k == "frac" { if n.at("bare", default: false) { math.mat(delim: none, (formula(n.a),), (formula(n.b),)) } else { math.frac(formula(n.a), formula(n.b)) } }
  else if n.k == "root" { if "n" in n { math.root(formula(n.n), formula(n.a)) } else { math.sqrt(formula(n.a)) } }
  else if n.k == "attach" {
    let base = formula(n.a)
    math.attach(if n.limits { math.limits(base) } else { math.scripts(base) }, t: if "t" in n { formula(n.t) }, b: if "b" in n { formula(n.b) })
  }
  else if n.k == "accent" { math.accent(formula(n.a), n.t) }
  else if n.k == "over" { (overline: math.overline, underline: math.underline, overbrace: math.overbrace, underbrace: math.underbrace, overbracket: math.overbracket, underbracket: math.underbracket).at(n.t)(formula(n.a)) }
  else if n.k == "under" { (overline: math.overline, underline: math.underline, overbrace: math.overbrace, underbrace: math.underbrace, overbracket: math.overbracket, underbracket: math.underbracket).at(n.t)(formula(n.a)) }
  else if n.k == "lines" {
    math.mat(delim: none, ..n.rows.map(cells => (cells.map(formula).join(point),)))
  }
  else if n.k == "mat" {
    let at = n.align.first(default: "center")
    math.mat(delim: none, align: if at == "left" { left } else if at == "right" { right } else { center }, column-gap: 0.6em, ..n.rows.map(cells => cells.map(formula)))
  }
}
`
