import { Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, NavLink } from 'react-router'
import { usePerson } from '#features/core/account/web/person.ts'
import { badge } from '#features/notify/notice/web/NoticeBell.tsx'
import { useUnread } from '#features/notify/notice/web/noticeQueries.ts'
import mark from '../../../web/theme/mark.svg'
import { type Screen, screens } from '../screens.ts'
import { menuOf } from './menu.ts'

/** [CONST-041] */
const versionLabel = '1.27'

/** [SHELL-016, SHELL-017] What the person may open, in groups; collapsed it keeps the icons. */
export function Sidebar({ collapsed = false, narrow = false }: { collapsed?: boolean; narrow?: boolean }) {
  const { t } = useTranslation(['shell', 'common'])
  const person = usePerson()
  const unread = useUnread()
  // [SHELL-024, SHELL-025]
  const seesVersion = person.roles.some(role => ['superadmin', 'admin', 'pitchadmin'].includes(role))
  return (
    <div className="side">
      {/* [SHELL-009] */}
      <Link to="/mydashboard" className="side-brand">
        <CompanyLogo small={collapsed} />
      </Link>
      <nav aria-label={t('shell:navigation')}>
        {menuOf(person, narrow).map(({ group, entries }) => (
          <div key={group ?? 'top'}>
            {group && !collapsed && <h2 className="side-title">{t(`shell:group.${group}`)}</h2>}
            <ul className="side-group" aria-label={group ? t(`shell:group.${group}`) : undefined}>
              {entries.map(({ path, icon: Icon, counts }) => {
                const screen: Pick<Screen, 'title' | 'menu'> = path === '/logout' ? { title: 'signOut' } : screens[path]
                const name = t(`shell:screen.${screen.menu ?? screen.title}`)
                return (
                  <li key={path}>
                    <Tooltip label={name} position="right" disabled={!collapsed}>
                      <NavLink to={path} className="side-link" aria-label={collapsed ? name : undefined}>
                        <Icon size={20} stroke={1.6} aria-hidden />
                        {!collapsed && name}
                        {/* [NAV-020] */}
                        {counts && unread > 0 && (
                          <span className="side-count">
                            {badge(unread)}
                            <span className="unseen"> {t('shell:unread')}</span>
                          </span>
                        )}
                      </NavLink>
                    </Tooltip>
                  </li>
                )
              })}
            </ul>
          </div>
        ))}
      </nav>
      {seesVersion && <div className="side-foot">{t('shell:version', { version: versionLabel })}</div>}
    </div>
  )
}

/** [SHELL-002, ENT-049] The organization's own logo, or the console's mark and name. */
export function CompanyLogo({ small = false }: { small?: boolean }) {
  const { t } = useTranslation()
  const { company_header_logo2: logo, org_name } = usePerson()
  if (logo)
    return <img className="company-logo" src={`/webapi/${logo}`} alt={org_name} data-small={small || undefined} />
  return (
    <>
      <img src={mark} alt={small ? t('product') : ''} />
      {!small && t('product')}
    </>
  )
}
