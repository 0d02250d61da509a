import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#contract/call.ts'
import { formatMoney, parseMoney, understoodMoney } from '#contract/money.ts'
import { parseInitials } from '#features/results/commitment/rules.ts'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { Button } from '#web/light/Button.tsx'
import { Dialog } from '#web/light/Dialog.tsx'
import { Field } from '#web/light/Field.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { useAct } from '#web/light/useAct.ts'
import { useKept } from '#web/light/useKept.ts'
import { useLoad } from '#web/light/useLoad.ts'
import { codeOf, useFieldErrors } from '#web/ui/wording.ts'
import './CommitForm.css'
import { CommitTerms, type TermsRoom, useTerms } from './CommitTerms.tsx'

interface Props {
  pitch: string
  deal: string
  name: string
  /** Only in the room, where the sum is updated as it grows. */
  connection?: TermsRoom
}

const nothing = { amount: '', initials: '' }
/** Entries that were not committed, kept while another panel is open or the pitch ends. */
const drafts = new Map<string, typeof nothing>()

/** [PROD-027, RULE-086, RULE-087, RULE-088, RULE-089] An amount and initials, confirmed in a dialog; once per account and pitch. */
export function CommitForm({ pitch, deal, name, connection }: Props) {
  const { t } = useTranslation(['attend', 'errors'])
  const terms = useTerms(pitch, connection).value
  const client = roomClient(pitch)
  const mine = useLoad(pitch, () => client.getMyCommitment({ uuid: pitch }))
  const { value: filled, write, settle } = useKept(drafts, pitch, () => nothing)
  const { amount, initials } = filled
  const [tried, setTried] = useState(false)
  const [asks, setAsks] = useState(false)
  const [made, setMade] = useState<{ money_amount: string; initials: string }>()
  const minor = understoodMoney(amount)
  const money = minor === undefined ? '' : formatMoney(minor)
  const signed = parseInitials(initials)
  const act = useAct(async () => {
    const sent = { money_amount: money, initials: signed ?? '' }
    const { money_amount } = await client.commitInPitch({ uuid: pitch, ...sent })
    // shown at once: an empty form would look as if the commitment had failed
    setMade({ ...sent, money_amount })
    settle(nothing)
  })
  const commitment = mine.value?.is_committed ? mine.value : made
  const minimum = terms ? parseMoney(terms.minimum_commitment) : undefined
  const isLow = minor !== undefined && minimum !== undefined && minor < minimum
  const errors = useErrors(act.failure, tried, {
    amount: amount.trim() === '' ? 'empty' : minor === undefined ? 'wrong' : isLow ? 'low' : 'fine',
    initials: initials.trim() === '' ? 'empty' : signed === undefined ? 'wrong' : 'fine',
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    act.forget()
    if (minor !== undefined && signed !== undefined && !isLow) setAsks(true)
  }
  async function commit() {
    const isMade = await act.run()
    setAsks(false)
    // an attendee who has committed in another window meanwhile sees that commitment
    if (!isMade) mine.reload()
  }

  if (commitment)
    return (
      <Closed terms={terms} className="commit-done">
        {t('attend:commit.done', { amount: commitment.money_amount, initials: commitment.initials })}
      </Closed>
    )
  if (terms?.commit_until && !terms.is_open && Date.parse(terms.commit_until) < Date.now())
    return <Closed terms={terms}>{t('errors:CommitmentTooLate')}</Closed>
  return (
    <form className="commit" onSubmit={submit} noValidate>
      <p>{t('attend:commit.intro')}</p>
      {terms && <CommitTerms terms={terms} />}
      <CommitFields {...{ filled, write, money, errors }} />
      <Notice failure={errors.other ?? mine.failure} retry={mine.failure ? mine.reload : undefined} />
      <Button type="submit">{t('attend:commit.review')}</Button>
      {asks && (
        <ConfirmCommitment
          {...{ deal, name, money }}
          initials={signed ?? ''}
          busy={act.busy}
          onCancel={() => setAsks(false)}
          onConfirm={commit}
        />
      )}
    </form>
  )
}

interface ClosedProps {
  terms: ReturnType<typeof useTerms>['value']
  className?: string
  children: string
}

/** Instead of the form, when there is nothing to commit any more. */
const Closed = ({ terms, className, children }: ClosedProps) => (
  <>
    {terms && <CommitTerms terms={terms} />}
    <p className={className} role="status">
      {children}
    </p>
  </>
)

interface FieldsProps {
  filled: typeof nothing
  write: (filled: typeof nothing) => void
  /** The amount as it is understood, "$25,000"; empty while it is not. */
  money: string
  errors: { amount: string | undefined; initials: string | undefined }
}

function CommitFields({ filled, write, money, errors }: FieldsProps) {
  const { t } = useTranslation('attend')
  return (
    <div className="commit-fields">
      <Field label={t('commit.amount')} error={errors.amount}>
        {given => (
          <input
            {...given}
            className="tabular"
            inputMode="decimal"
            placeholder="$25,000"
            autoComplete="off"
            maxLength={40}
            value={filled.amount}
            onChange={event => write({ ...filled, amount: event.target.value })}
            onBlur={() => money && write({ ...filled, amount: money })}
          />
        )}
      </Field>
      <Field label={t('commit.initials')} error={errors.initials}>
        {given => (
          <input
            {...given}
            autoComplete="off"
            maxLength={20}
            value={filled.initials}
            onChange={event => write({ ...filled, initials: event.target.value })}
          />
        )}
      </Field>
    </div>
  )
}

interface ConfirmProps {
  deal: string
  name: string
  money: string
  initials: string
  busy: boolean
  onCancel: () => void
  onConfirm: () => void
}

/** The commitment in full, before the attendee makes it. */
function ConfirmCommitment({ deal, name, money, initials, busy, onCancel, onConfirm }: ConfirmProps) {
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
        <dt>{t('commit.amount')}</dt>
        <dd className="tabular">{money}</dd>
        <dt>{t('commit.by')}</dt>
        <dd>{name}</dd>
        <dt>{t('commit.initials')}</dt>
        <dd>{initials}</dd>
      </dl>
      <p>{t('commit.once')}</p>
    </Dialog>
  )
}

type Entry = 'empty' | 'wrong' | 'low' | 'fine'

/** The error at each field, found here or by the server, and `other`: a failure that belongs to neither. */
function useErrors(failure: unknown, tried: boolean, entries: { amount: Entry; initials: Entry }) {
  const { t } = useTranslation('errors')
  const fields = useFieldErrors(failure)
  const code = failure === undefined ? undefined : codeOf(failure)
  const wrong = (entry: Entry, refusal: 'AmountNotAllowed' | 'InitialsNotAllowed', field: string) =>
    tried && entry === 'empty'
      ? t('rule.required')
      : (tried && entry === 'wrong') || code === refusal
        ? t(refusal)
        : fields[field]
  const isLow = (tried && entries.amount === 'low') || code === 'CommitmentBelowMinimum'
  const amount = isLow ? t('CommitmentBelowMinimum') : wrong(entries.amount, 'AmountNotAllowed', 'money_amount')
  const initials = wrong(entries.initials, 'InitialsNotAllowed', 'initials')
  const isOther = failure instanceof CallFailed ? !amount && !initials : failure !== undefined
  return { amount, initials, other: isOther ? failure : undefined }
}
