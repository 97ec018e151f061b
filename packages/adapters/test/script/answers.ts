import { type Escape, full, late, row, soon } from "./Escape.ts"

export const answers: ReadonlyArray<Escape> = [
  row("an answer that is too large", "return new Response('x'.repeat(6e6))", /^output: /),
  row("headers that are too large", "return new Response('', { headers: { a: 'x'.repeat(7e4) } })", /^output: /),
  row(
    "headers that are too many",
    "const headers = new Headers(); for (let i = 0; i < 700; i++) headers.append('x' + i, 'y'.repeat(100)); return new Response('', { headers })",
    /^output: /
  ),
  row(
    "a header with a break of lines",
    "return new Response('', { headers: { a: 'b\\r\\nc: d' } })",
    /^thrown: TypeError: Invalid header value/
  ),
  row(
    "a header of another name",
    "return new Response('', { headers: { 'a b': 'c' } })",
    /^thrown: TypeError: Invalid header name/
  ),
  row("a status that is none", "return new Response('', { status: 99 })", /^thrown: RangeError/),
  row("two answers", "event.respondWith(new Response('two')); return new Response('one')", /^(thrown: .*|one)$/s),
  row(
    "a stream without end",
    "return new Response(new ReadableStream({ pull: (it) => it.enqueue(new Uint8Array(1e6)) }))",
    full
  ),
  {
    name: "an answer that never comes",
    program: "addEventListener('fetch', (event) => event.respondWith(new Promise(() => {})))",
    comes: /^thrown: the script waits/
  },
  {
    name: "no answer",
    program: "addEventListener('fetch', () => {})",
    comes: /^thrown: TypeError: The script answered with something/
  },
  row("lines without end", "for (let i = 0; i < 1e5; i++) console.log('line'); return new Response('done')", /^done$/),
  row(
    "lines that are long",
    "for (let i = 0; i < 100; i++) console.log('x'.repeat(1e5)); return new Response('done')",
    /^done$/
  ),
  row(
    "lines that throw",
    "console.log({ get a() { throw 1 } }, new Proxy({}, { ownKeys() { throw 1 } }), Symbol('x'), 1n); return new Response('done')",
    /^done$/
  ),
  row("lines that turn in circles", "const a = {}; a.a = a; console.log(a); return new Response('done')", /^done$/),
  row(
    "fetches without number",
    "const all = await Promise.allSettled(Array.from({ length: 500 }, () => fetch('http://127.0.0.1/'))); return new Response(all.filter(({ reason }) => String(reason).includes('too often')).length)",
    /^450$/
  ),
  row(
    "a request that is too large",
    "await fetch('http://a.example/', { method: 'POST', body: new Uint8Array(6e6) })",
    /^thrown: TypeError: fetch failed: the body of the request is too large/
  ),
  row(
    "methods that are none",
    "await fetch('http://a.example/', { method: 'GET / HTTP/1.1\\r\\nhost: x' })",
    /^thrown: TypeError: Invalid method/
  ),
  row(
    "a tunnel",
    "await fetch('http://a.example/', { method: 'CONNECT' })",
    /^thrown: TypeError: The method CONNECT is forbidden/
  ),
  row("timers after the end", "setTimeout(() => { for (;;); }, 50); return new Response('done')", /^done$/),
  row(
    "fetches after the end",
    "fetch('http://127.0.0.1/').then(() => { for (;;); }, () => { for (;;); }); return new Response('done')",
    /^done$/
  ),
  row("waiting without end", "event.waitUntil((async () => { for (;;); })()); return new Response('done')", late, soon),
  {
    name: "waiting without end after the answer",
    program:
      "addEventListener('fetch', (event) => { event.respondWith(new Response('done')); event.waitUntil(new Promise((resolve) => setTimeout(resolve, 20)).then(() => { for (;;); })) })",
    comes: /^done$/,
    deadline: 1_500
  },
  row("a wait that fails", "event.waitUntil(Promise.reject(1)); return new Response('done')", /^done$/)
]
