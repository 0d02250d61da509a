import { Alert, Button, Group, Modal, Skeleton, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { brokenCodeRule } from '#features/core/account/factorRules.ts'
import { client } from '#web/client/client.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { doneNotice } from '#web/ui/doneNotice.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'

interface Props {
  /** Somebody whom the reader manages. */
  userId: string
  name: string
  opened: boolean
  onClose: () => void
}

/** For who manages people: makes sure who is on the phone, and helps who has lost every factor. */
export function PersonProtection({ userId, name, opened, onClose }: Props) {
  const { t } = useTranslation(['factor', 'common'])
  const [checked, setChecked] = useState(false)
  const known = useQuery({
    queryKey: ['factorsByAdmin', userId],
    queryFn: () => client.getFactorsByAdmin({ user_id: userId }),
  })
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('factor:admin.title', { name })}
      closeButtonProps={{ 'aria-label': t('common:act.close') }}
    >
      <Stack>
        {known.isPending && <Skeleton height={120} />}
        {known.isError && <ErrorNotice failure={known.error} retry={() => known.refetch()} />}
        {known.data && (
          <>
            <Check
              userId={userId}
              name={name}
              email={known.data.email}
              mobile={known.data.mobile}
              onChecked={() => setChecked(true)}
            />
            <Help
              userId={userId}
              name={name}
              factors={known.data.factors}
              questions={known.data.questions}
              checked={checked}
            />
          </>
        )}
      </Stack>
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

/** [CALL-110, CALL-111] A code that is sent to somebody, and what they read out. */
function Check({ userId, name, email, mobile, onChecked }: CheckProps) {
  const { t } = useTranslation(['factor', 'errors'])
  const [code, setCode] = useState('')
  const [tried, setTried] = useState(false)
  const user_id = userId
  const send = useMutation({
    mutationFn: (factor: 'email' | 'sms') => client.sendCodeByAdmin({ user_id, factor }),
  })
  const validate = useMutation({
    mutationFn: () => client.validateCodeByAdmin({ user_id, code: code.trim() }),
    onSuccess: onChecked,
  })
  const broken = brokenCodeRule(code)

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (!broken && !validate.isPending) validate.mutate()
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
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
                value={code}
                onChange={event => setCode(event.currentTarget.value)}
                error={tried && broken && t(`errors:${broken}`)}
              />
              <Button type="submit" loading={validate.isPending}>
                {t('factor:admin.validate')}
              </Button>
            </Group>
          </>
        )}
        <ErrorNotice failure={validate.error} />
        {validate.isSuccess && (
          <Alert color="green" variant="light" role="status">
            {t('factor:admin.valid', { name })}
          </Alert>
        )}
      </Stack>
    </form>
  )
}

interface HelpProps {
  userId: string
  name: string
  factors: number
  questions: number
  /** A code of theirs was found right just now. */
  checked: boolean
}

function Help({ userId, name, factors, questions, checked }: HelpProps) {
  const { t } = useTranslation('factor')
  const [reason, setReason] = useState('')
  const queries = useQueryClient()
  const [asking, setAsking] = useState<'factors' | 'questions'>()
  const reload = () => queries.invalidateQueries({ queryKey: ['factorsByAdmin', userId] })
  const close = () => setAsking(undefined)
  return (
    <section>
      <Title order={3} size="sm">
        {t('admin.protection')}
      </Title>
      <Group justify="space-between" mt="xs">
        <Text>{t('admin.factors', { count: factors })}</Text>
        {factors > 0 && (
          <Button variant="subtle" color="red" onClick={() => setAsking('factors')}>
            {t('admin.clearFactors')}
          </Button>
        )}
      </Group>
      <Group justify="space-between" mt="xs">
        <Text>{t('admin.questions', { count: questions })}</Text>
        {questions > 0 && (
          <Button variant="subtle" color="red" onClick={() => setAsking('questions')}>
            {t('admin.clearQuestions')}
          </Button>
        )}
      </Group>
      <ConfirmDialog
        opened={asking === 'factors'}
        onClose={close}
        title={t('admin.clearFactorsTitle', { name })}
        act={t('admin.clearFactors')}
        danger
        run={async () => {
          await client.clearFactorsByAdmin({ user_id: userId, ...(reason.trim() ? { reason: reason.trim() } : {}) })
          setReason('')
          await reload()
          doneNotice(t('admin.factorsCleared'))
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
      <ConfirmDialog
        opened={asking === 'questions'}
        onClose={close}
        title={t('admin.clearQuestionsTitle', { name })}
        act={t('admin.clearQuestions')}
        danger
        run={async () => {
          await client.clearSecurityQuestions({ user_id: userId })
          await reload()
          doneNotice(t('admin.questionsCleared'))
        }}
      >
        {t('admin.clearQuestionsBody', { name })}
      </ConfirmDialog>
    </section>
  )
}
