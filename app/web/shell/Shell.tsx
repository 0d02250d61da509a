import { ActionIcon, Drawer, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconMenu2 } from '@tabler/icons-react'
import { Suspense, useEffect, useRef } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { FactorBanner } from '#features/access/factor/web/FactorBanner.tsx'
import { ImpersonateDialog } from '#features/access/impersonation/web/ImpersonateDialog.tsx'
import { OwnLanguageMenu } from '#features/access/profile/web/OwnLanguageMenu.tsx'
import { SessionTimeout } from '#features/access/session/web/SessionTimeout.tsx'
import { NoticeBell } from '#features/notify/notice/web/NoticeBell.tsx'
import { PitchesNow } from '#features/screens/pitchResults/web/PitchesNow.tsx'
import { isPhone, useNarrow } from '#web/ui/device.ts'
import { BelowTitle } from '#web/ui/Page.tsx'
import { Breadcrumb } from './Breadcrumb.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { HelpButton } from './HelpButton.tsx'
import { ImpersonationBanner } from './ImpersonationBanner.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'
import { PERSONAL, PersonalNav } from './PersonalNav.tsx'
import { CompanyLogo, Sidebar } from './Sidebar.tsx'
import { SearchButton } from './search/SearchButton.tsx'
import { useFollowingLook, useLookChoice } from './userConfig.ts'
import './Shell.css'
import { useTranslation } from 'react-i18next'
import { usePerson } from '#features/core/account/web/person.ts'
import { StatePage } from '#web/light/StatePages.tsx'
import { UserMenu } from './UserMenu.tsx'

/** The frame of the console; on a phone only where the organization wants it. */
export function Shell() {
  const { mobile_access } = usePerson()
  return mobile_access || !isPhone(navigator.userAgent) ? <Frame /> : <PhonePage />
}

/** The sidebar at the left, the bar at the top, and the screen. */
function Frame() {
  const { t } = useTranslation(['shell', 'common'])
  const narrow = useNarrow()
  const [drawer, { open, close }] = useDisclosure()
  const { look } = useLookChoice()
  const collapsed = look.sidebar === 'icons' && !narrow
  const { pathname } = useLocation()
  useFocusOnContent(pathname)
  useFollowingLook()

  // biome-ignore lint/correctness/useExhaustiveDependencies: [SHELL-018] every navigation closes it
  useEffect(close, [pathname])

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
            <Sidebar narrow />
          </Drawer>
        ) : (
          <aside className="shell-side">
            <Sidebar collapsed={collapsed} />
          </aside>
        )}
        <TopBar narrow={narrow} collapsed={collapsed} onMenu={open} />
        <SessionTimeout />
        <main id="content" tabIndex={-1} className="shell-content">
          <FactorBanner />
          <PitchesNow />
          <ErrorBoundary>
            <Suspense fallback={<PageSkeleton />}>
              <BelowTitle value={pathname.startsWith(PERSONAL) && <PersonalNav />}>
                <Outlet />
              </BelowTitle>
            </Suspense>
          </ErrorBoundary>
        </main>
      </div>
    </>
  )
}

interface TopBarProps {
  narrow: boolean
  collapsed: boolean
  /** Opens the sidebar of a narrow screen. */
  onMenu: () => void
}

/** Sidebar toggle, breadcrumb and the person's tools. */
function TopBar({ narrow, collapsed, onMenu }: TopBarProps) {
  const { t } = useTranslation('shell')
  const { choose } = useLookChoice()
  const toggle = t(collapsed ? 'expand' : 'collapse')
  return (
    <header className="shell-top">
      {narrow ? (
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('sidebar')} onClick={onMenu}>
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
            onClick={() => choose({ sidebar: collapsed ? 'open' : 'icons' })}
          >
            {collapsed ? <IconLayoutSidebarLeftExpand size={20} /> : <IconLayoutSidebarLeftCollapse size={20} />}
          </ActionIcon>
        </Tooltip>
      )}
      {narrow && (
        <Link to="/mydashboard" className="shell-logo">
          <CompanyLogo small />
        </Link>
      )}
      <Breadcrumb />
      <div className="shell-tools">
        <SearchButton />
        <HelpButton />
        <NoticeBell />
        <OwnLanguageMenu />
        <UserMenu />
      </div>
    </header>
  )
}

/** Moves the focus to the new screen after a navigation, for keyboards and screen readers. */
function useFocusOnContent(pathname: string): void {
  const before = useRef(pathname)
  useEffect(() => {
    const content = document.getElementById('content')
    if (before.current !== pathname && !content?.contains(document.activeElement))
      content?.focus({ preventScroll: true })
    before.current = pathname
  }, [pathname])
}

/** [PROD-053] Shown on phones where the organization does not allow the console on them. */
export function PhonePage() {
  const { t } = useTranslation('shell')
  const { org_name } = usePerson()
  return (
    <StatePage title={t('phone.title')} hint={t('phone.hint', { organisation: org_name })}>
      <Link className="plain-button" to="/logout">
        {t('menu.signOut')}
      </Link>
    </StatePage>
  )
}
