import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { type Screen, type ScreenPath, screens } from '#app/web/screens.ts'
import { mayOpen } from '#features/access/session/web/guard.ts'
import { roleRoutes } from '#features/core/account/web/access.ts'
import { usePerson } from '#features/core/account/web/person.ts'
import { useNarrow } from '#web/ui/device.ts'
import { Page } from '#web/ui/Page.tsx'
import './PersonalPage.css'

interface Props {
  title: string
  hint?: string
  act?: ReactNode
  children: ReactNode
}

/** The screens about oneself, in the order of access.ts. */
const inOrder = Object.keys(roleRoutes)
  .filter((path): path is ScreenPath => path.startsWith('/personal-info/') && path in screens)
  .map((path): [ScreenPath, Screen] => [path, screens[path]])

/** [SCREEN-013] The frame of everything about oneself: below the title the ways to the rest of it. */
export function PersonalPage({ title, hint, act, children }: Props) {
  const { t } = useTranslation(['profile', 'shell'])
  const person = usePerson()
  const narrow = useNarrow()
  const entries = useMemo(
    () =>
      inOrder.filter(
        ([path]) =>
          mayOpen(person, path) &&
          // [NAV-010] elsewhere the language is a menu of the top bar
          (narrow || path !== '/personal-info/language'),
      ),
    [person, narrow],
  )
  return (
    <Page title={title} hint={hint} act={act}>
      <nav className="personal-nav" aria-label={t('profile:frame')}>
        {entries.map(([path, screen]) => (
          <NavLink key={path} to={path}>
            {t(`shell:screen.${screen.title}`)}
          </NavLink>
        ))}
      </nav>
      {children}
    </Page>
  )
}
