import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Answer, CallFailed } from '#contract/call.ts'
import { DOLLARS, decimalsOf, formatMoney, parseMoney, showMoney, understoodMoney } from '#contract/money.ts'
import type { commitmentCalls } from '#features/results/commitment/contract.ts'
import { parseInitials } from '#features/results/commitment/rules.ts'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { Button } from '#web/light/Button.tsx'
import { Field } from '#web/light/Field.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { useAct } from '#web/light/useAct.ts'
import { useKept } from '#web/light/useKept.ts'
import { useLoad } from '#web/light/useLoad.ts'
import { codeOf, useFieldErrors } from '#web/ui/wording.ts'
import './CommitForm.css'
import { CommitTerms, type Terms, type TermsRoom, useTerms } from './CommitTerms.tsx'
import { ConfirmCommitment } from './ConfirmCommitment.tsx'
import { hasNoSeat, NoSeat, OfferedSeat } from './Seats.tsx'
import { type Shown, Statement, shownIn } from './statement.tsx'

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

/**
 * [PROD-027, RULE-086, RULE-087, RULE-088, RULE-089] An amount and initials, confirmed in a dialog; once per account
 * and pitch.
 */
export function CommitForm({ pitch, deal, name, connection }: Props) {
  const { t, i18n } = useTranslation(['attend', 'errors'])
  const loaded = useTerms(pitch, connection)
  const terms = loaded.value
  const currency = terms?.currency ?? DOLLARS
  const today = terms && shownIn(terms.statement, i18n.language)
  const mine = useLoad(pitch, () => roomClient(pitch).getMyCommitment({ uuid: pitch }))
  const { value: filled, write, settle } = useKept(drafts, pitch, () => nothing)
  const [tried, setTried] = useState(false)
  const [asks, setAsks] = useState<Shown>()
  const { money, signed, entries } = understood(filled, terms)
  const { act, made, setMade } = useCommitting(pitch, { money_amount: money, initials: signed }, () => settle(nothing))
  useWithdrawal(connection, mine.reload, setMade)
  // what has to be known before anything can be signed
  const unread = mine.failure ? mine : terms ? undefined : loaded
  const commitment = mine.value?.is_committed ? mine.value : made
  const errors = useErrors(act.failure, tried, entries)

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    act.forget()
    if (entries.amount === 'fine' && entries.initials === 'fine') setAsks(today)
  }
  async function commit(shown: Shown) {
    const isMade = await act.run(shown)
    setAsks(undefined)
    if (isMade) return
    // an attendee who has committed in another window meanwhile sees that commitment, or else the sentence of today
    mine.reload()
    loaded.reload()
  }

  if (commitment)
    return (
      <Closed terms={terms} signed={commitment} className="commit-done" isNew={commitment === made}>
        {t('attend:commit.done', { amount: showMoney(commitment.money_amount), initials: commitment.initials })}
      </Closed>
    )
  if (terms?.commit_until && !terms.is_open && Date.parse(terms.commit_until) < Date.now())
    return <Closed terms={terms}>{t('errors:CommitmentTooLate')}</Closed>
  if (terms && mine.value && hasNoSeat(terms)) return <NoSeat pitch={pitch} terms={terms} reload={loaded.reload} />
  return (
    <form className="commit" onSubmit={submit} noValidate>
      {terms && <OfferedSeat terms={terms} />}
      <p>{t('attend:commit.intro')}</p>
      {terms && <CommitTerms terms={terms} />}
      {today && <Statement statement={today.statement} language={today.statement_language} />}
      <CommitFields {...{ filled, write, money, errors, currency }} />
      <Notice failure={errors.other ?? unread?.failure} retry={unread?.failure ? unread.reload : undefined} />
      <Button type="submit" busy={!terms && loaded.loading}>
        {t('attend:commit.review')}
      </Button>
      {asks && (
        <ConfirmCommitment
          {...{ deal, name, currency, initials: signed, shown: asks }}
          money={showMoney(money)}
          busy={act.busy}
          onCancel={() => setAsks(undefined)}
          onConfirm={() => commit(asks)}
        />
      )}
    </form>
  )
}

/** Commits, and keeps what was made, to show it at once: an empty form would look as if the commitment had failed. */
function useCommitting(pitch: string, signed: { money_amount: string; initials: string }, onMade: () => void) {
  const [made, setMade] = useState<typeof signed & Shown>()
  const act = useAct(async (shown: Shown) => {
    const sent = { ...signed, ...shown }
    const { money_amount } = await roomClient(pitch).commitInPitch({ uuid: pitch, ...sent })
    setMade({ ...sent, money_amount })
    onMade()
  })
  return { act, made, setMade }
}

