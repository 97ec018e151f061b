import { editorApi } from "./Client.ts"

/** Bytes that one request of an upload has, after which its progress is shown. */
const chunkSize = 4_194_304

/** Sends the bytes of a file in several requests, and returns the id of the upload. `part` is from 0 to 1. */
export const sendFile = async (spaceId: string, file: File, onProgress: (part: number) => void): Promise<string> => {
  const name = file.name === "" ? "image.png" : file.name
  const upload = await editorApi.uploads.create({ spaceId, name, size: file.size, body: file.slice(0, chunkSize) })
  for (let { offset } = upload; offset < file.size; offset = Math.min(offset + chunkSize, file.size)) {
    onProgress(offset / file.size)
    const body = file.slice(offset, offset + chunkSize)
    await editorApi.uploads.append({ spaceId, uploadId: upload.id, uploadOffset: offset, body })
  }
  onProgress(1)
  return upload.id
}
