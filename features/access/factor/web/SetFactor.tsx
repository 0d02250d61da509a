import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FactorKind } from '#features/core/account/factorRules.ts'
import { client } from '#web/client/client.ts'
import { doneNotice } from '#web/ui/doneNotice.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { type Begun, ConfirmFactor } from './ConfirmFactor.tsx'
import type { Protection } from './factorQueries.ts'
import { isProved, nothingGiven, Proof, proofOf } from './Proof.tsx'
import { canUsePasskeys } from './passkey.ts'
import { ShownCodes } from './ShownCodes.tsx'

interface Props {
  kind: FactorKind
  protection: Protection
  onClose: () => void
}

/** Sets a factor, step by step: what it is, its proof, and with the first one the recovery codes. */
export function SetFactor({ kind, protection, onClose }: Props) {
  const { t } = useTranslation(['factor', 'common'])
  const [begun, setBegun] = useState<Begun>()
  const [codes, setCodes] = useState<readonly string[]>([])
  function confirmed(recovery: readonly string[]) {
    doneNotice(t('factor:set.done'))
    if (recovery.length) setCodes(recovery)
    else onClose()
  }
  const mustKeep = codes.length > 0
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(mustKeep ? 'factor:recovery.title' : `factor:set.title.${kind}`)}
      closeOnClickOutside={false}
      closeOnEscape={!mustKeep}
      withCloseButton={!mustKeep}
      closeButtonProps={{ 'aria-label': t('common:act.close') }}
    >
      {mustKeep ? (
        <ShownCodes codes={codes} onKept={onClose} />
      ) : begun ? (
        <ConfirmFactor kind={kind} begun={begun} onConfirmed={confirmed} onAgain={() => setBegun(undefined)} />
      ) : (
        <Start kind={kind} protection={protection} onBegun={setBegun} onClose={onClose} />
      )}
    </Modal>
  )
}

function Start({ kind, protection, onBegun, onClose }: Props & { onBegun: (begun: Begun) => void }) {
  const { t } = useTranslation(['factor', 'common'])
  const [given, setGiven] = useState(nothingGiven)
  const [mobile, setMobile] = useState(protection.mobile)
  const start = useMutation({
    mutationFn: () =>
      client.startFactor({ factor: kind, ...(kind === 'sms' ? { mobile: mobile.trim() } : {}), ...proofOf(given) }),
    onSuccess: onBegun,
  })
  const isPossible = kind !== 'passkey' || canUsePasskeys()

  function submit(event: FormEvent) {
    event.preventDefault()
    setGiven({ ...given, tried: true })
    if (isProved(protection.proof, given) && !start.isPending) start.mutate()
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text>{t(isPossible ? `factor:about.${kind}` : 'factor:set.passkeyNo')}</Text>
        {kind === 'sms' && (
          <TextInput
            type="tel"
            autoComplete="tel"
            label={t('factor:set.mobile')}
            description={t('factor:set.mobileHint')}
            value={mobile}
            onChange={event => setMobile(event.currentTarget.value)}
          />
        )}
        {kind === 'sms' && !protection.sms_sends && <Text c="dimmed">{t('factor:smsOff')}</Text>}
        {isPossible && <Proof asked={protection.proof} given={given} onChange={setGiven} />}
        <ErrorNotice failure={start.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common:act.cancel')}
          </Button>
          {isPossible && (
            <Button type="submit" loading={start.isPending} disabled={protection.proof === 'signIn'}>
              {t(`factor:set.start.${kind}`, { to: protection.sent_to })}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
