import type { Client, Space } from "@quire/client"
import type { DocumentReference, EditorHost, TargetSuggestion, UploadedFile } from "@quire/editor"
import { editorApi } from "../api/Client.ts"
import type { ContentVersion } from "../api/Queries.ts"
import { sendFile } from "../api/Uploads.ts"
import { messages } from "../messages/Messages.ts"

/** Adds the file of an upload to the content. */
const insertFile = async ({ changeRequest, space }: ContentVersion, upload: string): Promise<UploadedFile> => {
  const body = { changes: [{ operation: "insert_files", files: [{ upload }] }] } as const
  const result =
    changeRequest === undefined
      ? await editorApi.content.edit({ spaceId: space, body })
      : await editorApi.contentOfChangeRequests.editContent({
          spaceId: space,
          changeRequestId: changeRequest,
          compat: false,
          body
        })
  const file = "insertedFiles" in result ? result.insertedFiles[0] : undefined
  if (file === undefined) throw new Error(messages.errors.unexpected)
  return { file: file.id, url: file.downloadURL }
}

const searchPages = async (
  client: Client,
  { id, organization }: Space,
  query: string
): Promise<ReadonlyArray<TargetSuggestion>> => {
  if (query.trim() === "") return []
  const results = await client.organizations.search({ organizationId: organization, query, limit: 8 })
  return results.items.flatMap(({ id: space, pages, title: detail }) =>
    pages.map((page) => ({
      ref: space === id ? { kind: "page", page: page.id } : { kind: "page", page: page.id, space },
      title: page.title === "" ? messages.untitled : page.title,
      detail
    }))
  )
}

const searchMembers = async (
  client: Client,
  { organization }: Space,
  search: string
): Promise<ReadonlyArray<TargetSuggestion>> => {
  const filter = search.trim() === "" ? {} : { search }
  const { items } = await client.members.list({ organizationId: organization, limit: 8, ...filter })
  return items.map(({ user }) => ({ ref: { kind: "user", user: user.id }, title: user.displayName }))
}

/** Looks up the title and the address of what a reference names, in a version of the content. */
export const makeResolver =
  ({ changeRequest, space }: ContentVersion) =>
  async (ref: DocumentReference) => {
    if (ref.kind === "file") {
      const parameters = { spaceId: space, fileId: ref.file }
      const file =
        changeRequest === undefined
          ? await editorApi.content.getFile(parameters)
          : await editorApi.contentOfChangeRequests.getFileInChangeRequest({
              ...parameters,
              changeRequestId: changeRequest
            })
      return { title: file.name, url: file.downloadURL }
    }
    if (ref.kind !== "page") return undefined
    const { title } = await editorApi.content.getPage({ spaceId: ref.space ?? space, pageId: ref.page })
    return { title }
  }

/** What the editor of a page asks of the API. */
export const makeEditorServices = (version: ContentVersion, space: Space): EditorHost => ({
  searchLinks: (query) => searchPages(editorApi, space, query),
  searchMentions: (query) => searchMembers(editorApi, space, query),
  uploadFile: async (file, onProgress) => insertFile(version, await sendFile(version.space, file, onProgress)),
  resolve: makeResolver(version)
})
