import type { File as ContentFile, Space } from "@quire/client"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { Download, Ellipsis, Files, FileText, Link2, MapPin, Upload } from "lucide-react"
import { useRef, useState } from "react"
import { filesQuery } from "../api/ContentQueries.ts"
import { useCursorList } from "../api/Lists.ts"
import { spaceQuery } from "../api/Queries.ts"
import { useTitle } from "../app/Title.ts"
import { contentMessages } from "../messages/ContentMessages.ts"
import { Button } from "../ui/Button.tsx"
import { useCopy } from "../ui/Copy.ts"
import { CursorItems } from "../ui/CursorItems.tsx"
import { ActionMenu } from "../ui/Menu.tsx"
import { EmptyState, Loading } from "../ui/States.tsx"
import { printSize } from "./FileSize.ts"
import { UploadList, useFileUploads } from "./FileUploads.tsx"
import { UsesDialog } from "./UsesDialog.tsx"

const texts = contentMessages.files

interface FileRowProps {
  readonly file: ContentFile
  readonly onUses: () => void
}

const FileRow = ({ file, onUses }: FileRowProps) => {
  const copy = useCopy()
  const { contentType, dimensions, downloadURL, name, size } = file
  return (
    <li className="row">
      {contentType.startsWith("image/") ? (
        <img className="row-picture" src={downloadURL} alt="" loading="lazy" />
      ) : (
        <span className="row-icon" aria-hidden>
          <FileText />
        </span>
      )}
      <span className="row-main">
        <a href={downloadURL} target="_blank" rel="noreferrer" className="row-title long-address" dir="auto">
          {name}
        </a>
        <span className="row-facts">
          <span>{printSize(size)}</span>
          {dimensions === undefined ? null : <span>{texts.dimensions(dimensions.width, dimensions.height)}</span>}
          <bdi dir="ltr">{contentType}</bdi>
        </span>
      </span>
      <ActionMenu
        label={texts.actions(name)}
        actions={[
          { label: texts.copyLink, icon: <Link2 aria-hidden />, run: () => copy(downloadURL, texts.copied) },
          {
            label: texts.download,
            icon: <Download aria-hidden />,
            run: () => Object.assign(document.createElement("a"), { href: downloadURL, download: name }).click()
          },
          { label: texts.uses, icon: <MapPin aria-hidden />, run: onUses }
        ]}
      >
        <Ellipsis aria-hidden />
      </ActionMenu>
    </li>
  )
}

const FilesOf = ({ space }: { readonly space: Space }) => {
  const list = useCursorList(filesQuery(space.id))
  const uploads = useFileUploads(space)
  const input = useRef<HTMLInputElement>(null)
  const [used, setUsed] = useState<ContentFile>()
  const mayUpload = space.permissions.edit && space.editMode === "live"
  const upload = (
    <Button look="primary" icon={<Upload aria-hidden />} onClick={() => input.current?.click()}>
      {texts.upload}
    </Button>
  )
  return (
    <main
      className="screen"
      id="content"
      {...(mayUpload
        ? {
            onDragOver: (event) => event.preventDefault(),
            onDrop: (event) => {
              event.preventDefault()
              uploads.start([...event.dataTransfer.files])
            }
          }
        : {})}
    >
      <header className="screen-header">
        <div>
          <h1>{texts.title}</h1>
          <p className="screen-description">{texts.text}</p>
        </div>
        {mayUpload && list.items.length > 0 ? upload : null}
      </header>
      {space.permissions.edit && !mayUpload ? <p className="screen-note">{texts.locked}</p> : null}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          uploads.start([...(currentTarget.files ?? [])])
          currentTarget.value = ""
        }}
      />
      <UploadList {...uploads} />
      <CursorItems
        list={list}
        empty={
          <EmptyState icon={<Files />} title={texts.empty} actions={mayUpload ? upload : undefined}>
            {mayUpload ? texts.emptyText : texts.emptyReadOnlyText}
          </EmptyState>
        }
      >
        {(files) => (
          <ul className="rows">
            {files.map((file) => (
              <FileRow key={file.id} file={file} onUses={() => setUsed(file)} />
            ))}
          </ul>
        )}
      </CursorItems>
      {used === undefined ? null : (
        <UsesDialog
          used={{ space: space.id, kind: "file", id: used.id }}
          title={used.name}
          onClose={() => setUsed(undefined)}
        />
      )}
    </main>
  )
}

const route = getRouteApi("/s/$space/files")

/** The files of a space. */
export const FilesScreen = () => {
  const { space: id } = route.useParams()
  const { data } = useQuery(spaceQuery(id))
  useTitle(texts.title, data?.title)
  return data === undefined ? (
    <main className="screen" id="content">
      <Loading />
    </main>
  ) : (
    <FilesOf key={id} space={data} />
  )
}
