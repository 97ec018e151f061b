/** Address of the application, which ends with a slash. The server writes it into the page (`<base href>`). */
export const appAddress = new URL(".", document.baseURI)

/** Address of the server, without `/v1`. */
export const serverAddress = new URL("../", appAddress)

/** Path of the application without the slash at its end, as the router takes it. */
export const basePath = appAddress.pathname.replace(/\/$/, "")

/** Path of the application that an address of the API (`urls.app`) leads to: `/s/…`, `/c/…` or `/o/…`. */
export const pathOfAppUrl = (address: string): string => /\/[sco]\/.*$/.exec(address)?.[0] ?? "/"

/** Identifier of the space in an address of the application; undefined if it has none. */
export const spaceOfAppUrl = (address: string): string | undefined => /\/s\/([^/?#]+)/.exec(address)?.[1]

/** Address of the sign-in page, which leads back to the current page. */
export const signInAddress = (): string => {
  const { pathname, search } = window.location
  const address = new URL("sign-in", serverAddress)
  address.searchParams.set("return", `${pathname}${search}`.slice(0, 500))
  return address.href
}

/** Leaves the application for the sign-in page. */
export const leaveToSignIn = (): void => window.location.assign(signInAddress())

/** Address to which a form signs out. */
export const signOutAddress = new URL("sign-out", serverAddress).href

/** Address of the documentation of the API, which includes the commands. */
export const documentationAddress = new URL("docs", serverAddress).href
