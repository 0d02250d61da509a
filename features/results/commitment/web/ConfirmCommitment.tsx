import { useTranslation } from 'react-i18next'
import { Button } from '#web/light/Button.tsx'
import { Dialog } from '#web/light/Dialog.tsx'
import { type Shown, Statement } from './statement.tsx'
import './CommitForm.css'

interface Props {
  deal: string
  name: string
  /** "US$25,000" */
  money: string
  currency: string
  initials: string
  /** As it is signed: a newer one that arrives meanwhile does not take its place under the reader's eyes. */
  shown: Shown
  busy: boolean
  onCancel: () => void
  onConfirm: () => void
}

/** The commitment in full, before the attendee makes it. */
export function ConfirmCommitment({ deal, name, money, currency, initials, shown, busy, onCancel, onConfirm }: Props) {
  const { t } = useTranslation('attend')
  return (
    <Dialog
      title={t('commit.confirmTitle', { amount: money })}
      onClose={onCancel}
      acts={
        <>
          <Button look="quiet" onClick={onCancel}>
            {t('commit.back')}
          </Button>
          <Button busy={busy} onClick={onConfirm}>
            {t('commit.confirm', { amount: money })}
          </Button>
        </>
      }
    >
      <p>{t('commit.recorded')}</p>
      <dl className="commit-record">
        <dt>{t('commit.deal')}</dt>
        <dd>{deal}</dd>
        <dt>{t('commit.amount', { currency })}</dt>
        <dd className="tabular">{money}</dd>
        <dt>{t('commit.by')}</dt>
        <dd>{name}</dd>
        <dt>{t('commit.initials')}</dt>
        <dd>{initials}</dd>
      </dl>
      <Statement statement={shown.statement} language={shown.statement_language} />
      <p>{t('commit.once')}</p>
    </Dialog>
  )
}
