import { type Escape, late, row, says, soon } from "./Escape.ts"

const blocked = /fetch failed: the URL points to an address that is not allowed/
const noUrl = /fetch failed: the URL or the response of the server is not valid http or https/

const names: ReadonlyArray<Escape> = [
  says(
    "a constructor's constructor",
    "[].constructor.constructor('return typeof process + typeof require')()",
    /^undefinedundefined$/
  ),
  says(
    "the constructor of what is given",
    "request.constructor.constructor('return typeof host + typeof realm')()",
    /^undefinedundefined$/
  ),
  says("the constructor of fetch", "await fetch.constructor('return typeof process')()", /^undefined$/),
  says(
    "the constructor of an error",
    "(() => { try { null.x } catch (error) { return error.constructor.constructor('return typeof process')() } })()",
    /^undefined$/
  ),
  says("eval", "eval('typeof process + typeof globalThis.process')", /^undefinedundefined$/),
  says("eval from outside", "(0, eval)('typeof host')", /^undefined$/),
  says("process", "typeof process", /^undefined$/),
  says("require", "typeof require", /^undefined$/),
  says("modules", "typeof module + typeof exports + typeof __dirname", /^undefinedundefinedundefined$/),
  says("WebAssembly", "typeof WebAssembly", /^undefined$/),
  says("workers", "typeof Worker + typeof SharedWorker", /^undefinedundefined$/),
  says(
    "other requests",
    "typeof XMLHttpRequest + typeof WebSocket + typeof EventSource",
    /^undefinedundefinedundefined$/
  ),
  says(
    "the system of QuickJS",
    "typeof std + typeof os + typeof scriptArgs + typeof print",
    /^undefinedundefinedundefinedundefined$/
  ),
  says("this", "(function () { return Object.keys(this ?? {}).length })()", /^[0-9]$/),
  says(
    "callers",
    "(() => { try { return typeof (function f() { return f.caller })() } catch { return 'refused' } })()",
    /^(undefined|object|refused)$/
  ),
  says(
    "the stack's own objects",
    "(() => { Error.prepareStackTrace = (_, all) => all; return typeof new Error().stack?.[0]?.getThis?.() })()",
    /^undefined$/
  ),
  row(
    "importing a module of Node",
    "return new Response(String(await import('node:fs')))",
    /^thrown: ReferenceError: could not load module/
  ),
  row(
    "importing from the web",
    "return new Response(String(await import('https://a.example/x.js')))",
    /^thrown: ReferenceError: could not load module/
  ),
  row(
    "importing a file",
    "return new Response(String(await import('/etc/passwd')))",
    /^thrown: ReferenceError: could not load module/
  ),
  {
    name: "a module that imports",
    program: "import fs from 'node:fs'; export default { fetch: () => new Response(fs.readFileSync('/etc/passwd')) }",
    comes: /^(thrown|invalid): /
  },
  says(
    "waiting on shared memory",
    "(() => { try { return Atomics.wait(new Int32Array(new SharedArrayBuffer(8)), 0, 0, 1e6) } catch (error) { return error.name } })()",
    /Error$/
  ),
  says("the variables of the server", "Object.keys(globalThis.process?.env ?? {}).length", /^0$/),
  row(
    "a stack that tells where the server is",
    "try { host } catch (error) { return new Response(String(error.stack)) }",
    /^\s*at (?!.*(file:|node_modules|\/)).*$/s
  ),
  row(
    "an error of the thread",
    "try { new URL('x'.repeat(1e6)) } catch (error) { return new Response(String(error.stack)) }",
    /^(?!.*(file:|node_modules)).*$/s
  ),
  row(
    "the realm's own functions",
    "let found = 'nothing'; const call = Function.prototype.call; Function.prototype.call = function (...all) { found = String(all[0]); return call.apply(this, all) }; new URL('https://a.example'); new TextEncoder().encode('x'); return new Response(found)",
    /^nothing$/
  )
]

