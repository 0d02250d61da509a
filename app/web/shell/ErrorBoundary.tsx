import { Component, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { FailedPage } from './FailedPage.tsx'

interface Props {
  path: string
  refresh: (() => void) | undefined
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
    const { failure } = this.state
    const { refresh, children } = this.props
    return failure ? <FailedPage failure={failure} {...(refresh && { refresh })} /> : children
  }
}

/** The address that was last retried: a second failure there reloads the page's files. */
let refreshed: string | undefined

/** [NAV-040] Shows what to do when something within broke; going to another page, or a refresh, tries again. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const address = pathname + search
  const refresh = () => {
    refreshed = address
    navigate(`/redirect${address}`)
  }
  return (
    <Boundary path={pathname} refresh={refreshed === address ? undefined : refresh}>
      {children}
    </Boundary>
  )
}
