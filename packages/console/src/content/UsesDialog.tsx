import { type UsedContent, usesQuery } from "../api/ContentQueries.ts"
import { useCursorList } from "../api/Lists.ts"
import { contentMessages } from "../messages/ContentMessages.ts"
import { messages } from "../messages/Messages.ts"
import { Button } from "../ui/Button.tsx"
import { CursorItems } from "../ui/CursorItems.tsx"
import { DialogWindow } from "../ui/DialogWindow.tsx"
import { LocationLink } from "./LocationLink.tsx"

const texts = contentMessages.files

interface UsesDialogProps {
  readonly used: UsedContent
  readonly title: string
  readonly onClose: () => void
}

/** A dialog with the places that show or link to a file or a reusable content. */
export const UsesDialog = ({ onClose, title, used }: UsesDialogProps) => {
  const list = useCursorList(usesQuery(used))
  return (
    <DialogWindow title={texts.usesTitle(title)} isOpen onClose={onClose}>
      <CursorItems list={list} lines={2} empty={<p className="muted">{texts.noUses}</p>}>
        {(locations) => (
          <ul className="plain-list">
            {locations.map((location, index) => (
              <li key={index}>
                <LocationLink location={location} space={used.space} />
              </li>
            ))}
          </ul>
        )}
      </CursorItems>
      <div className="form-actions">
        <Button onClick={onClose}>{messages.close}</Button>
      </div>
    </DialogWindow>
  )
}
