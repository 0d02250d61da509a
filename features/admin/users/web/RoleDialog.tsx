import { Alert, Checkbox, List, Radio, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type User, usersCalls } from '#features/admin/users/contract.ts'
import { extraRoles, mayGiveExtraRoles, rolesAfter, rolesToGive } from '#features/admin/users/rules.ts'
import { type MainRole, mainRoles } from '#features/core/account/rules.ts'
import { usePerson } from '#features/core/account/web/person.ts'
import { client } from '#web/client/client.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { displayName } from '#web/ui/displayName.ts'
import { doneNotice } from '#web/ui/notices.tsx'
import { callQuery, useRefresh } from '#web/ui/record/callQuery.ts'

/** Changes the role of a user, and shows the consequences first. */
export function RoleDialog({ user, opened, onClose }: { user: User; opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('account')
  const me = usePerson()
  const name = displayName(user, user.email)
  const refresh = useRefresh(usersCalls)
  const before = mainRoles.find(role => user.roles.includes(role))
  const [role, setRole] = useState<MainRole | undefined>(before)
  const [extra, setExtra] = useState(extraRoles.filter(one => user.roles.includes(one)))
  const detail = useQuery({ ...callQuery('getUserDetail', { user_id: user.user_id }), enabled: opened })
  const after = role ? rolesAfter(user.roles, role, extra) : user.roles
  const isSame = after.length === user.roles.length && after.every(one => user.roles.includes(one))
  const loses = user.roles.some(one => !after.includes(one))

  async function run() {
    if (!role || isSame) return
    await client.updateUserRole({ user_id: user.user_id, role, extra })
    doneNotice(t('role.done', { name, role: t(`role.${role}`) }))
    await refresh()
  }

  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('role.title', { name })}
      act={t('role.act')}
      failed={t('role.failed')}
      danger={loses}
      run={run}
    >
      <Stack>
        <Radio.Group label={t('role.is')} value={role ?? null} onChange={value => setRole(value as MainRole)}>
          <Stack gap="xs" mt="xs">
            {rolesToGive(me.roles).map(one => (
              <Radio key={one} value={one} label={t(`role.${one}`)} description={t(`create.roleHint.${one}`)} />
            ))}
          </Stack>
        </Radio.Group>
        {mayGiveExtraRoles(me.roles) && (
          <Checkbox.Group
            label={t('role.extra')}
            value={extra}
            onChange={values => setExtra(extraRoles.filter(one => values.includes(one)))}
          >
            <Stack gap="xs" mt="xs">
              {extraRoles.map(one => (
                <Checkbox key={one} value={one} label={t(`role.${one}`)} description={t(`role.hint.${one}`)} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        {!isSame && role && <Consequences role={role} loses={loses} name={name} pitches={detail.data?.pitches} />}
        {isSame && (
          <Text size="sm" c="dimmed">
            {t('role.same')}
          </Text>
        )}
      </Stack>
    </ConfirmDialog>
  )
}

interface ConsequencesProps {
  role: MainRole
  /** Whether the user loses a role. */
  loses: boolean
  name: string
  pitches: { total: number; open: number } | undefined
}

function Consequences({ role, loses, name, pitches }: ConsequencesProps) {
  const { t } = useTranslation('account')
  return (
    <Alert color={loses ? 'yellow' : 'blue'} variant="light" title={t('role.consequences')} role="status">
      <List size="sm" spacing="xs" m={0}>
        <List.Item>{t(`role.opens.${role}`)}</List.Item>
        {pitches && pitches.total > 0 && <List.Item>{t('role.pitchesStay', { count: pitches.total, name })}</List.Item>}
        {pitches && loses && pitches.open > 0 && cannotPresent(role) && (
          <List.Item>{t('role.cannotPresent', { count: pitches.open })}</List.Item>
        )}
        <List.Item>{t(loses ? 'role.signsOut' : 'role.atOnce')}</List.Item>
      </List>
    </Alert>
  )
}

const cannotPresent = (role: MainRole): boolean => role === 'vc' || role === 'member'
