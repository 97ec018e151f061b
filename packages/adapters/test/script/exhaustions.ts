import { type Escape, endless, greedy, late, row, slow, soon } from "./Escape.ts"

const loops: ReadonlyArray<Escape> = [
  endless("a loop", "for (;;);"),
  endless("a loop that catches everything", "for (;;) try { for (;;); } catch {}"),
  endless("a loop in finally", "try { for (;;); } finally { for (;;); }"),
  endless("a generator without end", "for (const x of (function* () { for (;;) yield 1 })()) x"),
  endless("a loop of promises", "for (;;) await 1"),
  endless("a loop of microtasks", "const f = () => queueMicrotask(f); f(); await new Promise(() => {})"),
  endless("a getter that does not end", "return { get then() { for (;;); } }"),
  endless("a text that does not end", "return new Response({ toString() { for (;;); } })"),
  endless("a sort that does not end", "[2, 1].sort(() => { for (;;); })"),
  endless("a proxy that does not end", "return new Proxy({}, { getPrototypeOf() { for (;;); } })"),
  endless("an array of a length that does not end", "Array.prototype.forEach.call({ length: 2 ** 52 }, () => {})"),
  endless(
    "JSON of much, again and again",
    "const a = Array(1e5).fill({ a: 'x'.repeat(50) }); for (;;) JSON.stringify(a)"
  ),
  endless("JSON read again and again", "const a = JSON.stringify(Array(1e5).fill(1)); for (;;) JSON.parse(a)"),
  endless("a regular expression", "/^(a+)+$/.test('a'.repeat(40) + 'b')"),
  endless("a regular expression of alternatives", "/^(a|a)*$/.test('a'.repeat(40) + 'b')"),
  endless("a search again and again", "const a = 'ab'.repeat(1e6); for (;;) a.indexOf('ba'.repeat(1e3) + 'c')"),
  endless("a number of many digits", "let a = 3n; for (;;) a = a * a % (10n ** 2000n)"),
  endless("a thread that sleeps", "for (const end = Date.now() + 1e6; Date.now() < end; );"),
  endless("timers without end", "await new Promise((resolve) => setTimeout(resolve, 1e9))"),
  endless("timers that repeat", "setInterval(() => {}, 1); await new Promise(() => {})"),
  endless(
    "timers that make timers",
    "const f = () => { setTimeout(f); setTimeout(f) }; f(); await new Promise(() => {})"
  ),
  endless("digests without end", "for (;;) await crypto.subtle.digest('SHA-256', new Uint8Array(1e6))"),
  endless("URLs without end", "for (;;) new URL('https://a.example/' + 'x'.repeat(1e4))"),
  { name: "a loop at once", program: "for (;;);", comes: late, deadline: soon },
  { name: "a module that loops", program: "export default {}; for (;;);", comes: late, deadline: soon },
  {
    name: "a module that awaits for ever",
    program: "await new Promise(() => {}); export default {}",
    comes: /^thrown: /
  }
]

const memory: ReadonlyArray<Escape> = [
  greedy("arrays", "const a = []; for (;;) a.push(new Array(1e4).fill(a.length))"),
  greedy("one long array", "const a = []; for (;;) a.push(a.length)"),
  greedy("texts", "const a = []; for (;;) a.push('x'.repeat(1e5) + a.length)"),
  greedy("a text that doubles", "let a = 'ab'; for (;;) a += a"),
  greedy("buffers", "const a = []; for (;;) a.push(new Uint8Array(1e6))"),
  row("one large buffer", "return new Response(String(new ArrayBuffer(2 ** 30).byteLength))", /^(memory|thrown): /),
  row(
    "a buffer that grows",
    "const a = new ArrayBuffer(8, { maxByteLength: 2 ** 31 }); a.resize(2 ** 30); return new Response('x')",
    /^(memory|thrown): /
  ),
  slow("memory that is caught", "const a = []; for (;;) try { for (;;) a.push(new Uint8Array(1e5)) } catch {}"),
  greedy("objects", "let a = {}; for (;;) a = { a }"),
  greedy("maps", "const a = new Map(); for (let i = 0; ; i++) a.set(i, { i })"),
  greedy("symbols", "const a = []; for (;;) a.push(Symbol(a.length))"),
  greedy("names", "const a = {}; for (let i = 0; ; i++) a['name' + i] = i"),
  row(
    "functions",
    "const a = []; for (;;) a.push(new Function('return ' + a.length))",
    /^(memory|deadline): |^thrown: TypeError: not a function/
  ),
  greedy("promises", "const a = []; for (;;) a.push(new Promise(() => {}))"),
  slow("promises that wait for another", "let a = new Promise(() => {}); for (;;) a = a.then(() => a)"),
  slow("timers", "for (;;) setTimeout(() => {}, 1e6)"),
  slow("listeners", "const a = new AbortController(); for (;;) a.signal.addEventListener('abort', () => {})"),
  greedy("headers", "const a = new Headers(); for (let i = 0; ; i++) a.append('x' + i, 'y'.repeat(1e4))"),
  greedy("blobs", "let a = new Blob(['x'.repeat(1e5)]); for (;;) a = new Blob([a, a])"),
  greedy("parameters", "const a = new URLSearchParams(); for (;;) a.append('a', 'b'.repeat(1e4))"),
  row("calls", "const f = () => f() + 1; f()", /^thrown: RangeError: Maximum call stack/),
  row(
    "calls through texts",
    "const a = { toString: () => String(a) }; String(a)",
    /^thrown: RangeError: Maximum call stack/
  ),
  row("JSON that is deep", "JSON.parse('['.repeat(1e5))", /^thrown: /),
  row("an expression that is deep", "new RegExp('('.repeat(1e5))", /^thrown: /),
  row("a program that is deep", "eval('('.repeat(1e5))", /^thrown: /),
  row(
    "arrays in arrays",
    "let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return new Response(String(a.flat(Infinity).length))",
    /^(thrown|memory): |^0$/
  )
]

export const exhaustions: ReadonlyArray<Escape> = [...loops, ...memory]
