import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { FileMailer, MemoryMailer, OwnMailer, SmtpMailer } from "@quire/adapters"
import { Mailer } from "@quire/core"
import { Effect, Layer, Redacted } from "effect"
import * as SmtpSink from "../support/smtpSink.ts"

const email: Mailer.Email = {
  to: "ann@docs.test",
  subject: "Invitation to Größe",
  text: "Open this:\n\nhttp://quire.test/sign-in?code=abc\n\n.\nEnd\n"
}

const send = (given: Partial<Mailer.Email> = {}) =>
  Effect.flatMap(Mailer.Mailer, (mailer) => mailer.send({ ...email, ...given }))

const smtp = (port: number, credentials = "") =>
  SmtpMailer.layer({ url: Redacted.make(`smtp://${credentials}127.0.0.1:${port}`), from: "Quire <quire@docs.test>" })

const reason = <R>(effect: Effect.Effect<void, Mailer.MailFailed, R>) =>
  Effect.match(effect, { onFailure: ({ cause }) => cause, onSuccess: () => "taken" })

const headersOf = (data: string) => data.slice(0, data.indexOf("\n\n")).split("\n")

/** Names and addresses that attempt injections. */
const injections = [
  "a@b.test\r\nBcc: c@d.test",
  "a@b.test, c@d.test",
  "a@b.test> <c@d.test",
  '"x" <a@b.test>',
  "nobody"
]

describe("the mailer over SMTP", () => {
  it.live("sends an email unchanged", () =>
    Effect.gen(function* () {
      const sink = yield* SmtpSink.listen()
      yield* Effect.provide(send(), smtp(sink.port, "user%40x:p%3Aw@"))
      const [got] = sink.received
      assert.match(got?.from ?? "", /<quire@docs\.test>/)
      assert.deepStrictEqual([sink.received.length, got?.to.length], [1, 1])
      assert.match(got?.to[0] ?? "", /<ann@docs\.test>/)
      assert.include(got?.data ?? "", "http://quire.test/sign-in?code=")
      assert.include(headersOf(got?.data ?? "").join("\n"), "To: ann@docs.test")
      const plain = Buffer.from("\0user@x\0p:w").toString("base64")
      assert.include(sink.commands.join("\n"), plain)
    }).pipe(Effect.scoped)
  )

  it.live("adds no header and no recipient, for any content of an email", () =>
    Effect.gen(function* () {
      const sink = yield* SmtpSink.listen()
      const mailer = smtp(sink.port)
      yield* Effect.provide(send({ subject: "Hello\r\nBcc: c@d.test\r\n\r\nBody\u2028X-More: 1" }), mailer)
      const headers = headersOf(sink.received[0]?.data ?? "")
      assert.isFalse(headers.some((line) => /^(bcc|x-more)/i.test(line)))
      assert.strictEqual(sink.received[0]?.to.length, 1)
      for (const to of injections) {
        assert.strictEqual(yield* reason(Effect.provide(send({ to }), mailer)), "the email address is invalid")
      }
      assert.strictEqual(sink.received.length, 1)
    }).pipe(Effect.scoped)
  )

  it.live("reports a failure without addresses", () =>
    Effect.gen(function* () {
      const refuses = yield* SmtpSink.listen({ RCPT: "550 no ann@docs.test here" })
      const busy = yield* SmtpSink.listen({ ".": "451 try later, ann@docs.test" })
      const closed = yield* SmtpSink.listen()
      yield* Effect.sync(closed.close)
      const reasons = yield* Effect.forEach([refuses.port, busy.port, closed.port], (port) =>
        reason(Effect.provide(send(), smtp(port)))
      )
      assert.match(reasons.join("\n"), /^smtp EENVELOPE 550.*\nsmtp EMESSAGE 451.*\nsmtp E\w+.*$/)
      for (const text of reasons) assert.notInclude(text, "ann")
    }).pipe(Effect.scoped)
  )
})

describe("the mailer into a folder", () => {
  it.live("writes each email as one complete file, and leaves no partial file", () =>
    Effect.gen(function* () {
      const directory = join(mkdtempSync(join(tmpdir(), "quire-mail-")), "outbox", "deep")
      const mailer = FileMailer.layer({ directory })
      yield* Effect.provide(Effect.all([send(), send({ to: "bob@docs.test" })]), mailer)
      const names = readdirSync(directory)
      assert.strictEqual(names.length, 2)
      for (const name of names) {
        assert.match(name, /^\d{8}T\d{9}Z-[0-9a-f-]{36}\.eml$/)
        assert.strictEqual(statSync(join(directory, name)).mode & 0o777, 0o600)
      }
      assert.strictEqual(statSync(directory).mode & 0o777, 0o700)
      const texts = names.map((name) => readFileSync(join(directory, name), "utf8"))
      assert.isTrue(texts.some((text) => text.includes("To: bob@docs.test") && text.includes("From: Quire")))
    })
  )

  it.live("keeps links in one piece in the file", () =>
    Effect.gen(function* () {
      const directory = mkdtempSync(join(tmpdir(), "quire-mail-"))
      const text = `Öffne diesen Link:\n\nhttps://docs.test/sign-in?code=${"a".repeat(90)}\n`
      yield* Effect.provide(send({ text, subject: "Grüße" }), FileMailer.layer({ directory }))
      const [name = ""] = readdirSync(directory)
      const [headers, ...body] = readFileSync(join(directory, name), "utf8").split("\n\n")
      assert.strictEqual(body.join("\n\n"), text)
      assert.match(headers ?? "", /^Content-Transfer-Encoding: 8bit$/m)
      assert.match(headers ?? "", /^Subject: =\?UTF-8\?/im)
    })
  )

  it.live("fails where it cannot write", () =>
    Effect.gen(function* () {
      const file = join(mkdtempSync(join(tmpdir(), "quire-mail-")), "file")
      writeFileSync(file, "")
      const reasons = yield* reason(Effect.provide(send(), FileMailer.layer({ directory: join(file, "outbox") })))
      assert.match(reasons, /^folder E\w+$/)
    })
  )
})

describe("the mailer into memory", () => {
  it.effect("keeps emails, unless configured to reject them", () =>
    Effect.gen(function* () {
      const kept = yield* MemoryMailer.MemoryMailer
      yield* send()
      yield* kept.refuse(true)
      assert.strictEqual(yield* reason(send()), "memory")
      yield* kept.refuse(false)
      assert.deepStrictEqual(yield* kept.emails, [email])
    }).pipe(Effect.provide(Layer.fresh(MemoryMailer.layer)))
  )
})

describe("the mailer of a host", () => {
  it.effect("receives each email, and its failures are reported without the address", () =>
    Effect.gen(function* () {
      const taken: Array<Mailer.Email> = []
      yield* Effect.provide(
        send(),
        OwnMailer.layer(async (given) => taken.push(given))
      )
      assert.deepStrictEqual(taken, [email])
      const refusing = OwnMailer.layer(async ({ to }) => {
        throw new Error(`no room for ${to}`)
      })
      assert.strictEqual(yield* reason(Effect.provide(send(), refusing)), "no room for the recipient")
    })
  )
})