const pollution: ReadonlyArray<Escape> = [
  row(
    "a prototype of all objects",
    "Object.prototype.then = () => {}; Object.prototype.left = 1; return new Response('done')",
    /^(done|thrown: .*|deadline: .*)$/s
  ),
  row(
    "the prototype of promises",
    "Promise.prototype.then = () => {}; return new Response('done')",
    /^(done|thrown: .*)$/s
  ),
  row(
    "the prototype of arrays",
    "Array.prototype[Symbol.iterator] = null; return new Response('done')",
    /^(done|thrown: .*)$/s
  ),
  row(
    "a replaced JSON object",
    "JSON.stringify = () => '{}'; JSON.parse = () => ({ url: 'file:///etc/passwd', method: 'GET', headers: [] }); return new Response('done')",
    /^(done|thrown: .*)$/s
  ),
  row("invalid headers", "JSON.stringify = () => 'x'; return new Response('done')", /^thrown: /),
  row(
    "headers with a line break",
    "JSON.stringify = () => '[[\"a\",\"b\\\\r\\\\nc: d\"]]'; return new Response('done')",
    /^thrown: /
  ),
  row("a request that is none", "JSON.stringify = () => '5'; await fetch('https://a.example')", /^thrown: /),
  row(
    "an endless Map",
    "Map.prototype.get = () => { throw 1 }; await fetch('http://127.0.0.1'); return new Response('x')",
    /^(thrown|deadline): /
  ),
  row(
    "a frozen world",
    "Object.freeze(Object.prototype); Object.freeze(globalThis); return new Response('done')",
    /^done$/
  ),
  row(
    "functions of the realm that others are put for",
    "globalThis.Response = class {}; return new Response('x')",
    /^thrown: TypeError: The script returned a value that is not a Response/
  ),
  row(
    "getters that throw",
    "return { get status() { throw 1 }, get headers() { throw 2 } }",
    /^thrown: TypeError: The script returned a value that is not a Response/
  ),
  row(
    "an error with getters that throw",
    "throw { get name() { throw this }, get message() { throw this }, toString() { throw this } }",
    /^thrown: the error that the script threw cannot be displayed/
  ),
  {
    name: "an error with getters that throw, at once",
    program: "throw { get name() { throw this }, get message() { throw this }, toString() { throw this } }",
    comes: /^(thrown|crashed): /
  },
  row(
    "an error that is endless",
    "const e = new Error('x'); Object.defineProperty(e, 'message', { get() { for (;;); } }); throw e",
    late,
    soon
  ),
  row("throwing nothing", "throw undefined", /^thrown: undefined$/),
  row(
    "an error of the realm's memory that is none",
    "throw Object.assign(new Error('out of memory'), { name: 'InternalError' })",
    /^memory: /
  )
]

const address = (url: string, comes: RegExp = blocked): Escape =>
  row(`fetching ${url}`, `return new Response((await fetch(${JSON.stringify(url)})).status)`, comes)

export const addresses: ReadonlyArray<Escape> = [
  address("http://127.0.0.1/"),
  address("http://127.1/"),
  address("http://2130706433/"),
  address("http://0x7f000001/"),
  address("http://0177.0.0.1/"),
  address("http://0.0.0.0/"),
  address("http://localhost/"),
  address("http://[::1]/"),
  address("http://[::ffff:127.0.0.1]/"),
  address("http://[64:ff9b::7f00:1]/"),
  address("http://169.254.169.254/latest/meta-data/"),
  address("http://10.0.0.1/"),
  address("http://172.16.0.1/"),
  address("http://192.168.0.1/"),
  address("http://100.64.0.1/"),
  address("http://[fd00::1]/"),
  address("http://[fe80::1]/"),
  address("http://224.0.0.1/"),
  address("http://inside.private/"),
  address("http://a.example:22/"),
  address("http://a.example:5432/"),
  address("http://１２７.0.0.1/"),
  address("file:///etc/passwd", noUrl),
  address("ftp://a.example/", noUrl),
  address("data:text/plain,x", noUrl),
  address("http://user:password@a.example/", /credentials/),
  address("//127.0.0.1/", /Invalid URL/)
]

export const escapes: ReadonlyArray<Escape> = [...names, ...pollution, ...addresses]
