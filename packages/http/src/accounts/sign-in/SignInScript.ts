/**
 * The script of the sign-in page. It uses the code only when the button is pressed, so that a mail scanner that opens
 * the link does not use it up. Addresses are relative, as the server may be mounted below a path.
 */
export const script = `const find = (id) => document.getElementById(id)
const parameters = new URLSearchParams(location.search)
const code = parameters.get("code") ?? ""
const show = (id) => {
  for (const step of document.querySelectorAll("[data-step]")) step.hidden = step.id !== id
}
const fail = (text) => {
  find("reason").textContent = text
  show("failed")
}
const exchange = async () => {
  const answer = await fetch("v1/sign-in", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code }),
    credentials: "omit",
    cache: "no-store"
  })
  const body = await answer.json()
  if (answer.status === 400) return fail("This link was used before, or it is over.")
  if (!answer.ok) return fail("The server could not sign you in now. Try the link again later.")
  history.replaceState(null, "", location.pathname)
  find("name").textContent = body.user.displayName
  find("token").value = body.token
  show("done")
  find("token").select()
}
find("confirm").addEventListener("click", () => {
  find("confirm").disabled = true
  exchange().catch(() => fail("The server could not be reached. Try the link again later."))
})
find("copy").addEventListener("click", async () => {
  find("token").select()
  await navigator.clipboard.writeText(find("token").value).catch(() => document.execCommand("copy"))
  find("copied").textContent = "Copied"
})
if (parameters.has("refused")) fail("Your organization did not sign you in. Try it again, or ask an administrator to allow single sign-on for your account.")
else if (code === "") fail("The link is not complete: open it as it is in the letter.")
else show("start")
`
