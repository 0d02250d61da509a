import { Button, Code, Group, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Answer, CallFailed } from '#contract/call.ts'
import { factorCalls } from '#features/access/factor/contract.ts'
import { brokenCodeRule, type FactorKind } from '#features/core/account/factorRules.ts'
import { client } from '#web/client/client.ts'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { CallForm } from '#web/ui/record/CallForm.tsx'
import { useCallForm } from '#web/ui/record/useCallForm.ts'
import { makePasskey } from './passkey.ts'

export type Begun = Answer<typeof factorCalls.startFactor>

interface Props {
  kind: FactorKind
  begun: Begun
  /** With the recovery codes, which are there only for the first factor. */
  onConfirmed: (recovery: readonly string[]) => void
  onAgain: () => void
}

/** Shows that the factor works: a code, or the passkey itself. */
export function ConfirmFactor({ kind, begun, onConfirmed, onAgain }: Props) {
  const { t } = useTranslation('factor')
  const isPasskey = kind === 'passkey'
  const form = useCallForm(factorCalls, 'confirmFactor', {
    start: { factor_id: begun.factor_id },
    check: ({ code }) => ({ code: isPasskey ? false : brokenCodeRule(code, kind === 'app' ? 'app' : 'code') }),
    send: async ({ factor_id, code = '', name = '' }) => {
      if (!isPasskey) return client.confirmFactor({ factor_id, code: code.trim() })
      const response = await makePasskey(begun.options ?? {}).catch(() => {
        throw new CallFailed('PasskeyRefused')
      })
      return client.confirmFactor({ factor_id, response, name: name.trim() })
    },
    onDone: ({ recovery_codes }) => onConfirmed(recovery_codes),
  })
  const foot = (
    <Group justify="flex-end" gap="xs">
      {/* a challenge can be answered once, and the setup expires after fifteen minutes */}
      {form.failure !== undefined && (
        <Button variant="default" onClick={onAgain}>
          {t('set.again')}
        </Button>
      )}
      <Button type="submit" loading={form.isSending}>
        {t(isPasskey ? 'set.start.passkey' : 'set.confirm')}
      </Button>
    </Group>
  )
  return (
    <CallForm form={form} foot={foot}>
      {kind === 'app' && <AppSecret begun={begun} />}
      {begun.sent_to && <Text role="status">{t('set.sentTo', { to: begun.sent_to })}</Text>}
      {isPasskey ? (
        <TextInput
          label={t('set.passkeyName')}
          description={t('set.passkeyNameHint')}
          autoFocus
          {...form.text('name')}
        />
      ) : (
        <TextInput
          label={t('step.code')}
          autoComplete="one-time-code"
          inputMode="numeric"
          autoFocus
          {...form.text('code')}
        />
      )}
    </CallForm>
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
