import { ActionIcon, Drawer, Tooltip } from '@mantine/core'
import { useDisclosure, useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconMenu2 } from '@tabler/icons-react'
import { Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation } from 'react-router'
import { ImpersonateDialog } from '#features/session/web/ImpersonateDialog.tsx'
import { SessionTimeout } from '#features/session/web/SessionTimeout.tsx'
import { Breadcrumb } from './Breadcrumb.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { ImpersonationBanner } from './ImpersonationBanner.tsx'
import { LanguageMenu } from './LanguageMenu.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'
import { usePerson } from './person.ts'
import { Sidebar } from './Sidebar.tsx'
import './Shell.css'
import { UserMenu } from './UserMenu.tsx'

/** The frame of the console: what I may open at the left, where I am and who I am at the top. */
export function Shell() {
  const { t } = useTranslation(['shell', 'common'])
  const person = usePerson()
  const narrow = useNarrow()
  const [drawer, { open, close }] = useDisclosure()
  const [collapsed, setCollapsed] = useLocalStorage({ key: 'rostrum.sidebar.collapsed', defaultValue: false })
  const { pathname } = useLocation()
  useFocusOnContent(pathname)

  // biome-ignore lint/correctness/useExhaustiveDependencies: [SHELL-018] every navigation closes it
  useEffect(close, [pathname])

  const toggle = t(collapsed ? 'shell:expand' : 'shell:collapse')
  return (
    <>
      <ImpersonationBanner />
      <ImpersonateDialog />
      <div className="shell" data-narrow={narrow || undefined} data-collapsed={collapsed || undefined}>
        <a className="shell-skip" href="#content">
          {t('shell:skip')}
        </a>
        {narrow ? (
          <Drawer
            opened={drawer}
            onClose={close}
            title={t('shell:sidebar')}
            position="left"
            size={280}
            padding="md"
            closeButtonProps={{ 'aria-label': t('common:act.close') }}
          >
            <Sidebar />
          </Drawer>
        ) : (
          <aside className="shell-side">
            <Sidebar collapsed={collapsed} />
          </aside>
        )}
        <header className="shell-top">
          {narrow ? (
            <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('shell:sidebar')} onClick={open}>
              <IconMenu2 size={20} aria-hidden />
            </ActionIcon>
          ) : (
            <Tooltip label={toggle}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={toggle}
                aria-expanded={!collapsed}
                onClick={() => setCollapsed(!collapsed)}
              >
                {collapsed ? <IconLayoutSidebarLeftExpand size={20} /> : <IconLayoutSidebarLeftCollapse size={20} />}
              </ActionIcon>
            </Tooltip>
          )}
          <Breadcrumb />
          <div className="shell-tools">
            <LanguageMenu person={person} />
            <UserMenu />
          </div>
        </header>
        <SessionTimeout />
        <main id="content" tabIndex={-1} className="shell-content">
          <ErrorBoundary>
            <Suspense fallback={<PageSkeleton />}>
              <Outlet />
            </Suspense>
          </ErrorBoundary>
        </main>
      </div>
    </>
  )
}

/** After a navigation the keyboard goes on in the new screen, and a screen reader begins to read there. */
function useFocusOnContent(pathname: string): void {
  const before = useRef(pathname)
  useEffect(() => {
    const content = document.getElementById('content')
    if (before.current !== pathname && !content?.contains(document.activeElement))
      content?.focus({ preventScroll: true })
    before.current = pathname
  }, [pathname])
}

/** [SHELL-019, SHELL-020, CONST-037] The mobile layout: a width under 1024, or a phone's or tablet's browser. */
function useNarrow(): boolean {
  const small = useMediaQuery('(max-width: 1023.98px)', undefined, { getInitialValueInEffect: false })
  return small || isMobileAgent(navigator.userAgent)
}

export const isMobileAgent = (agent: string): boolean => /Mobi|Android|iPhone|iPad|Tablet/i.test(agent)
