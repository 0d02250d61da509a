import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { mayOpen } from '#features/access/session/web/guard.ts'
import { roleRoutes } from '#features/core/account/web/access.ts'
import { usePerson } from '#features/core/account/web/person.ts'
import { useNarrow } from '#web/ui/device.ts'
import { type Screen, type ScreenPath, screens } from '../screens.ts'
import './PersonalNav.css'

export const PERSONAL = '/personal-info/'

/** The user's own screens, in the order of access.ts. */
const inOrder = Object.keys(roleRoutes)
  .filter((path): path is ScreenPath => path.startsWith(PERSONAL) && path in screens)
  .map((path): [ScreenPath, Screen] => [path, screens[path]])

/** [SCREEN-013] Links each of the user's own screens to the others. */
export function PersonalNav() {
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
    <nav className="personal-nav" aria-label={t('profile:frame')}>
      {entries.map(([path, screen]) => (
        <NavLink key={path} to={path}>
          {t(`shell:screen.${screen.title}`)}
        </NavLink>
      ))}
    </nav>
  )
}
