import type { ComponentProps, ReactNode } from "react"

/** How prominent a button is. */
export type ButtonLook = "primary" | "secondary" | "quiet" | "danger"

export interface ButtonProps extends ComponentProps<"button"> {
  readonly look?: ButtonLook
  readonly icon?: ReactNode
  /** Whether the action of the button runs; it cannot be pressed meanwhile. */
  readonly isBusy?: boolean
}

export const Button = ({
  children,
  className = "",
  icon,
  isBusy = false,
  look = "secondary",
  ...rest
}: ButtonProps) => (
  <button
    type="button"
    {...rest}
    className={`button button-${look} ${className}`}
    aria-busy={isBusy || undefined}
    disabled={rest.disabled === true || isBusy}
  >
    {icon}
    {children}
  </button>
)

export interface IconButtonProps extends ComponentProps<"button"> {
  /** Name of the button, which is also its tooltip. */
  readonly label: string
}

export const IconButton = ({ children, className = "", label, ...rest }: IconButtonProps) => (
  <button type="button" aria-label={label} title={label} {...rest} className={`icon-button ${className}`}>
    {children}
  </button>
)
