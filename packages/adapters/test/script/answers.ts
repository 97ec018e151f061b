import { type Escape, full, late, row, soon } from "./Escape.ts"

export const answers: ReadonlyArray<Escape> = [
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
    comes: /^thrown: the script is waiting/
  },
  {
    name: "no answer",
    program: "addEventListener('fetch', () => {})",
    comes: /^thrown: TypeError: The script returned a value that is not a Response/
  },
  row(
    "lines that throw",
    "console.log({ get a() { throw 1 } }, new Proxy({}, { ownKeys() { throw 1 } }), Symbol('x'), 1n); return new Response('done')",
    /^done$/
  ),
  row("lines that turn in circles", "const a = {}; a.a = a; console.log(a); return new Response('done')", /^done$/),
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
  row("a wait that fails", "event.waitUntil(Promise.reject(1)); return new Response('done')", /^done$/)
]
