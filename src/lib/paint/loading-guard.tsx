import { t } from '#contract/language.ts'
import { Component, type ReactNode } from 'react'

type Props = { children: ReactNode; instead?: ReactNode }

/**
 * Keeps a part of the page whose file could not be loaded (no signal, and never loaded before) from breaking the whole page: the rest stays. React itself logs
 * the failure to the console.
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

/** Replaces a part whose file could not be loaded. */
export const NotHere = () => (
  <p className="container" role="status">
    {t(
      'This part of the page has not reached this device yet. Please load the page again when there is a signal.',
    )}
  </p>
)
