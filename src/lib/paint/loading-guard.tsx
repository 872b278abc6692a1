import { t } from '#contract/language.ts'
import { Component, type ReactNode } from 'react'

type Props = { children: ReactNode; instead?: ReactNode }

/**
 * Keeps a part of the page whose file could not be had (no signal, and never loaded before) from taking the whole page with it: the rest stays. A failure is
 * told to the console by React itself.
 */
export class LoadingGuard extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.instead : this.props.children
  }
}

/** Stands for a part whose file could not be had. */
export const NotHere = () => (
  <p className="container" role="status">
    {t(
      'This part of the page has not reached this device yet. Please load the page again when there is a signal.',
    )}
  </p>
)
