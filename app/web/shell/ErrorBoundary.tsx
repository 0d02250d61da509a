import { Component, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { FailedPage } from './FailedPage.tsx'

interface Props {
  path: string
  children: ReactNode
}

class Boundary extends Component<Props, { failure: unknown }> {
  override state = { failure: undefined }

  static getDerivedStateFromError(failure: unknown) {
    return { failure }
  }

  override componentDidUpdate(before: Props) {
    if (before.path !== this.props.path && this.state.failure) this.setState({ failure: undefined })
  }

  override render() {
    return this.state.failure ? <FailedPage failure={this.state.failure} /> : this.props.children
  }
}

/** Shows what to do when something within broke; going to another page tries again. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  return <Boundary path={useLocation().pathname}>{children}</Boundary>
}
