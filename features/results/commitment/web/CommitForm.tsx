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
  /** In the room: what is told as it grows. */
  connection?: TermsRoom
}

const nothing = { amount: '', initials: '' }
/** What was filled in and not committed is kept, also when another panel opens or the pitch ends meanwhile. */
const half = new Map<string, typeof nothing>()

/** [PROD-027, RULE-086, RULE-087, RULE-088, RULE-089] An amount and initials, shown once more before it counts. Once. */
export function CommitForm({ pitch, deal, name, connection }: Props) {
  const { t } = useTranslation(['attend', 'errors'])
  const terms = useTerms(pitch, connection).value
  const client = roomClient(pitch)
  const mine = useLoad(pitch, () => client.getMyCommitment({ uuid: pitch }))
  const { value: filled, write, settle } = useKept(half, pitch, () => nothing)
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
    // said at once: an empty form would look as if nothing had been taken
    setMade({ ...sent, money_amount })
    settle(nothing)
  })
  const stands = mine.value?.is_committed ? mine.value : made
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
    // somebody who has committed elsewhere meanwhile sees what stands
    if (!isMade) mine.reload()
  }

  if (stands)
    return (
      <>
        {terms && <CommitTerms terms={terms} />}
        <p className="commit-done" role="status">
          {t('attend:commit.done', { amount: stands.money_amount, initials: stands.initials })}
        </p>
      </>
    )
  if (terms?.commit_until && !terms.is_open && Date.parse(terms.commit_until) < Date.now())
    return (
      <>
        <CommitTerms terms={terms} />
        <p role="status">{t('errors:CommitmentTooLate')}</p>
      </>
    )
  return (
    <form className="commit" onSubmit={submit} noValidate>
      <p>{t('attend:commit.intro')}</p>
      {terms && <CommitTerms terms={terms} />}
      <div className="commit-fields">
        <Field label={t('attend:commit.amount')} error={errors.amount}>
          {given => (
            <input
              {...given}
              className="tabular"
              inputMode="decimal"
              placeholder="$25,000"
              autoComplete="off"
              maxLength={40}
              value={amount}
              onChange={event => write({ ...filled, amount: event.target.value })}
              onBlur={() => money && write({ ...filled, amount: money })}
            />
          )}
        </Field>
        <Field label={t('attend:commit.initials')} error={errors.initials}>
          {given => (
            <input
              {...given}
              autoComplete="off"
              maxLength={20}
              value={initials}
              onChange={event => write({ ...filled, initials: event.target.value })}
            />
          )}
        </Field>
      </div>
      <Notice failure={errors.other ?? mine.failure} retry={mine.failure ? mine.reload : undefined} />
      <Button type="submit">{t('attend:commit.review')}</Button>
      {asks && (
        <Dialog
          title={t('attend:commit.confirmTitle', { amount: money })}
          onClose={() => setAsks(false)}
          acts={
            <>
              <Button look="quiet" onClick={() => setAsks(false)}>
                {t('attend:commit.back')}
              </Button>
              <Button busy={act.busy} onClick={commit}>
                {t('attend:commit.confirm', { amount: money })}
              </Button>
            </>
          }
        >
          <p>{t('attend:commit.recorded')}</p>
          <dl className="commit-record">
            <dt>{t('attend:commit.deal')}</dt>
            <dd>{deal}</dd>
            <dt>{t('attend:commit.amount')}</dt>
            <dd className="tabular">{money}</dd>
            <dt>{t('attend:commit.by')}</dt>
            <dd>{name}</dd>
            <dt>{t('attend:commit.initials')}</dt>
            <dd>{signed}</dd>
          </dl>
          <p>{t('attend:commit.once')}</p>
        </Dialog>
      )}
    </form>
  )
}

type Entry = 'empty' | 'wrong' | 'low' | 'fine'

/** What is wrong with each field, here or by the server's word, and what is wrong with neither. */
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
