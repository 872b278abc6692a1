import type { ComponentProps } from 'react'

type ButtonProps = ComponentProps<'button'> & {
  look?: 'solid' | 'second' | 'quiet'
  full?: boolean
  /** What it does is under way: it ignores presses. `disabled` would take the focus away from whoever pressed it. */
  busy?: boolean
}

/** The theme's button. Its recipe is compiled to classes that are on every page already, so the kit's screens use them, too. */
export function Button({
  look = 'solid',
  full = false,
  busy = false,
  type = 'button',
  ...props
}: ButtonProps) {
  return (
    <button
      type={type}
      className={`button button--${look}${full ? ' button--full' : ''}`}
      {...props}
      {...(busy && { 'aria-busy': true, 'aria-disabled': true, onClick: ignore })}
    />
  )
}

/** A form is not submitted either: not by the button, and not by Enter in a field, which presses it. */
const ignore = (event: { preventDefault(): void }): void => event.preventDefault()
