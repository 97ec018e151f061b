import { all, make, words } from "./Dom.ts"

const open = (image: HTMLImageElement): void => {
  const copy = make("img", { src: image.currentSrc, alt: image.alt })
  const close = make("button", { type: "button", "aria-label": words.close }, copy)
  const dialog = make(
    "dialog",
    { class: "zoom-dialog", "aria-label": image.alt === "" ? words.zoom : image.alt },
    close
  )
  dialog.addEventListener("click", () => dialog.close())
  dialog.addEventListener("close", () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}

const startImage = (image: HTMLImageElement): void => {
  const name = image.alt === "" ? words.zoom : `${words.zoom}: ${image.alt}`
  // An image without alternative text is decorative until it becomes a button.
  if (image.alt === "") image.alt = name
  image.setAttribute("role", "button")
  image.setAttribute("aria-label", name)
  image.tabIndex = 0
  image.addEventListener("click", () => open(image))
  image.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return
    event.preventDefault()
    open(image)
  })
}

/** Enlarges images on click, except those within links. */
export const start = (): void => {
  for (const image of all(HTMLImageElement, "img[data-zoom]")) {
    if (image.closest("a, button") === null) startImage(image)
  }
}
