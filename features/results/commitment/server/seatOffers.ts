import { fullName } from '#contract/names.ts'
import { findAccount } from '#features/core/account/server/queries.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import type { SeriesRow } from '#features/core/vehicle/server/seriesQueries.ts'
import { type MailContext, mailTo, queueMail } from '#features/notify/mail/server/queueMail.ts'
import { createNotice } from '#features/notify/notice/server/createNotice.ts'
import { SEAT_OFFER_HOURS } from '../rules.ts'
import { seatOfferMail } from './emails.ts'
import { countSeats, settleSeries } from './seatQueries.ts'
import { countOffers, endLapsedOffers, nextWaiting, offerSeat, type WaitRow } from './waitQueries.ts'
import { wayBack } from './wayBack.ts'

type Offering = MailContext & { readonly now: Date }

/**
 * What follows from the seats of a series that is locked: offers that were not taken in time end, free seats are
 * offered to those who wait, in their order, and the series is full or open. A seat that is offered is kept until the
 * offer ends. Returns whether anything of this changed.
 */
export async function followSeats(context: Offering, series: SeriesRow): Promise<boolean> {
  const { db, now } = context
  const lapsed = await endLapsedOffers(db, series.id, now)
  let kept = (await countSeats(db, series.id)) + (await countOffers(db, series.id))
  let offered = 0
  if (series.status === 'open' || series.status === 'full')
    for (; kept < series.mostInvestors; kept++, offered++) {
      const next = await nextWaiting(db, series, now)
      if (!next) break
      await offer(context, series, next)
    }
  return (await settleSeries(db, series, kept)) !== series.status || lapsed + offered > 0
}

/** Offers a seat by notice and mail, until the offer or the pitch's deadline ends. */
async function offer(context: Offering, series: SeriesRow, { wait, pitch }: { wait: WaitRow; pitch: PitchRow }) {
  const { db, now, enqueue, frame } = context
  const hours = new Date(now.getTime() + SEAT_OFFER_HOURS * 3_600_000)
  const until = pitch.commitUntil && pitch.commitUntil < hours ? pitch.commitUntil : hours
  await offerSeat(db, wait.id, until)
  await enqueue('seatOfferEnds', { seriesId: series.id }, { key: `seatOffer:${wait.id}`, runAt: until })
  const { presentationName: title, uuid: pitchUuid, organisationId } = pitch
  const investor = await findAccount(db, wait.accountId)
  const { email, language, firstname, lastname, preferredTimezone, timezone } = investor
  await createNotice(db, { accountIds: [wait.accountId], kind: 'seatOffered', params: { title, pitchUuid } })
  if (email === '') return
  await queueMail(context, {
    ...mailTo({ email, language, organisationId }),
    ...{ key: `seat:${wait.id}:offered`, kind: 'seatOffered', inBrowser: true },
    ...seatOfferMail(language, {
      ...{ name: fullName({ firstname, lastname }), title, until, zone: preferredTimezone ?? timezone },
      url: await wayBack({ db, frame, now }, pitch, wait.accountId),
    }),
  })
}
