import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type User, usersCalls } from '#features/admin/users/contract.ts'
import { TEMPORARY_DAYS } from '#features/admin/users/rules.ts'
import { client } from '#web/client/client.ts'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { displayName } from '#web/ui/displayName.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { useRefresh } from '#web/ui/record/callQuery.ts'
import { formatTime } from '#web/ui/time.ts'

/** [CALL-099] Makes a temporary password for a user and shows it once. */
export function TemporaryPassword({ user, opened, onClose }: { user: User; opened: boolean; onClose: () => void }) {
  const { t, i18n } = useTranslation(['account', 'common'])
  const name = displayName(user, user.email)
  const refresh = useRefresh(usersCalls)
  const making = useMutation({
    mutationFn: () => client.generateTemporaryPassword({ user_id: user.user_id }),
    onSuccess: () => refresh(),
    gcTime: 0,
  })
  function close() {
    if (making.isPending) return
    making.reset()
    onClose()
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      closeOnClickOutside={!making.data}
      title={t('account:temporary.title', { name })}
      closeButtonProps={{ 'aria-label': t('common:act.close') }}
    >
      {making.data ? (
        <Stack>
          <Text>{t('account:temporary.shown', { username: making.data.username })}</Text>
          <Group wrap="nowrap">
            <output className="user-secret">{making.data.password}</output>
            <CopyButton text={making.data.password} label={t('account:temporary.copy')} />
          </Group>
          <Text size="sm">{t('account:temporary.until', { date: formatTime(making.data.until, i18n.language) })}</Text>
          <Text size="sm" c="dimmed">
            {t('account:temporary.once')}
          </Text>
          <Group justify="flex-end">
            <Button onClick={close}>{t('common:act.done')}</Button>
          </Group>
        </Stack>
      ) : (
        <Stack>
          <Text>{t('account:temporary.body', { name, days: TEMPORARY_DAYS })}</Text>
          <ErrorNotice failure={making.error} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close} data-autofocus>
              {t('common:act.cancel')}
            </Button>
            <Button loading={making.isPending} onClick={() => making.mutate()}>
              {t('account:temporary.act')}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}
