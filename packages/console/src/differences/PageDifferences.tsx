import type { BlockChange, PageAttributes, TextPart } from "@quire/client"
import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { messages } from "../messages/Messages.ts"
import { reviewMessages } from "../messages/ReviewMessages.ts"
import { blocksOf, textOf, typeOf } from "../pages/DocumentText.ts"
import { Button } from "../ui/Button.tsx"
import { ErrorText, Loading } from "../ui/States.tsx"
import type { DifferencesSource } from "./DifferencesSource.ts"

const texts = reviewMessages.changes

type AttributeName = keyof typeof texts.attributes

const attributeNames = Object.keys(texts.attributes).filter((name): name is AttributeName => name in texts.attributes)

const isText = (value: unknown): value is string => typeof value === "string"

/** The words of a text that both versions have, and those of one of them. */
const MarkedText = ({ parts }: { readonly parts: ReadonlyArray<TextPart> }) => (
  <>
    {parts.map((part, index) => {
      const text = part.nodes.map(textOf).join("")
      const key = `${index} ${part.type}`
      if (part.type === "added") return <ins key={key}>{text}</ins>
      return part.type === "removed" ? <del key={key}>{text}</del> : <span key={key}>{text}</span>
    })}
  </>
)

const blockLabels = {
  block_added: texts.blockAdded,
  block_removed: texts.blockRemoved,
  block_moved: texts.blockMoved,
  block_edited: texts.blockEdited
} as const

const contentOf = (change: BlockChange, blocks: ReadonlyMap<string, unknown>): ReactNode => {
  if (change.type === "block_edited" && change.text !== undefined) return <MarkedText parts={change.text} />
  const block = change.type === "block_removed" ? change.before : blocks.get(change.block)
  const text = textOf(block)
  if (text === "") return <span className="muted">{texts.notText(typeOf(block).replaceAll("-", " "))}</span>
  if (change.type === "block_added") return <ins>{text}</ins>
  return change.type === "block_removed" ? <del>{text}</del> : text
}

const BlockDifference = ({
  blocks,
  change
}: {
  readonly blocks: ReadonlyMap<string, unknown>
  readonly change: BlockChange
}) => {
  const type = typeOf(change.type === "block_removed" ? change.before : blocks.get(change.block))
  return (
    <li className={`difference difference-${change.type.slice(6)}`}>
      <span className="difference-kind">{blockLabels[change.type]}</span>
      <div className={`difference-text difference-of-${type.replace(/-\d$/, "")}`} dir="auto">
        {contentOf(change, blocks)}
      </div>
    </li>
  )
}

const AttributeDifferences = ({ attributes }: { readonly attributes: PageAttributes }) => (
  <dl className="attributes">
    {attributeNames.map((name) => {
      const change = attributes[name]
      if (change === undefined || name === "document") return null
      const { after, before } = change
      return (
        <div key={name} className="attribute">
          <dt>{texts.attributes[name]}</dt>
          <dd dir="auto">
            {isText(before) || isText(after) ? (
              <>
                {isText(before) ? <del>{before}</del> : null} {isText(after) ? <ins>{after}</ins> : null}
              </>
            ) : (
              texts.changedAttribute
            )}
          </dd>
        </div>
      )
    })}
  </dl>
)

/** What changed on a page: its attributes, and its blocks with marked words. */
export const PageDifferences = ({ source }: { readonly source: DifferencesSource }) => {
  const changes = useQuery({
    queryKey: [...source.key, "changes"],
    queryFn: ({ signal }) => source.readChanges(signal)
  })
  const isShown = changes.data !== undefined && changes.data.type !== "deleted"
  const page = useQuery({
    queryKey: [...source.key, "document"],
    queryFn: ({ signal }) => source.readDocument(signal),
    enabled: isShown
  })
  if (changes.isPending || (isShown && page.isPending)) return <Loading lines={3} />
  if (changes.isError) {
    return (
      <div className="list-error">
        <ErrorText error={changes.error} />
        <Button onClick={() => void changes.refetch()}>{messages.retry}</Button>
      </div>
    )
  }
  const blocks = blocksOf(page.data)
  return (
    <>
      {changes.data.type === "edited" ? <AttributeDifferences attributes={changes.data.attributes} /> : null}
      {changes.data.blocks.length === 0 ? (
        <p className="muted">{texts.noTextChanges}</p>
      ) : (
        <ol className="differences">
          {changes.data.blocks.map((change) => (
            <BlockDifference key={`${change.type} ${change.block}`} change={change} blocks={blocks} />
          ))}
        </ol>
      )}
    </>
  )
}
