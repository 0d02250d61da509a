import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Answer, CallFailed } from '#contract/call.ts'
import type { factorCalls } from '#features/access/factor/contract.ts'
import { brokenCodeRule, type FactorKind } from '#features/core/account/factorRules.ts'
import { client } from '#web/client/client.ts'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { makePasskey } from './passkey.ts'

export type Begun = Answer<typeof factorCalls.startFactor>

interface Props {
  kind: FactorKind
  begun: Begun
  /** With the recovery codes that came along, none but with the first factor. */
  onConfirmed: (recovery: readonly string[]) => void
  onAgain: () => void
}

/** Shows that the factor works: a code, or the passkey itself. */
export function ConfirmFactor({ kind, begun, onConfirmed, onAgain }: Props) {
  const { t } = useTranslation(['factor', 'errors'])
  const [code, setCode] = useState('')
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  const isPasskey = kind === 'passkey'
  const broken = isPasskey ? undefined : brokenCodeRule(code, kind === 'app' ? 'app' : 'code')
  const confirm = useMutation({
    mutationFn: async () => {
      const { factor_id, options } = begun
      if (!isPasskey) return client.confirmFactor({ factor_id, code: code.trim() })
      const response = await makePasskey(options ?? {}).catch(() => {
        throw new CallFailed('PasskeyRefused')
      })
      return client.confirmFactor({ factor_id, response, name: name.trim() })
    },
    onSuccess: ({ recovery_codes }) => onConfirmed(recovery_codes),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (!broken && !confirm.isPending) confirm.mutate()
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {kind === 'app' && <AppSecret begun={begun} />}
        {begun.sent_to && <Text role="status">{t('factor:set.sentTo', { to: begun.sent_to })}</Text>}
        {isPasskey ? (
          <TextInput
            label={t('factor:set.passkeyName')}
            description={t('factor:set.passkeyNameHint')}
            maxLength={60}
            autoFocus
            value={name}
            onChange={event => setName(event.currentTarget.value)}
          />
        ) : (
          <TextInput
            label={t('factor:step.code')}
            autoComplete="one-time-code"
            inputMode="numeric"
            autoFocus
            value={code}
            onChange={event => setCode(event.currentTarget.value)}
            error={tried && broken && t(`errors:${broken}`)}
          />
        )}
        <ErrorNotice failure={confirm.error} />
        <Group justify="flex-end" gap="xs">
          {/* a riddle is answered once, and a beginning ends after a quarter of an hour */}
          {confirm.isError && (
            <Button variant="default" onClick={onAgain}>
              {t('factor:set.again')}
            </Button>
          )}
          <Button type="submit" loading={confirm.isPending}>
            {t(isPasskey ? 'factor:set.start.passkey' : 'factor:set.confirm')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function AppSecret({ begun }: { begun: Begun }) {
  const { t } = useTranslation('factor')
  const secret = begun.secret ?? ''
  return (
    <>
      <Text>{t('set.scan')}</Text>
      <img className="factor-qr" src={begun.qr} alt={t('set.qr')} width={200} height={200} />
      <Text size="sm" c="dimmed">
        {t('set.typed')}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Code className="factor-secret">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</Code>
        <CopyButton text={secret} label={t('set.copySecret')} />
      </Group>
    </>
  )
}
