import { Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Role } from '#contract/call.ts'
import { fullName } from '#contract/names.ts'
import type { InviteKind, InviteState } from '#features/access/registration/rules.ts'
import { usePerson } from '#features/core/account/web/person.ts'
import { Page } from '#web/ui/Page.tsx'
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx'
import { ListScreen } from '#web/ui/record/ListScreen.tsx'
import { useCallList } from '#web/ui/record/useCallList.tsx'
import { StateBadge, type Tone } from '#web/ui/StateBadge.tsx'
import { Time, TimeAgo } from '#web/ui/Time.tsx'
import { type Invitation, invitationsCalls } from '../contract.ts'
import { InvitationActs } from './InvitationActs.tsx'
import { InviteForm } from './InviteForm.tsx'

/** [SCREEN-016] */
export const UserInvitation = () => <InvitationList kind="typeuser" />
/** [SCREEN-019, ROUTE-114] */
export const PresenterInvitation = () => <InvitationList kind="presenter" />
/** [ROUTE-115] */
export function SuperadminInvitation() {
  const { t } = useTranslation('registration')
  // [NAV-035] admins may open every address, but not do this
  if (usePerson().roles.includes('superadmin')) return <InvitationList kind="superadmin" />
  return <Page title={t('invites.title.superadmin')}>{t('invites.onlySuperadmin')}</Page>
}

const tones: Record<InviteState, Tone> = { enabled: 'accent', disabled: 'neutral', expired: 'warn', used: 'good' }

/** The invitations of a kind: sent, sent again, disabled and on, changed and deleted. */
function InvitationList({ kind }: { kind: InviteKind }) {
  const { t } = useTranslation(['registration', 'account'])
  const isTyped = kind === 'typeuser'
  const list = useCallList(invitationsCalls, 'getInviteTypeUserList', { of: { type: kind } })
  return (
    <ListScreen
      list={list}
      words={{
        ...t('registration:invites', { returnObjects: true }),
        title: t(`registration:invites.title.${kind}`),
      }}
      add={{
        label: t(`registration:invite.title.${kind}`),
        form: close => <InviteForm kind={kind} onDone={close} />,
      }}
      filters={list.choice('state', t('registration:invites.state'), state =>
        t(`registration:invites.stateOf.${state}`),
      )}
      columns={[
        { key: 'who', title: t('registration:invites.person'), cell: row => <Who row={row} /> },
        isTyped && {
          key: 'role',
          title: t('registration:invites.role'),
          cell: row => t(`account:role.${row.role_type_live as Role}`),
        },
        { key: 'org_name', title: t('registration:organisation'), crossing: true },
        {
          key: 'state',
          title: t('registration:invites.state'),
          cell: ({ state }) => (
            <StateBadge tone={tones[state]}>{t(`registration:invites.stateOf.${state}`)}</StateBadge>
          ),
        },
        isTyped && {
          key: 'uses',
          title: t('registration:invites.uses'),
          numeric: true,
          cell: row => t('registration:invites.usesOf', { uses: row.uses, max: row.max_uses }),
        },
        { key: 'until', title: t('registration:invites.until'), cell: row => <Time at={row.expires_on} /> },
        { key: 'invited_by', title: t('registration:invites.by') },
        { key: 'on', title: t('registration:invites.on'), cell: row => <TimeAgo at={row.created_on} /> },
      ]}
      acts={row => <InvitationActs row={row} />}
    />
  )
}

function Who({ row }: { row: Invitation }) {
  const { t } = useTranslation('registration')
  const name = [fullName(row), row.company_name].filter(Boolean).join(' · ')
  return (
    <Group gap="xs" wrap="nowrap">
      {row.email && <PersonAvatar person={row} size={28} />}
      <div>
        {row.email || t('invites.openLink')}
        {name && (
          <Text size="xs" c="dimmed">
            {name}
          </Text>
        )}
      </div>
    </Group>
  )
}
