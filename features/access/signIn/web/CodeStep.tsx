import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { brokenCodeRule } from '#features/core/account/factorRules.ts'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { type SecondStep, useFinish, type Way } from './secondStep.ts'
import { useCodeSending } from './useCodeSending.ts'

/** A code: typed from an app or a list, or sent at once. */
export function CodeStep({ way, step }: { way: Exclude<Way, 'passkey'>; step: SecondStep }) {
  const { t } = useTranslation(['factor', 'errors'])
  const [code, setCode] = useState('')
  const [remember, setRemember] = useState(false)
  const [tried, setTried] = useState(false)
  const finish = useFinish(() => client.verifyTwoFactorCode({ factor: way, code: code.trim(), remember }))
  const isRecovery = way === 'recovery'
  // [RULE-081, RULE-082]
  const broken = brokenCodeRule(code, way === 'recovery' || way === 'app' ? way : 'code')

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (!broken && !finish.isPending) finish.mutate(undefined)
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {(way === 'email' || way === 'sms') && <CodeSending way={way} step={step} />}
        <TextInput
          label={t(isRecovery ? 'factor:step.recoveryCode' : 'factor:step.code')}
          name={isRecovery ? 'recovery-code' : 'one-time-code'}
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          inputMode={isRecovery ? 'text' : 'numeric'}
          spellCheck={false}
          autoCapitalize="none"
          size="md"
          autoFocus
          required
          withAsterisk={false}
          aria-describedby="step-hint"
          value={code}
          onChange={event => setCode(event.currentTarget.value)}
          error={tried && broken && t(`errors:${broken}`)}
        />
        <Checkbox
          label={t('factor:step.remember')}
          checked={remember}
          onChange={event => setRemember(event.currentTarget.checked)}
        />
        <ErrorNotice failure={finish.error} />
        <Button type="submit" size="md" fullWidth loading={finish.isPending}>
          {t('factor:step.act')}
        </Button>
      </Stack>
    </form>
  )
}

/** Where the code went, and a way to have another one. */
function CodeSending({ way, step }: { way: 'email' | 'sms'; step: SecondStep }) {
  const { t } = useTranslation('factor')
  const { sending, wait, send } = useCodeSending(way, step)
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm" c="dimmed" role="status">
        {sending.isPending && t('step.sending')}
        {sending.data &&
          t(sending.data.sends ? 'step.sent' : 'step.kept', {
            to: sending.data.sent_to,
            minutes: sending.data.minutes,
          })}
      </Text>
      <ErrorNotice failure={sending.error} />
      <Button variant="subtle" size="compact-sm" disabled={wait > 0} loading={sending.isPending} onClick={send}>
        {wait > 0 ? t('step.resendIn', { seconds: wait }) : t('step.resend')}
      </Button>
    </Stack>
  )
}
