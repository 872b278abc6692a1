import type { ComponentProps } from 'react'

type ButtonProps = ComponentProps<'button'> & { look?: 'solid' | 'second' | 'quiet'; full?: boolean }

/** The theme's button. Its recipe is compiled to classes that are on every page already, so the kit's screens use them, too. */
export function Button({ look = 'solid', full = false, type = 'button', ...props }: ButtonProps) {
  return <button type={type} className={`button button--${look}${full ? ' button--full' : ''}`} {...props} />
}
