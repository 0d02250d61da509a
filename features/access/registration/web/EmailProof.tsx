import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/fields.ts'
import { isEmailCode } from '#features/access/registration/rules.ts'
import { registrationInfo } from '#features/core/site/web/registrationInfo.ts'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'

export interface Proof {
  readonly email: string
  readonly code: string
}

/** What is wrong with an address; undefined when nothing is. */
export const emailProblem = (email: string): 'emailMissing' | 'emailWrong' | undefined =>
  !email.trim() ? 'emailMissing' : /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(email.trim()) ? undefined : 'emailWrong'

/** Whether a proof may be sent. */
export const isProof = ({ email, code }: Proof): boolean => emailProblem(email) === undefined && isEmailCode(code)

interface EmailProps {
  value: string
  onChange: (email: string) => void
  tried: boolean
}

export function EmailField({ value, onChange, tried }: EmailProps) {
  const { t } = useTranslation('registration')
  const problem = tried && emailProblem(value)
  return (
    <TextInput
      label={t('signUp.email')}
      type="email"
      name="email"
      autoComplete="email"
      required
      withAsterisk={false}
      maxLength={254}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
      error={problem && t(`signUp.${problem}`)}
    />
  )
}

interface Props {
  value: Proof
  onChange: (value: Proof) => void
  tried: boolean
  type: 'register' | 'investor' | 'typeuser'
  /** The code of the open link. */
  inviteCode?: string
  /** Anyone gets a code here, not only invited people. */
  open: boolean
}

/**
 * [CALL-194] An address, and the code that was emailed to it. The page does not tell whether the address has an
 * account.
 */
export function EmailProof({ value, onChange, tried, type, inviteCode, open }: Props) {
  const { t, i18n } = useTranslation('registration')
  const [asked, setAsked] = useState(false)
  const isOff = useQuery(registrationInfo).data?.sends === false
  const send = useMutation({
    mutationFn: () =>
      client.sendVerificationCodeEmail({
        email: value.email.trim(),
        type,
        language: i18n.language as Language,
        ...(inviteCode ? { invite_code: inviteCode } : {}),
      }),
  })
  const ask = () => {
    setAsked(true)
    if (emailProblem(value.email) === undefined) send.mutate()
  }
  return (
    <Stack gap="xs">
      <EmailField
        value={value.email}
        onChange={email => {
          send.reset()
          onChange({ ...value, email })
        }}
        tried={tried || asked}
      />
      <Group align="flex-end" wrap="nowrap" gap="xs">
        <TextInput
          label={t('code.label')}
          name="email_code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          flex={1}
          value={value.code}
          onChange={event => onChange({ ...value, code: event.currentTarget.value })}
        />
        <Button variant="default" onClick={ask} loading={send.isPending}>
          {t(send.isSuccess ? 'code.again' : 'code.act')}
        </Button>
      </Group>
      {tried && !isEmailCode(value.code) && (
        <Text size="xs" c="red" role="alert">
          {t('code.missing')}
        </Text>
      )}
      {send.isSuccess && (
        <Text size="sm" c="dimmed" role="status">
          {t(isOff ? 'code.off' : open ? 'code.sentSurely' : 'code.sent', { email: value.email.trim() })}
        </Text>
      )}
      <ErrorNotice failure={send.error} />
    </Stack>
  )
}
