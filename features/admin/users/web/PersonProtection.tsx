import { Alert, Button, Group, Modal, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { protectionCalls } from '#features/admin/users/protectionCalls.ts'
import { brokenCodeRule } from '#features/core/account/factorRules.ts'
import { client } from '#web/client/client.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { doneNotice } from '#web/ui/notices.tsx'
import { CallForm } from '#web/ui/record/CallForm.tsx'
import { callQuery, useRefresh } from '#web/ui/record/callQuery.ts'
import { Entity } from '#web/ui/record/Entity.tsx'
import { type Act, type Dialog, useActs } from '#web/ui/record/useActs.tsx'
import { useCallForm } from '#web/ui/record/useCallForm.ts'

interface Props {
  /** A user whom the caller manages. */
  userId: string
  name: string
  opened: boolean
  onClose: () => void
}

/** For people who manage others: verifies who is on the phone, and helps a user who has lost every factor. */
export function PersonProtection({ userId, name, opened, onClose }: Props) {
  const { t } = useTranslation(['factor', 'common'])
  const [checked, setChecked] = useState(false)
  const known = useQuery(callQuery('getFactorsByAdmin', { user_id: userId }))
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('factor:admin.title', { name })}
      closeButtonProps={{ 'aria-label': t('common:act.close') }}
    >
      <Entity query={known}>
        {({ factors, questions, email, mobile }) => (
          <Stack>
            <Check userId={userId} name={name} email={email} mobile={mobile} onChecked={() => setChecked(true)} />
            <Help userId={userId} name={name} factors={factors} questions={questions} checked={checked} />
          </Stack>
        )}
      </Entity>
    </Modal>
  )
}

interface CheckProps {
  userId: string
  name: string
  email: string
  /** Empty where there is none. */
  mobile: string
  onChecked: () => void
}

/** [CALL-110, CALL-111] Sends a code to a user and checks what they read out. */
function Check({ userId, name, email, mobile, onChecked }: CheckProps) {
  const { t } = useTranslation(['factor', 'errors'])
  const user_id = userId
  const send = useMutation({
    mutationFn: (factor: 'email' | 'sms') => client.sendCodeByAdmin({ user_id, factor }),
  })
  const form = useCallForm(protectionCalls, 'validateCodeByAdmin', {
    start: { user_id },
    check: ({ code }) => ({ code: brokenCodeRule(code) }),
    onDone: onChecked,
  })
  return (
    <CallForm form={form} foot={null}>
      <Text>{t('factor:admin.hint', { name })}</Text>
      <Group gap="xs">
        <Button variant="default" loading={send.isPending} onClick={() => send.mutate('email')}>
          {t('factor:admin.sendEmail', { to: email })}
        </Button>
        {mobile && (
          <Button variant="default" loading={send.isPending} onClick={() => send.mutate('sms')}>
            {t('factor:admin.sendSms', { to: mobile })}
          </Button>
        )}
      </Group>
      <ErrorNotice failure={send.error} />
      {send.data && (
        <>
          <Text size="sm" role="status">
            {t('factor:step.sent', { to: send.data.sent_to, minutes: send.data.minutes })}
          </Text>
          <Group align="flex-start" gap="xs">
            <TextInput
              aria-label={t('factor:step.code')}
              placeholder={t('factor:step.code')}
              inputMode="numeric"
              autoComplete="off"
              {...form.text('code')}
            />
            <Button type="submit" loading={form.isSending}>
              {t('factor:admin.validate')}
            </Button>
          </Group>
        </>
      )}
      {form.answer && (
        <Alert color="green" variant="light" role="status">
          {t('factor:admin.valid', { name })}
        </Alert>
      )}
    </CallForm>
  )
}

interface HelpProps {
  userId: string
  name: string
  factors: number
  questions: number
  /** Whether the user's code has just been verified. */
  checked: boolean
}

function Help({ userId, name, factors, questions, checked }: HelpProps) {
  const { t } = useTranslation('factor')
  const { begin, dialog } = useActs(protectionCalls)
  const clearFactors: Act = {
    label: t('admin.clearFactors'),
    danger: true,
    show: dialog => <ClearFactors userId={userId} name={name} checked={checked} {...dialog} />,
  }
  const clearQuestions: Act = {
    label: t('admin.clearQuestions'),
    danger: true,
    confirm: { title: t('admin.clearQuestionsTitle', { name }), body: t('admin.clearQuestionsBody', { name }) },
    run: () => client.clearSecurityQuestions({ user_id: userId }),
    done: t('admin.questionsCleared'),
  }
  const line = (words: string, count: number, act: Act) => (
    <Group justify="space-between" mt="xs">
      <Text>{words}</Text>
      {count > 0 && (
        <Button variant="subtle" color="red" onClick={() => begin(act)}>
          {act.label}
        </Button>
      )}
    </Group>
  )
  return (
    <section>
      <Title order={3} size="sm">
        {t('admin.protection')}
      </Title>
      {line(t('admin.factors', { count: factors }), factors, clearFactors)}
      {line(t('admin.questions', { count: questions }), questions, clearQuestions)}
      {dialog}
    </section>
  )
}

/** Asks how the admin identified the user, before all factors are removed. */
function ClearFactors({ userId, name, checked, ...dialog }: Omit<HelpProps, 'factors' | 'questions'> & Dialog) {
  const { t } = useTranslation('factor')
  const refresh = useRefresh(protectionCalls)
  const [reason, setReason] = useState('')
  return (
    <ConfirmDialog
      {...dialog}
      title={t('admin.clearFactorsTitle', { name })}
      act={t('admin.clearFactors')}
      run={async () => {
        await client.clearFactorsByAdmin({ user_id: userId, ...(reason.trim() ? { reason: reason.trim() } : {}) })
        doneNotice(t('admin.factorsCleared'))
        await refresh()
      }}
    >
      <Stack gap="sm">
        <Text>{t('admin.clearFactorsBody', { name })}</Text>
        {checked ? (
          <Text fw={600}>{t('admin.known')}</Text>
        ) : (
          <Textarea
            label={t('admin.reason', { name })}
            description={t('admin.reasonHint')}
            autosize
            minRows={2}
            maxLength={300}
            value={reason}
            onChange={event => setReason(event.currentTarget.value)}
          />
        )}
      </Stack>
    </ConfirmDialog>
  )
}
