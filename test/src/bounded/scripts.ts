/** Programs that do their worst, as integrations that anybody publishes, each as the body of a function that answers. */
const bodies: { readonly [name: string]: string } = {
  loop: "for (;;);",
  "loop that catches": "for (;;) try { for (;;); } catch {}",
  "loop of promises": "for (;;) await 1",
  "regular expression": "/^(a+)+$/.test('a'.repeat(40) + 'b')",
  "JSON of much": "const a = Array(1e5).fill({ a: 'x'.repeat(50) }); for (;;) JSON.stringify(a)",
  "large numbers": "let a = 3n ** 200000n; for (;;) a = a * a % (10n ** 60000n)",
  "sort of much": "const a = new Float64Array(1e6).map((_, at) => at * 7919 % 1000003); for (;;) Array.from(a).sort()",
  "search in much": "const a = 'ab'.repeat(1e6); for (;;) a.indexOf('ba'.repeat(1e3) + 'c')",
  digests: "for (;;) await crypto.subtle.digest('SHA-256', new Uint8Array(1e6))",
  "memory that is caught": "const a = []; for (;;) try { for (;;) a.push(new Uint8Array(1e5)) } catch {}",
  "timers without end": "const f = () => { setTimeout(f); setTimeout(f) }; f(); await new Promise(() => {})",
  buffers: "const a = []; for (;;) a.push(new Uint8Array(1e6).fill(1))",
  texts: "const a = []; for (;;) a.push('x'.repeat(1e5) + a.length)",
  closures: "const a = []; for (;;) { const x = a.length; a.push(() => x) }",
  "answer of 5 MB": "return new Response('x'.repeat(5_000_000))",
  "answer too large": "return new Response('x'.repeat(6_000_000))",
  "console without end": "for (let n = 0; n < 1e5; n++) console.log('y'.repeat(1_000)); return new Response('x')"
}

/** A program whose answer a function with this body works out. */
export const answering = (body: string): string =>
  `addEventListener("fetch", (event) => event.respondWith((async () => { ${body} })()))`

export const scripts: { readonly [name: string]: string } = Object.fromEntries(
  Object.entries(bodies).map(([name, body]) => [name, answering(body)])
)
