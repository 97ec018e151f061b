import type { Space } from "@quire/client"
import { serverAddress } from "../api/Addresses.ts"
import { api } from "../api/Client.ts"

const download = (href: string) => Object.assign(document.createElement("a"), { href, download: "" }).click()

/** Downloads the pages and files of a space as an archive of Markdown. */
export const downloadArchive = ({ id }: Space): void =>
  download(new URL(`v1/spaces/${encodeURIComponent(id)}/export`, serverAddress).href)

/** Prints the pages of a space, and downloads the result. */
export const downloadPdf = async ({ id }: Space): Promise<void> =>
  download((await api.pdfs.getSpacePdf({ spaceId: id })).url)
