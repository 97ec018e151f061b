import { Inline } from "@quire/core"
import type { Page } from "playwright-core"
import { afterAll, assert, beforeAll, it } from "vitest"
import * as Stage from "../published/stage.ts"
import { memory } from "../support/engine.ts"
import { assertAccessible, inBrowser, visit } from "./browser.ts"
import { bullets, code, heading, image, images, item, numbers, paragraph, quote, task, tasks } from "./nodes.ts"
import { type SpecimenPage, siteOf } from "./specimen.ts"

const arabic = "هذه الصفحة تشرح كيفية إعداد الخادم لأول مرة، ثم أعد تشغيل الخدمة."
const english = "This sentence is written in English, and it is long enough for more than one line on a phone."

const mixed = [english, arabic, "1984 عام", "GET /users مسار"]

const lists = [
  numbers(998, ...mixed.map((text) => item(text, numbers(9_999, item(english), item(arabic))))),
  bullets(...mixed.map((text) => item(text, bullets(item(english, numbers(1, item(arabic))), item(arabic))))),
  tasks(task(true, english), task(false, arabic))
]

const pages: ReadonlyArray<SpecimenPage> = [
  {
    title: "REST API",
    slug: "arabic",
    nodes: [
      paragraph(arabic),
      heading(1, arabic),
      quote(paragraph(arabic)),
      code({ syntax: "javascript" }, ...Array.from({ length: 20 }, () => "const configuration = readConfiguration()")),
      ...lists
    ]
  },
  { title: "دليل", slug: "english", nodes: [paragraph(english), paragraph(english), ...lists] },
  {
    title: "Code",
    slug: "code",
    nodes: [
      code({ syntax: "javascript" }, "first(); /* تعليق */ second(); // تعليق آخر", 'third("قيمة", "أخرى", fourth)'),
      code({}, "اسم = قيمة + آخر", "fifth قيمة sixth قيمة seventh")
    ]
  },
  {
    title: "Pictures",
    slug: "pictures",
    nodes: [
      images(
        { align: "center" },
        image({ ref: { kind: "file", file: "small" }, width: 40 }, [Inline.text("A caption of several words.")])
      ),
      images(
        {},
        image({ ref: { kind: "file", file: "small" }, width: { unit: "%", value: 10 } }, [
          Inline.text("A caption of several words.")
        ])
      )
    ]
  }
]

let stage: Stage.Stage
const mounts = new Map<string, string>()

beforeAll(async () => {
  stage = await Stage.open(memory)
  for (const locale of ["en", "ar", "fa", "he"] as const) {
    const { mount } = await siteOf(
      stage,
      ({ image: picture }) => JSON.parse(JSON.stringify(pages).replaceAll('"file":"small"', `"file":"${picture}"`)),
      locale
    )
    mounts.set(locale, mount)
  }
})

afterAll(() => stage.close())

const reading = (locale: string, slug: string, width: number, act: (page: Page) => Promise<void>) =>
  visit(`${stage.url}${mounts.get(locale)}${slug}`, act, { viewport: { width, height: 800 } })

/** The texts of the tokens of each line of code from left to right. */
const shownTokens = `JSON.stringify([...document.querySelectorAll("pre code")].map((code) => {
  const words = []
  const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const { 0: text, index } of node.data.matchAll(/[\\p{L}\\p{M}]+/gu)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + text.length)
      const { left, top } = range.getBoundingClientRect()
      words.push({ text, left, top: Math.round(top / 8) })
    }
  }
  return words.sort((one, other) => one.top - other.top || one.left - other.left).map(({ text }) => text)
}))`

inBrowser("pages in right-to-left languages", () => {
  it.each(["ar", "fa", "he"])(
    "uses the language, direction and texts of the locale %s (rule page-direction)",
    (locale) =>
      reading(locale, "arabic", 1280, async (page) => {
        assert.deepStrictEqual(await page.evaluate("[document.documentElement.lang, document.documentElement.dir]"), [
          locale,
          "rtl"
        ])
        const menu = await page.locator("#page\\:menu").boundingBox()
        assert.isAbove(menu?.x ?? 0, 640)
        assert.strictEqual(await page.getByText("Previous", { exact: true }).count(), 0)
      })
  )

  it.each([
    ["en", "arabic", "rtl"],
    ["en", "english", "ltr"],
    ["ar", "arabic", "rtl"],
    ["ar", "english", "ltr"]
  ])("uses the direction of the content, not of the title: %s %s (rule page-direction)", (locale, slug, direction) =>
    reading(locale, slug, 1280, async (page) => {
      assert.strictEqual(
        await page.evaluate("getComputedStyle(document.querySelector('article')).direction"),
        direction
      )
    })
  )

  it.each([
    ["en", "arabic"],
    ["en", "english"],
    ["ar", "arabic"],
    ["ar", "english"]
  ] as const)(
    "shows lists of both directions on a phone without horizontal scrolling: %s %s (rule page-direction)",
    (locale, slug) =>
      reading(locale, slug, 390, async (page) => {
        const wide =
          await page.evaluate(`JSON.stringify([...document.querySelectorAll(".document *")].filter((element) => {
        const { left, right } = element.getBoundingClientRect()
        return !element.closest("pre, .visually-hidden, .hidden") && (left < 0 || right > innerWidth)
      }).map((element) => element.outerHTML.slice(0, 80)))`)
        assert.deepStrictEqual(JSON.parse(String(wide)), [])
        await assertAccessible(page, ["light", 390, locale === "en" ? "ltr" : "rtl"])
      })
  )

  it("keeps the order of code tokens next to right-to-left text (rule page-direction)", () =>
    reading("ar", "code", 1280, async (page) => {
      assert.deepStrictEqual(JSON.parse(String(await page.evaluate(shownTokens))), [
        ["first", "تعليق", "second", "آخر", "تعليق", "third", "قيمة", "أخرى", "fourth"],
        ["اسم", "قيمة", "آخر", "fifth", "قيمة", "sixth", "قيمة", "seventh"]
      ])
    }))

  it.each([1280, 390])("shows captions that are wider than narrow pictures, %i pixels wide", (width) =>
    reading("en", "pictures", width, async (page) => {
      for (const figure of await page.locator("figure.image").all()) {
        const caption = await figure.locator("figcaption").boundingBox()
        const picture = await figure.locator("img").boundingBox()
        assert.isAbove(caption?.width ?? 0, 180)
        assert.isBelow(caption?.height ?? 0, 30)
        assert.isBelow(picture?.width ?? 0, 120)
      }
      assert.strictEqual(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0)
    })
  )
})
