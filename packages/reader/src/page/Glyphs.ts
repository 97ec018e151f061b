import { type Html, trustMarkup } from "../html/Html.ts"

const glyph = (paths: string): Html =>
  trustMarkup(`<svg class="glyph" viewBox="0 0 24 24" aria-hidden="true">${paths}</svg>`)

/** The icons of the frame; the style sheet sets their stroke. */
export const glyphs = {
  search: glyph('<circle cx="11" cy="11" r="7"/><path d="m20 20-3.9-3.9"/>'),
  menu: glyph('<path d="M4 7h16M4 12h16M4 17h16"/>'),
  close: glyph('<path d="m6 6 12 12M18 6 6 18"/>'),
  chevron: glyph('<path d="m7 10 5 5 5-5"/>'),
  light: glyph(
    '<circle cx="12" cy="12" r="4"/><path d="M12 3v2m0 14v2M3 12h2m14 0h2M5.6 5.6 7 7m10 10 1.4 1.4m0-12.8L17 7M7 17l-1.4 1.4"/>'
  ),
  dark: glyph('<path d="M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5Z"/>'),
  system: glyph('<rect x="3" y="4" width="18" height="12" rx="2"/><path d="M8 20h8m-4-4v4"/>'),
  copy: glyph(
    '<rect x="9" y="9" width="11" height="11" rx="2"/><path d="M15 5.5A1.5 1.5 0 0 0 13.5 4h-8A1.5 1.5 0 0 0 4 5.5v8A1.5 1.5 0 0 0 5.5 15"/>'
  ),
  text: glyph('<path d="M14 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V8Zm0 0v5h5M9 13h6m-6 4h4"/>'),
  pdf: glyph('<path d="M12 4v10m0 0-4-4m4 4 4-4M5 19h14"/>'),
  edit: glyph('<path d="M4 20h4L19 9l-4-4L4 16Zm9-13 4 4"/>')
} as const
