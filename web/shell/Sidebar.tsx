import { Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, NavLink } from 'react-router'
import { screens } from '../screens.ts'
import mark from '../theme/mark.svg'
import { menuOf } from './menu.ts'
import { usePerson } from './person.ts'

/** [CONST-041] */
const versionLabel = '1.27'

/** [SHELL-016, SHELL-017] What the person may open, in groups; collapsed it keeps the icons. */
export function Sidebar({ collapsed = false }: { collapsed?: boolean }) {
  const { t } = useTranslation(['shell', 'common'])
  const person = usePerson()
  // [SHELL-024, SHELL-025]
  const seesVersion = person.roles.some(role => ['superadmin', 'admin', 'pitchadmin'].includes(role))
  return (
    <div className="side">
      {/* [SHELL-009] */}
      <Link to="/mydashboard" className="side-brand" aria-label={collapsed ? t('common:product') : undefined}>
        <img src={mark} alt="" />
        {!collapsed && t('common:product')}
      </Link>
      <nav aria-label={t('shell:navigation')}>
        {menuOf(person).map(({ group, entries }) => (
          <div key={group ?? 'top'}>
            {group && !collapsed && <h2 className="side-title">{t(`shell:group.${group}`)}</h2>}
            <ul className="side-group" aria-label={group ? t(`shell:group.${group}`) : undefined}>
              {entries.map(({ path, icon: Icon }) => {
                const name = t(`shell:screen.${screens[path].title}`)
                return (
                  <li key={path}>
                    <Tooltip label={name} position="right" disabled={!collapsed}>
                      <NavLink to={path} className="side-link" aria-label={collapsed ? name : undefined}>
                        <Icon size={20} stroke={1.6} aria-hidden />
                        {!collapsed && name}
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
