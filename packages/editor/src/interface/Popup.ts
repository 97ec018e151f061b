import { makeElement } from "./Elements.ts"

/** A rectangle of the window that a popup is placed next to. */
export interface AnchorRect {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Which side of its anchor a popup prefers. */
export type PopupSide = "above" | "below" | "start"

const gap = 6
const margin = 8

const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high))

/** The part of the window that the keyboard of a phone leaves. */
const viewportRect = () => {
  const { visualViewport } = window
  const left = visualViewport?.offsetLeft ?? 0
  const top = visualViewport?.offsetTop ?? 0
  const width = visualViewport?.width ?? document.documentElement.clientWidth
  const height = visualViewport?.height ?? document.documentElement.clientHeight
  return { left, top, right: left + width, bottom: top + height }
}

interface Size {
  readonly width: number
  readonly height: number
}

/** Where a popup of a size is placed: inside the window, at its side of the anchor if there is space. */
export const placeRect = (
  anchor: AnchorRect,
  { height, width }: Size,
  side: PopupSide,
  isRtl: boolean,
  view: AnchorRect = viewportRect()
): { readonly left: number; readonly top: number; readonly height: number } => {
  const within = (left: number) => clamp(left, view.left + margin, Math.max(view.right - width - margin, margin))
  if (side === "start") {
    const left = isRtl ? anchor.right + gap : anchor.left - width - gap
    return { left: clamp(left, view.left, view.right - width), top: anchor.top, height }
  }
  const left = within(isRtl ? anchor.right - width : anchor.left)
  const above = anchor.top - gap - view.top - margin
  const below = view.bottom - margin - anchor.bottom - gap
  const isAbove = side === "above" ? above >= height || above > below : below < height && above > below
  const visible = Math.min(height, Math.max(isAbove ? above : below, 0))
  const top = isAbove ? anchor.top - gap - visible : anchor.bottom + gap
  return { left, top: clamp(top, view.top, Math.max(view.bottom - visible, view.top)), height: visible }
}

/** A box above the page, in the top layer, so that nothing clips it. */
export interface Popup {
  readonly dom: HTMLElement
  readonly isOpen: () => boolean
  /** Opens the popup, or moves it, next to what `anchor` returns; it follows when the page scrolls. */
  readonly open: (anchor: () => AnchorRect | undefined) => void
  readonly close: () => void
  readonly destroy: () => void
}

export const makePopup = (layer: HTMLElement, name: string, side: PopupSide): Popup => {
  const dom = makeElement("div", { class: `quire-popup quire-${name}`, popover: "manual" })
  layer.append(dom)
  let anchorOf: (() => AnchorRect | undefined) | undefined
  const place = () => {
    const anchor = anchorOf?.()
    if (anchor === undefined || !dom.isConnected) return
    dom.style.maxBlockSize = ""
    const { height, width } = dom.getBoundingClientRect()
    const rect = placeRect(anchor, { height, width }, side, getComputedStyle(layer).direction === "rtl")
    dom.style.left = `${Math.round(rect.left)}px`
    dom.style.top = `${Math.round(rect.top)}px`
    if (rect.height < height) dom.style.maxBlockSize = `${Math.floor(rect.height)}px`
  }
  const watch = new AbortController()
  const { signal } = watch
  window.addEventListener("scroll", place, { capture: true, passive: true, signal })
  window.addEventListener("resize", place, { signal })
  window.visualViewport?.addEventListener("resize", place, { signal })
  const isOpen = () => anchorOf !== undefined
  const close = () => {
    anchorOf = undefined
    if (dom.matches(":popover-open")) dom.hidePopover()
  }
  return {
    dom,
    isOpen,
    open: (anchor) => {
      anchorOf = anchor
      if (!dom.matches(":popover-open")) dom.showPopover()
      place()
    },
    close,
    destroy: () => {
      close()
      watch.abort()
      dom.remove()
    }
  }
}
