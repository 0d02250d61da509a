import { Alert, List, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type User, usersCalls } from '#features/admin/users/contract.ts'
import { client } from '#web/client/client.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { displayName } from '#web/ui/displayName.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { useUndoNotice } from '#web/ui/notices.tsx'
import { callQuery, useRefresh } from '#web/ui/record/callQuery.ts'
import { NewOwnerSelect } from './NewOwnerSelect.tsx'

/** Lists what is deleted with an account, asks who takes its pitches, deletes it, and offers to undo that. */
export function DeleteUserDialog({ user, opened, onClose }: { user: User; opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('account')
  const name = displayName(user, user.email)
  const refresh = useRefresh(usersCalls)
  const undoable = useUndoNotice()
  const [handOverTo, setHandOverTo] = useState<string>()
  const detail = useQuery({ ...callQuery('getUserDetail', { user_id: user.user_id }), enabled: opened })
  const pitches = detail.data?.pitches

  async function run() {
    await client.deleteUser({ user_id: user.user_id, ...(handOverTo ? { hand_over_to: handOverTo } : {}) })
    undoable({
      message: t('delete.done', { name }),
      undo: async () => {
        await client.restoreUser({ user_id: user.user_id })
        await refresh()
      },
    })
    await refresh()
  }

  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('delete.title', { name })}
      act={t('delete.act')}
      failed={t('delete.failed')}
      danger
      run={run}
    >
      <Stack>
        <List spacing="xs" m={0}>
          <List.Item>{t('delete.signsOut')}</List.Item>
          <List.Item>{t('delete.keeps')}</List.Item>
          <List.Item>{t('delete.undo')}</List.Item>
          {pitches && pitches.total > pitches.open && (
            <List.Item>{t('delete.pastPitches', { count: pitches.total - pitches.open })}</List.Item>
          )}
        </List>
        {detail.isError && <ErrorNotice failure={detail.error} retry={() => detail.refetch()} />}
        {pitches !== undefined && pitches.live > 0 && (
          <Alert color="yellow" variant="light">
            {t('bulk.livePitches', { count: pitches.live })}
          </Alert>
        )}
        {pitches !== undefined && pitches.open > 0 && (
          <>
            <Text>{t('delete.openPitches', { count: pitches.open })}</Text>
            <NewOwnerSelect except={user.user_id} orgId={user.org_id} onChange={setHandOverTo} />
          </>
        )}
      </Stack>
    </ConfirmDialog>
  )
}
