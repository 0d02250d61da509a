import {
  type Icon,
  IconAddressBook,
  IconBell,
  IconBriefcase,
  IconBuilding,
  IconBuildingBank,
  IconHelp,
  IconHome,
  IconLanguage,
  IconLayoutDashboard,
  IconLink,
  IconListSearch,
  IconLogin2,
  IconLogout,
  IconMailbox,
  IconMailOff,
  IconMessageQuestion,
  IconPresentation,
  IconPresentationAnalytics,
  IconRosetteDiscountCheck,
  IconUserPlus,
  IconUserShield,
  IconUserStar,
  IconUsers,
} from '@tabler/icons-react'
import type { Caller } from '#contract/call.ts'
import { mayOpen, type Visitor } from '#features/access/session/web/guard.ts'
import type shell from '../../../web/i18n/en/shell.json'
import type { ScreenPath } from '../screens.ts'

type Group = keyof typeof shell.group
interface Entry {
  readonly path: ScreenPath | '/logout'
  readonly icon: Icon
  readonly group?: Group
  /** Only in the mobile layout, where the top bar has less room. */
  readonly onlyNarrow?: true
  /** Whose calls the screen makes, where admin opens the address but may do nothing there. */
  readonly only?: readonly Caller[]
  /** Carries how many notices are unread. */
  readonly counts?: true
}

/** The sidebar, from top to bottom: one line for each screen that it leads to. */
const entries: readonly Entry[] = [
  { path: '/admin/index', icon: IconHome },
  { path: '/mydashboard/index', icon: IconLayoutDashboard },
  { path: '/pitches/list', icon: IconPresentation, group: 'pitches' },
  { path: '/pitch-management/index', icon: IconPresentationAnalytics, group: 'pitches' },
  { path: '/user-management/list', icon: IconUsers, group: 'people' },
  { path: '/user-management/invitations', icon: IconUserPlus, group: 'people' },
  { path: '/presenter-invitation', icon: IconUserStar, group: 'people' },
  { path: '/superadmin-invitation', icon: IconUserShield, group: 'people', only: ['superadmin'] },
  { path: '/user-management/investor-accounts', icon: IconBriefcase, group: 'people' },
  { path: '/user-management/accreditation', icon: IconRosetteDiscountCheck, group: 'people' },
  { path: '/user-management/partner-links', icon: IconLink, group: 'people' },
  { path: '/companies', icon: IconBuilding, group: 'people' },
  { path: '/list-management', icon: IconAddressBook, group: 'people' },
  { path: '/spv/list', icon: IconBuildingBank, group: 'people' },
  { path: '/login-logs/list', icon: IconLogin2, group: 'administration' },
  { path: '/administration/audit-log', icon: IconListSearch, group: 'administration' },
  { path: '/support/tickets', icon: IconMessageQuestion, group: 'administration' },
  { path: '/suppressions/blocks', icon: IconMailOff, group: 'administration' },
  { path: '/administration/outbox', icon: IconMailbox, group: 'administration', only: ['superadmin'] },
  // [NAV-010, NAV-017, NAV-018, NAV-019]
  { path: '/tip/alter', icon: IconBell, group: 'mine', onlyNarrow: true, counts: true },
  { path: '/help', icon: IconHelp, group: 'mine', onlyNarrow: true },
  { path: '/personal-info/language', icon: IconLanguage, group: 'mine', onlyNarrow: true },
  { path: '/logout', icon: IconLogout, group: 'mine', onlyNarrow: true },
]

/** [SHELL-017] The entries that a person may see, group by group; `narrow` for the mobile layout. */
export function menuOf(person: Visitor, narrow = false): { group: Group | undefined; entries: Entry[] }[] {
  const groups: { group: Group | undefined; entries: Entry[] }[] = []
  for (const entry of entries) {
    if (entry.only && !person.roles.some(role => entry.only?.includes(role))) continue
    if (!mayOpen(person, entry.path) || (entry.onlyNarrow && !narrow)) continue
    // [SHELL-012] while impersonating, the menu ends the impersonation instead
    if (entry.path === '/logout' && person.impersonate_model) continue
    const group = groups.find(g => g.group === entry.group)
    if (group) group.entries.push(entry)
    else groups.push({ group: entry.group, entries: [entry] })
  }
  return groups
}

/** The group of a screen in the sidebar, for its breadcrumb. */
export const groupOf = (path: string): Group | undefined => entries.find(entry => entry.path === path)?.group
