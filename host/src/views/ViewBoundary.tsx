import { FailedToLoad } from '@assoc/ui'
import { Component, type ReactNode } from 'react'
import { reportError } from './report-error'

interface Props {
  menuLink: string
  onRetry: () => void
  children: ReactNode
}

/** An error boundary for each tab: one broken view does not take the others with it. */
export class ViewBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override componentDidCatch(error: Error): void {
    reportError('render', error.message, this.props.menuLink)
  }

  override render() {
    if (!this.state.error) return this.props.children
    return (
      <FailedToLoad
        message="此页面出错了，其他页面不受影响。"
        detail={this.state.error.message}
        onRetry={() => {
          this.setState({ error: null })
          this.props.onRetry()
        }}
      />
    )
  }
}
