import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, matchPath, useLocation } from 'react-router'
import { type Screen, type ScreenPath, screens } from '../screens.ts'
import { groupOf } from './menu.ts'

const all = Object.entries(screens) as [ScreenPath, Screen][]

/** [SHELL-001] Group, list and screen; it names the browser's tab as well. */
export function Breadcrumb() {
  const { t } = useTranslation(['shell', 'common'])
  const { pathname } = useLocation()
  const [path, screen] = all.find(([pattern]) => matchPath(pattern, pathname)) ?? []
  const title = screen && t(`shell:screen.${screen.title}`)

  useEffect(() => {
    if (title) document.title = `${title} · ${t('common:product')}`
  }, [title, t])

  if (!path || !screen) return null
  const group = groupOf(screen.under ?? path)
  const list = all.find(([known]) => known === screen.under)
  return (
    <nav className="crumbs" aria-label={t('shell:breadcrumb')}>
      <ol>
        {group && <li>{t(`shell:group.${group}`)}</li>}
        {list && (
          <li>
            <Link to={list[0]}>{t(`shell:screen.${list[1].menu ?? list[1].title}`)}</Link>
          </li>
        )}
        <li aria-current="page">{title}</li>
      </ol>
    </nav>
  )
}
