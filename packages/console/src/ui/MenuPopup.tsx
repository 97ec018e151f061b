import { DirectionProvider } from "@base-ui/react/direction-provider"
import { Menu } from "@base-ui/react/menu"
import type { ActionMenuProps } from "./MenuTypes.ts"

/** The menu of a button, which is open at first. */
export const MenuPopup = ({
  actions,
  align = "end",
  children,
  className,
  header,
  label,
  tabIndex
}: ActionMenuProps) => (
  <DirectionProvider direction={document.documentElement.dir === "rtl" ? "rtl" : "ltr"}>
    <Menu.Root modal={false} defaultOpen>
      <Menu.Trigger className={className} aria-label={label} title={label} tabIndex={tabIndex} data-menu-trigger="">
        {children}
      </Menu.Trigger>
      <Menu.Portal container={document.getElementById("content")}>
        <Menu.Positioner className="menu-position" align={align} sideOffset={6} collisionPadding={8}>
          <Menu.Popup className="menu">
            {header}
            {actions.map(({ icon, isCurrent, isDangerous = false, isDisabled = false, keys, label, run }) => (
              <Menu.Item
                key={label}
                className={isDangerous ? "menu-item menu-item-danger" : "menu-item"}
                disabled={isDisabled}
                onClick={run}
                aria-current={isCurrent === true ? "true" : undefined}
              >
                <span className="menu-icon">{icon}</span>
                <span className="menu-label">{label}</span>
                {keys === undefined ? null : <kbd>{keys}</kbd>}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  </DirectionProvider>
)
