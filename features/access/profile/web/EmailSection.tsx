import { Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { doneNotice } from '#web/ui/notices.tsx'
import { FormSection } from '#web/ui/Page.tsx'
import { StateBadge } from '#web/ui/StateBadge.tsx'
import { EmailCode } from './EmailCode.tsx'
import { EmailForm } from './EmailForm.tsx'
import { type Info, useKeepInfo } from './personalInfo.ts'

/** [STATE-075, STATE-076, STATE-077] Where mail goes, whether that is confirmed, and another address. */
export function EmailSection({ info }: { info: Info }) {
  const { t } = useTranslation('profile')
  const [asks, setAsks] = useState(false)
  const keep = useKeepInfo()
  const waits = info.email_pending !== '' || info.has_email_code
  const ownState = info.email_pending ? 'confirmed' : info.email_state
  const send = useMutation({
    mutationFn: () => client.resendEmail({}),
    onSuccess: keep,
  })
  const confirmed = async (saved: Info) => {
    await keep(saved)
    doneNotice(t('email.confirmed', { address: saved.email }))
  }
  const onAsked = async (saved: Info) => {
    await keep(saved)
    setAsks(false)
  }
  return (
    <FormSection title={t('email.title')}>
      <Group gap="xs">
        <Text>
          {t('email.now')} <strong>{info.email}</strong>
        </Text>
        {!info.email_pending && (
          <StateBadge tone={ownState === 'confirmed' ? 'good' : 'warn'}>{t(`email.state.${ownState}`)}</StateBadge>
        )}
      </Group>
      {info.email_state !== 'confirmed' && waits && <EmailCode info={info} onConfirmed={confirmed} />}
      {info.email_state !== 'confirmed' && !waits && (
        <>
          <Text c="dimmed">{t('email.unproved')}</Text>
          <Group>
            <Button size="xs" variant="default" loading={send.isPending} onClick={() => send.mutate()}>
              {t('email.sendCode')}
            </Button>
          </Group>
          <ErrorNotice failure={send.error} title={t('email.failed')} />
        </>
      )}
      {asks ? (
        <EmailForm onAsked={onAsked} onCancel={() => setAsks(false)} />
      ) : (
        <Group>
          <Button variant="default" onClick={() => setAsks(true)}>
            {t('email.change')}
          </Button>
        </Group>
      )}
    </FormSection>
  )
}
