import { Button, Group, List, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '#web/client/client.ts'
import { leavePage } from '#web/client/leavePage.ts'
import { displayName } from '#web/ui/displayName.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { useFieldErrors } from '#web/ui/wording.ts'
import { askToImpersonate, useCandidate } from './askToImpersonate.ts'

/** Asks for the reason, explains the consequences, and starts the impersonation. */
export function ImpersonateDialog() {
  const user = useCandidate()
  return user ? <Dialog key={user.user_id} user={user} /> : null
}

function Dialog({ user }: { user: NonNullable<ReturnType<typeof useCandidate>> }) {
  const { t } = useTranslation(['session', 'common'])
  const name = displayName(user, user.email)
  const [reason, setReason] = useState('')
  const start = useMutation({
    mutationFn: () => client.startImpersonate({ user_id: user.user_id, reason }),
    // a fresh page: nothing of the super admin's is left in memory
    onSuccess: () => leavePage('/'),
  })
  const fields = useFieldErrors(start.error)
  const close = () => {
    if (!start.isPending) askToImpersonate(undefined)
  }
  return (
    <Modal
      opened
      onClose={close}
      title={t('session:impersonate.title', { name })}
      closeButtonProps={{ 'aria-label': t('common:act.close') }}
    >
      <form
        onSubmit={event => {
          event.preventDefault()
          start.mutate()
        }}
      >
        <Stack>
          <Text size="sm">{t('session:impersonate.what', { name, email: user.email })}</Text>
          <List size="sm" spacing={4} my={0}>
            <List.Item>{t('session:impersonate.ruleWritten')}</List.Item>
            <List.Item>{t('session:impersonate.ruleTime')}</List.Item>
            <List.Item>{t('session:impersonate.ruleRefused')}</List.Item>
          </List>
          <Textarea
            label={t('session:impersonate.reason')}
            description={t('session:impersonate.reasonHint')}
            required
            autosize
            minRows={2}
            maxLength={500}
            data-autofocus
            value={reason}
            onChange={event => setReason(event.currentTarget.value.replace(/\s/g, ' '))}
            error={fields['reason']}
          />
          {!fields['reason'] && <ErrorNotice failure={start.error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close} disabled={start.isPending}>
              {t('common:act.cancel')}
            </Button>
            <Button type="submit" loading={start.isPending} disabled={reason.trim().length < 5}>
              {t('session:impersonate.start')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
