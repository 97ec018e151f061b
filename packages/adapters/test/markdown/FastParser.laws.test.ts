import { describe, it } from "@effect/vitest"
import { DocumentArbitrary, Rounds } from "@quire/testing"
import * as fc from "fast-check"
import { agrees } from "./agreement.ts"
import { markdown } from "./roundTrip.ts"

/** What texts are made of, between bars. */
const pieces = [
  ..."*_~`$[]()<>&\\#!|:-+=.@\"' \t\n",
  ...(
    "a¦word ¦1. ¦- ¦> ¦\n\n¦\n  ¦\n    ¦**¦__¦~~¦``¦```¦\n```\n¦$$¦\n$$\n¦[a](b)¦![a](b.png)¦\n[a]: /u\n¦\n[a]: /u 't'\n¦[a][]¦" +
    "[^a]¦\n[^a]: note\n¦<b>¦</b>¦<br>¦<!-- c -->¦<!--¦<div>\n¦<pre>\n¦<?php ?>¦<!DOCTYPE x>¦<![CDATA[x]]>¦&amp;¦\\*¦\\@¦\\\n¦" +
    "\n# ¦\n## ¦\n- ¦\n  - ¦\n1. ¦\n> ¦\n- [ ] ¦\n- [x] ¦\n---\n¦\n===\n¦\n| a | b |\n| - | - |\n| c | d |\n¦\n|-|-|\n¦- |\n¦" +
    '{% hint %}¦\n{% hint style="info" %}\n¦{% x¦\n{% endhint %}\n¦  {% endhint %}\n¦\n{% code title="a %} b" %}\n¦:1f600:¦' +
    "http://a.b/c¦www.a.b¦a@b.co¦é¦😀¦\u00a0¦{#id}¦\n> [!NOTE]\n> t¦<http://a.b>¦---\n¦---\ntitle: x\n---\n¦+++\n"
  ).split("¦")
]

describe("the native parser compared with micromark", () => {
  it(
    "agrees on texts of documents",
    () =>
      Rounds.holds(
        fc.property(DocumentArbitrary.normal, (document) => agrees(markdown.print(document))),
        Rounds.rounds(40, 5_000, 100)
      ),
    600_000
  )
  it(
    "agrees on any combination of signs",
    () =>
      Rounds.holds(
        fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 16 }), (parts) => agrees(parts.join(""))),
        Rounds.rounds(800, 100_000, 2_000)
      ),
    600_000
  )
})
