import { Button, StateScreen } from '@assoc/ui'
import { Component, type ReactNode } from 'react'

/** Shows what a view threw instead of a blank page; the next change of the source tries again. */
export class Boundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <StateScreen mark="broken" title="视图出错了" detail={error.message} actions={<Button onClick={() => this.setState({ error: null })}>重试</Button>}>
        错误的来处在浏览器的控制台里。
      </StateScreen>
    )
  }
}
