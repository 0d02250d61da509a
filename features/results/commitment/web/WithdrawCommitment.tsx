import { Modal, Text, Textarea } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { showMoney } from '#contract/money.ts'
import { ActMenu } from '#web/ui/record/ActMenu.tsx'
import { CallForm } from '#web/ui/record/CallForm.tsx'
import { useCallForm } from '#web/ui/record/useCallForm.ts'
import { commitmentCalls } from '../contract.ts'

interface Props {
  uuid: string
  commitment: { readonly id: string; readonly name: string; readonly money_amount: string }
}

/** The act by which the managers of a pitch take a commitment back, with the reason that its investor is told. */
export function WithdrawCommitment({ uuid, commitment }: Props) {
  const { t } = useTranslation('commitment')
  const { name } = commitment
  return (
    <ActMenu
      label={t('acts', { name })}
      calls={commitmentCalls}
      acts={[
        {
          label: t('withdraw.act'),
          icon: IconArrowBackUp,
          danger: true,
          show: dialog => (
            <Modal {...dialog} title={t('withdraw.act')}>
              <ReasonForm uuid={uuid} commitment={commitment} onDone={dialog.onClose} />
            </Modal>
          ),
        },
      ]}
    />
  )
}

function ReasonForm({ uuid, commitment, onDone }: Props & { onDone: () => void }) {
  const { t } = useTranslation('commitment')
  const { id, name } = commitment
  const amount = showMoney(commitment.money_amount)
  const form = useCallForm(commitmentCalls, 'withdrawCommitment', {
    start: { uuid, id },
    done: t('withdraw.done', { name, amount }),
    onDone,
  })
  return (
    <CallForm form={form} act={t('withdraw.act')} failed={t('withdraw.failed')} onCancel={onDone}>
      <Text>{t('withdraw.body', { name, amount })}</Text>
      <Textarea label={t('withdraw.reason')} autosize minRows={2} data-autofocus {...form.text('reason')} />
    </CallForm>
  )
}
