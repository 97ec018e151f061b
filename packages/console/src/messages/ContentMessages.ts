/** The texts about files, reusable content, links, imports and exports of a space, which their screens load. */
export const contentMessages = {
  files: {
    title: "Files",
    text: "Images and other files of this space. Pages show them, and link to them.",
    empty: "No files yet",
    emptyText: "Upload files here, or drop them into a page while you edit it.",
    emptyReadOnlyText: "Files appear here when a member uploads them.",
    upload: "Upload files",
    uploading: (name: string) => `Uploading ${name}`,
    uploaded: (count: number) => (count === 1 ? "1 file was uploaded." : `${count} files were uploaded.`),
    dismissFailure: (name: string) => `Dismiss the failed upload of ${name}`,
    locked: "The pages of this space are locked. Upload files in the editor of a change request.",
    dimensions: (width: number, height: number) => `${width} × ${height}`,
    actions: (name: string) => `Actions for ${name}`,
    copyLink: "Copy link",
    copied: "The link was copied.",
    download: "Download",
    uses: "Where it is used…",
    usesTitle: (name: string) => `Where "${name}" is used`,
    noUses: "No page shows or links to it."
  },
  reusable: {
    title: "Reusable content",
    text: "Text that several pages show. A change appears on all of them.",
    empty: "No reusable content yet",
    emptyText: "Create text once, and show it on several pages.",
    emptyReadOnlyText: "Reusable content appears here when a member creates it.",
    new: "New reusable content",
    label: "Title",
    created: (title: string) => `"${title}" was created.`,
    missing: "This reusable content isn't available",
    textOf: (title: string) => `Text of ${title}`,
    edit: "Edit",
    save: "Save",
    saved: (title: string) => `"${title}" was saved.`,
    isEmpty: "It has no text yet.",
    uploading: "A file is still being uploaded. Save when it is done.",
    more: "More actions",
    rename: "Rename…",
    renameTitle: "Rename reusable content",
    uses: "Where it is used…",
    delete: "Delete…",
    deleteTitle: (title: string) => `Delete "${title}"?`,
    deleteText: "Pages that show it no longer do. It can be brought back from the history of the space.",
    deleteConfirm: "Delete",
    deleted: (title: string) => `"${title}" was deleted.`
  },
  links: {
    title: "Links",
    text: "Links on the pages of this space, with the pages that contain them.",
    filters: "Filter links",
    filter: { broken: "Broken", ok: "Working", "in-app": "In the application" },
    status: { broken: "Broken", ok: "Works", "in-app": "In the application" },
    statusHint: "Links in the application only work for members.",
    total: (total: number, broken: number) =>
      `${total === 1 ? "1 link" : `${total} links`}, ${broken === 0 ? "none" : broken} broken`,
    empty: { broken: "No broken links", ok: "No working links", "in-app": "No links in the application" },
    noTarget: "The target was deleted, or you don't have access to it",
    on: "On"
  },
  locations: {
    inSpace: (space: string) => `in ${space}`
  },
  imports: {
    title: "Import",
    text: "Adds pages from files of your computer or from an address to this space.",
    newText: "Creates a space with pages from files of your computer or from an address.",
    origin: "From",
    origins: {
      files: "Files",
      folder: "Folder",
      website: "Website",
      zip: "Address of a zip archive",
      markdown: "Address of a Markdown file",
      html: "Address of an HTML file",
      docx: "Address of a Word document"
    },
    files: "Files",
    filesHint: "Markdown, HTML or Word documents, or a zip archive, such as an export of another product.",
    folder: "Folder",
    folderHint: "A folder with Markdown or HTML, with the images that it shows. It is sent as one archive.",
    address: "Address",
    addressHint: {
      website: "The address of a public page. Pages that it links to below the same path are imported too.",
      zip: "The address of an archive with Markdown, HTML or Word documents, such as an export of another product.",
      markdown: "The address of a Markdown file.",
      html: "The address of an HTML file.",
      docx: "The address of a Word document."
    },
    submit: "Import",
    cancel: "Cancel",
    packing: "The files are being packed.",
    uploading: "The files are being uploaded.",
    running: "The pages are being fetched and read. This can take some minutes.",
    reading: (done: number, total: number) => `${done} of ${total} pages were read.`,
    tooLarge: "The files have more than 100 MB. Choose a smaller folder.",
    cancelled: "The import was cancelled.",
    doneTitle: "Import finished",
    pages: (pages: number, files: number) => {
      const counts = [pages === 1 ? "1 page" : `${pages} pages`, files === 1 ? "1 file" : `${files} files`]
      return `${(files === 0 ? counts.slice(0, 1) : counts).join(" and ")} imported.`
    },
    unresolved: (count: number) =>
      count === 1 ? "1 link leads to nothing in the source." : `${count} links lead to nothing in the source.`,
    clean: "Everything in the source was understood.",
    warnings: (count: number) => (count === 1 ? "1 warning" : `${count} warnings`),
    line: (path: string, line: number) => `${path}, line ${line}`,
    locked: "The pages of this space are locked. What you import becomes a change request.",
    again: "Import more",
    openPages: "Open pages",
    openChangeRequest: "Open change request"
  }
} as const