/** A commitment that was withdrawn is not shown any longer. */
function useWithdrawal(connection: TermsRoom | undefined, reload: () => void, setMade: (made: undefined) => void) {
  useEffect(
    () =>
      connection?.onSignal(({ type }) => {
        if (type !== 'commitmentWithdrawn') return
        setMade(undefined)
        reload()
      }),
    [connection, reload, setMade],
  )
}

interface ClosedProps {
  terms: ReturnType<typeof useTerms>['value']
  /** The commitment that was made. */
  signed?: Pick<Answer<(typeof commitmentCalls)['getMyCommitment']>, 'statement' | 'statement_language'>
  className?: string
  /**
   * Has just been made in the dialog, whose field of focus is gone with the form: the receipt takes it and is in sight.
   */
  isNew?: boolean
  children: string
}

const takeFocus = (receipt: HTMLElement | null) => receipt?.focus()

/** Shown instead of the form when commitments are closed. */
const Closed = ({ terms, signed, className, isNew, children }: ClosedProps) => (
  <>
    {terms && <CommitTerms terms={terms} />}
    <p className={className} role="status" tabIndex={-1} ref={isNew ? takeFocus : undefined}>
      {children}
    </p>
    {signed && <Statement statement={signed.statement} language={signed.statement_language} />}
  </>
)

interface FieldsProps {
  filled: typeof nothing
  write: (filled: typeof nothing) => void
  /** The amount as it is understood, "$25,000"; empty while it is not. */
  money: string
  currency: string
  errors: { amount: string | undefined; initials: string | undefined }
}

function CommitFields({ filled, write, money, currency, errors }: FieldsProps) {
  const { t } = useTranslation('attend')
  return (
    <div className="commit-fields">
      <Field label={t('commit.amount', { currency })} error={errors.amount}>
        {given => (
          <input
            {...given}
            className="tabular"
            inputMode="decimal"
            placeholder={showMoney(formatMoney(25_000n * 10n ** BigInt(decimalsOf(currency)), currency))}
            autoComplete="off"
            maxLength={40}
            value={filled.amount}
            onChange={event => write({ ...filled, amount: event.target.value })}
            onBlur={() => money && write({ ...filled, amount: showMoney(money) })}
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

type Entry = 'empty' | 'wrong' | 'low' | 'fine'

/**
 * What was typed, as it is understood: the amount in the format of calls, the initials as they are stored; else empty.
 */
function understood({ amount, initials }: typeof nothing, terms: Terms | undefined) {
  const currency = terms?.currency ?? DOLLARS
  const minor = understoodMoney(amount, currency)
  const signed = parseInitials(initials)
  const minimum = terms ? parseMoney(terms.minimum_commitment, currency) : undefined
  const isLow = minor !== undefined && minimum !== undefined && minor < minimum
  const entries: { amount: Entry; initials: Entry } = {
    amount: amount.trim() === '' ? 'empty' : minor === undefined ? 'wrong' : isLow ? 'low' : 'fine',
    initials: initials.trim() === '' ? 'empty' : signed === undefined ? 'wrong' : 'fine',
  }
  return { money: minor === undefined ? '' : formatMoney(minor, currency), signed: signed ?? '', entries }
}

/** The error at each field, found here or by the server, and `other`: a failure that belongs to neither. */
function useErrors(failure: unknown, tried: boolean, entries: { amount: Entry; initials: Entry }) {
  const { t } = useTranslation('errors')
  const fields = useFieldErrors(failure)
  const code = failure === undefined ? undefined : codeOf(failure)
  const wrong = (entry: Entry, refusal: 'AmountNotAllowed' | 'InitialsNotAllowed', field: string) =>
    (tried && (entry === 'empty' || entry === 'wrong')) || code === refusal ? t(refusal) : fields[field]
  const isLow = (tried && entries.amount === 'low') || code === 'CommitmentBelowMinimum'
  const amount = isLow ? t('CommitmentBelowMinimum') : wrong(entries.amount, 'AmountNotAllowed', 'money_amount')
  const initials = wrong(entries.initials, 'InitialsNotAllowed', 'initials')
  const isOther = failure instanceof CallFailed ? !amount && !initials : failure !== undefined
  return { amount, initials, other: isOther ? failure : undefined }
}
