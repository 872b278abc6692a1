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
