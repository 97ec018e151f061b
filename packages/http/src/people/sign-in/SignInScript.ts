/**
 * Script of the sign-in page. It exchanges the code for an API token instead of a session, for developers; without it,
 * the page signs in through its form. URLs are relative because the server may be mounted below a path.
 */
export const script = `const find = (id) => document.getElementById(id)
const code = new URLSearchParams(location.search).get("code") ?? ""
const show = (id) => {
  for (const step of document.querySelectorAll("[data-step]")) step.hidden = step.id !== id
}
const fail = (why) => {
  for (const reason of document.querySelectorAll("[data-why]")) reason.hidden = reason.dataset.why !== why
  show("failed")
}
const exchange = async () => {
  const answer = await fetch("v1/sign-in", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code }),
    credentials: "same-origin",
    cache: "no-store"
  })
  const body = await answer.json()
  if (!answer.ok) return fail(answer.status === 400 ? "used" : "later")
  history.replaceState(null, "", location.pathname)
  find("name").textContent = body.user.displayName
  find("token").value = body.token
  show("done")
  find("token").select()
}
find("confirm").addEventListener("click", () => {
  find("confirm").disabled = true
  exchange().catch(() => fail("later"))
})
find("copy").addEventListener("click", async () => {
  find("token").select()
  await navigator.clipboard.writeText(find("token").value).catch(() => document.execCommand("copy"))
  find("copied").hidden = false
})
find("instead").hidden = false
`
