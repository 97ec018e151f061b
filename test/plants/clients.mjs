/** The tests that find faults in the client. */
export const suites = {
  client: ["packages/client/test/Client."]
}

export const plants = [
  {
    suite: "client",
    bug: "the client sends its token to every URL that it follows",
    package: "client",
    file: "Client.ts",
    from: "(isOwn(url) ? send : anonymous)",
    to: "(isOwn(url) ? send : send)"
  },
  {
    suite: "client",
    bug: "the client retries POST and PATCH requests that may have succeeded",
    package: "client",
    file: "Sender.ts",
    from: 'new Set(["GET", "HEAD", "PUT", "DELETE"])',
    to: 'new Set(["GET", "HEAD", "PUT", "DELETE", "POST", "PATCH"])'
  }
]
