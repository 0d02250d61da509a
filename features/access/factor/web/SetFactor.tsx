import { Button, Group, Modal, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { factorCalls } from '#features/access/factor/contract.ts'
import type { FactorKind } from '#features/core/account/factorRules.ts'
import { doneNotice } from '#web/ui/notices.tsx'
import { CallForm } from '#web/ui/record/CallForm.tsx'
import { useCallForm } from '#web/ui/record/useCallForm.ts'
import { type Begun, ConfirmFactor } from './ConfirmFactor.tsx'
import { factorsQuery, type Protection } from './factorQueries.ts'
import { isUnproved, Proof } from './Proof.tsx'
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
  const queries = useQueryClient()
  function confirmed(recovery: readonly string[]) {
    doneNotice(t('factor:set.done'))
    if (!recovery.length) return onClose()
    setCodes(recovery)
    // the list behind the codes has the new method at once
    void queries.invalidateQueries({ queryKey: factorsQuery.queryKey })
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
  const isText = kind === 'sms'
  const isPossible = kind !== 'passkey' || canUsePasskeys()
  const form = useCallForm(factorCalls, 'startFactor', {
    start: { factor: kind, mobile: isText ? protection.mobile : '' },
    check: ({ current_pass }) => ({ current_pass: isUnproved(protection.proof, current_pass) && 'required' }),
    says: { current_pass: t('factor:proof.missing') },
    onDone: onBegun,
  })
  const foot = (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onClose}>
        {t('common:act.cancel')}
      </Button>
      {isPossible && (
        <Button type="submit" loading={form.isSending} disabled={protection.proof === 'signIn'}>
          {t(`factor:set.start.${kind}`, { to: protection.sent_to })}
        </Button>
      )}
    </Group>
  )
  return (
    <CallForm form={form} foot={foot}>
      <Text>{t(isPossible ? `factor:about.${kind}` : 'factor:set.passkeyNo')}</Text>
      {isText && (
        <TextInput
          type="tel"
          autoComplete="tel"
          label={t('factor:set.mobile')}
          description={t('factor:set.mobileHint')}
          {...form.text('mobile')}
        />
      )}
      {isText && !protection.sms_sends && <Text c="dimmed">{t('factor:smsOff')}</Text>}
      {isPossible && <Proof proof={protection.proof} {...form.choice('current_pass')} />}
    </CallForm>
  )
}
