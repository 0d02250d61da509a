import { useTranslation } from 'react-i18next'
import { writeItems } from '#contract/amounts.ts'
import type { User, usersCalls } from '#features/admin/users/contract.ts'
import type { ListedState } from '#features/core/account/match.ts'
import { type Column, CutText } from '#web/ui/DataList.tsx'
import type { SortOf } from '#web/ui/record/useCallList.tsx'
import { StateBadge, type Tone } from '#web/ui/StateBadge.tsx'
import { Time, TimeAgo } from '#web/ui/Time.tsx'
import { TagMark } from './TagMark.tsx'

/** The columns that can be shown or hidden, in their order. */
export const columnKeys = [
  'email',
  'role',
  'company',
  'org',
  'tags',
  'state',
  'lastLogin',
  'joined',
  'expiration',
  'createdOn',
] as const
export type ColumnKey = (typeof columnKeys)[number]
type UserSort = SortOf<typeof usersCalls.getUserListForEp>
type ShownColumn = Column<User, UserSort> & { readonly key: ColumnKey; readonly crossing?: boolean }

export const stateTones: Readonly<Record<ListedState, Tone>> = {
  invited: 'accent',
  awaiting: 'warn',
  active: 'good',
  disabled: 'neutral',
  deleted: 'bad',
}

/** A user's state as a badge; outside their term, the state of the term. */
export function UserStateMark({ user: { state, term } }: { user: Pick<User, 'state' | 'term'> }) {
  const { t } = useTranslation('account')
  const isUsual = state !== 'deleted' && state !== 'disabled'
  if (isUsual && term === 'over') return <StateBadge tone="bad">{t('term.state.over')}</StateBadge>
  if (isUsual && term === 'before') return <StateBadge tone="warn">{t('term.state.before')}</StateBadge>
  return <StateBadge tone={stateTones[state]}>{t(`state.${state}`)}</StateBadge>
}

/** Says of a suppressed address that it gets no email, and why. */
export function NoMailMark({ heldBy }: { heldBy: User['held_by'] }) {
  const { t } = useTranslation(['lists', 'invite'])
  return heldBy && <StateBadge tone="warn">{t('lists:noMail', { why: t(`invite:held.${heldBy}`) })}</StateBadge>
}

export function useUserColumns(): ShownColumn[] {
  const { t, i18n } = useTranslation('account')
  return [
    { key: 'email', title: t('field.email'), sort: 'email', cell: user => <CutText>{user.email}</CutText> },
    {
      key: 'role',
      title: t('field.role'),
      cell: user => (
        <span className="user-role">
          {writeItems(
            user.roles.map(name => t(`role.${name}`)),
            i18n.language,
          )}
        </span>
      ),
    },
    { key: 'company', title: t('field.company'), cell: user => <CutText>{user.company_name}</CutText> },
    { key: 'org', title: t('field.organisation'), crossing: true, cell: user => <CutText>{user.org_name}</CutText> },
    {
      key: 'tags',
      title: t('field.tags'),
      cell: user => (
        <span className="tag-marks">
          {user.tags.map(tag => (
            <TagMark key={tag.tag_id} tag={tag} />
          ))}
        </span>
      ),
    },
    {
      key: 'state',
      title: t('field.state'),
      cell: user => (
        <span className="tag-marks">
          <UserStateMark user={user} />
          <NoMailMark heldBy={user.held_by} />
        </span>
      ),
    },
    {
      key: 'lastLogin',
      title: t('field.lastLogin'),
      sort: 'last_login',
      cell: user => (user.last_login ? <TimeAgo at={user.last_login} /> : t('list.never')),
    },
    {
      key: 'joined',
      title: t('field.joined'),
      cell: user => (user.joined_date ? <Time at={user.joined_date} style="day" /> : t('term.notYet')),
    },
    {
      key: 'expiration',
      title: t('field.expiration'),
      cell: user => (user.expiration_date ? <Time at={user.expiration_date} /> : t('term.never')),
    },
    {
      key: 'createdOn',
      title: t('field.createdOn'),
      sort: 'created_on',
      cell: user => <Time at={user.created_on} style="day" />,
    },
  ]
}
