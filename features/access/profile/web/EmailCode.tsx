import { Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { doneNotice } from '#web/ui/notices.tsx'
import { CodeForm } from './CodeForm.tsx'
import { type Info, useKeepInfo } from './personalInfo.ts'

/** The code that was emailed, another one a minute later, and the way back. */
export function EmailCode({ info, onConfirmed }: { info: Info; onConfirmed: (saved: Info) => Promise<void> }) {
  const { t } = useTranslation('profile')
  const keep = useKeepInfo()
  const { email_pending: pending, email } = info
  const seconds = useSecondsUntil(info.email_resend_at)
  const resend = useMutation({
    mutationFn: () => client.resendEmail({}),
    onSuccess: async saved => {
      await keep(saved)
      doneNotice(t('email.resent'))
    },
  })
  const cancel = useMutation({
    mutationFn: () => client.cancelEmailChange({}),
    onSuccess: async saved => {
      await keep(saved)
      doneNotice(t('email.cancelled'))
    },
  })
  return (
    <>
      <Text role="status">
        {pending ? t('email.waitsFor', { address: pending }) : t('email.waitsOwn', { address: email })}
      </Text>
      <CodeForm
        call="confirmEmail"
        label={t('email.code')}
        act={t('email.confirm')}
        failed={t('email.failed')}
        onDone={onConfirmed}
      />
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          disabled={seconds > 0}
          loading={resend.isPending}
          onClick={() => resend.mutate()}
        >
          {seconds > 0 ? t('email.resendIn', { seconds }) : t('email.resend')}
        </Button>
        {pending && (
          <Button size="xs" variant="subtle" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            {t('email.cancel', { address: email })}
          </Button>
        )}
      </Group>
      <ErrorNotice failure={resend.error ?? cancel.error} title={t('email.failed')} />
    </>
  )
}

/** Whole seconds that are left until an instant, counted down. */
function useSecondsUntil(instant: string | null): number {
  const [now, setNow] = useState(Date.now)
  const left = instant ? Math.max(0, Math.ceil((Date.parse(instant) - now) / 1000)) : 0
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setNow(Date.now()), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return left
}
