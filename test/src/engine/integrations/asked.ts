/**
 * A script that renders what it received, and responds to requests with it. It fails as `mode` in the properties, or in
 * the path, says.
 */
export const script = `
const answerWith = (status) => Object.defineProperty(new Response("body"), "status", { value: status })
const wrong = {
  throw: () => { throw new Error("canary") },
  status: () => Response.json({}, { status: 500 }),
  text: () => new Response("no JSON"),
  element: () => Response.json({ element: { type: "block", children: [{ type: "script" }] }, state: {}, props: {} }),
  huge: () => new Response("x".repeat(6_000_000)),
  nothing: () => undefined,
  status199: () => answerWith(199),
  status600: () => answerWith(600),
  half: () => answerWith(204.5),
  empty: () => answerWith(204),
  redirect: (request) => new Response(null, { status: 302, headers: {
    location: new URL(request.url).searchParams.get("to")
  } }),
  headers: () => new Response("<p>hi</p>", { status: 418, headers: {
    "content-type": "text/html", "set-cookie": "a=b", "x-own": "kept", "strict-transport-security": "max-age=1",
    "clear-site-data": "*", "content-security-policy": "img-src 'none'", "www-authenticate": "Basic",
    "referrer-policy": "unsafe-url", "content-encoding": "gzip", "x-ratelimit-limit": "1", "x-request-id": "theirs",
    "cache-control": "public, max-age=60", "location": "https://elsewhere.test/"
  } })
}
addEventListener("fetch", (event) => event.respondWith((async () => {
  const form = await event.request.formData()
  const asked = JSON.parse(form.get("event"))
  const environment = JSON.parse(form.get("environment"))
  const body = form.get("fetch-body")
  const mode = asked.type === "fetch" ? new URL(asked.request.url).pathname.split("/").at(-1) : asked.props.mode
  if (Object.hasOwn(wrong, mode)) return wrong[mode](asked.request)
  const told = {
    ...asked,
    installation: environment.installation?.id,
    space: environment.spaceInstallation?.space,
    site: environment.siteInstallation?.site,
    body: body === null ? undefined : await body.text()
  }
  if (asked.type === "fetch") return Response.json(told)
  if (mode === "complete") return Response.json({ type: "complete", returnValue: { done: true } })
  const element = { type: "block", children: [{ type: "markdown", content: JSON.stringify(told) }] }
  return Response.json({ element, state: asked.state ?? {}, props: asked.props })
})()))`
