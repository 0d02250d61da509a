import {
  type Icon,
  IconHome,
  IconLayoutDashboard,
  IconListSearch,
  IconLogin2,
  IconMailbox,
  IconPresentation,
  IconPresentationAnalytics,
  IconUsers,
} from '@tabler/icons-react'
import { mayOpen, type Visitor } from '../guard.ts'
import type shell from '../i18n/en/shell.json'
import type { ScreenPath } from '../screens.ts'

type Group = keyof typeof shell.group
interface Entry {
  readonly path: ScreenPath
  readonly icon: Icon
  readonly group?: Group
}

/** The sidebar, from top to bottom: one line for each screen that it leads to. */
const entries: readonly Entry[] = [
  { path: '/admin/index', icon: IconHome },
  { path: '/mydashboard/index', icon: IconLayoutDashboard },
  { path: '/pitches/list', icon: IconPresentation, group: 'pitches' },
  { path: '/pitch-management/index', icon: IconPresentationAnalytics, group: 'pitches' },
  { path: '/user-management/list', icon: IconUsers, group: 'people' },
  { path: '/login-logs/list', icon: IconLogin2, group: 'administration' },
  { path: '/administration/audit-log', icon: IconListSearch, group: 'administration' },
  { path: '/administration/outbox', icon: IconMailbox, group: 'administration' },
]

/** [SHELL-017] The entries that a person may see, group by group. */
export function menuOf(person: Visitor): { group: Group | undefined; entries: Entry[] }[] {
  const groups: { group: Group | undefined; entries: Entry[] }[] = []
  for (const entry of entries) {
    if (!mayOpen(person, entry.path)) continue
    const group = groups.find(g => g.group === entry.group)
    if (group) group.entries.push(entry)
    else groups.push({ group: entry.group, entries: [entry] })
  }
  return groups
}

/** The group of a screen in the sidebar, for its breadcrumb. */
export const groupOf = (path: string): Group | undefined => entries.find(entry => entry.path === path)?.group
