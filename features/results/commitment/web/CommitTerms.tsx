import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '#contract/call.ts'
import { showMoney } from '#contract/money.ts'
import type { commitmentCalls } from '#features/results/commitment/contract.ts'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import type { RoomConnection } from '#features/room/room/web/roomConnection.ts'
import { useAgain } from '#features/room/room/web/useSignalled.ts'
import type { Loaded } from '#web/light/useLoad.ts'
import { useLoad } from '#web/light/useLoad.ts'
import { formatTime } from '#web/ui/time.ts'
import './CommitForm.css'

export type Terms = Answer<(typeof commitmentCalls)['getCommitmentTerms']>

/** What of a room its terms follow. */
export type TermsRoom = Pick<RoomConnection, 'onSignal' | 'subscribe' | 'getShown'>
const noRoom = () => () => {}

/** What a pitch asks for; in its room, with the sum as it grows. */
export function useTerms(pitch: string, connection?: TermsRoom): Loaded<Terms> {
  const terms = useLoad(pitch, () => roomClient(pitch).getCommitmentTerms({ uuid: pitch }))
  const { reload } = terms
  const link = useSyncExternalStore(connection?.subscribe ?? noRoom, () => connection?.getShown().link)
  useAgain(link, reload)
  useEffect(
    () =>
      connection?.onSignal(({ type }) => {
        if (/^commitment(?:Made|Total|Withdrawn)$/.test(type)) reload()
      }),
    [connection, reload],
  )
  return terms
}

export const saysSomething = (terms: Terms): boolean =>
  Boolean(terms.asked_amount || terms.minimum_commitment || terms.commit_until || terms.total || terms.seats)

/** What is asked, the least amount, until when, and what has been committed, where that may be seen. */
export function CommitTerms({ terms }: { terms: Terms }) {
  const { t, i18n } = useTranslation('attend')
  if (!saysSomething(terms)) return null
  const { asked_amount, minimum_commitment, commit_until, total, seats } = terms
  const facts = [
    [t('terms.asked'), showMoney(asked_amount)],
    [t('terms.minimum'), showMoney(minimum_commitment)],
    [t('terms.until'), commit_until && formatTime(commit_until, i18n.language, 'full')],
    [
      t('terms.total'),
      total &&
        (total.count
          ? t('terms.totalOf', { count: total.count, amount: showMoney(total.money_amount) })
          : t('terms.none')),
    ],
    [t('terms.seats'), seats && t('terms.seatsLeft', { count: seats.left, most: seats.most })],
  ] as const
  return (
    <dl className="commit-terms">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="tabular">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
