import { formatMoney, parseMoney } from '#contract/money.ts'
import { missingAccreditation } from '#features/core/part/server/accreditation.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { hasStarted } from '#features/core/pitch/rules.ts'
import { lockSeriesOf } from '#features/core/vehicle/server/seriesQueries.ts'
import type { commitmentCalls } from '#features/results/commitment/contract.ts'
import { largerOf, parseInitials, seesTotal, termsRefuse } from '#features/results/commitment/rules.ts'
import { nameForManagers } from '#features/room/room/server/personNames.ts'
import { commits, seriesTakes } from './mayCommit.ts'
import { insertCommitment } from './queries.ts'
import { followSeats } from './seatOffers.ts'
import { holdsSeat, takeSeat, tellSeats } from './seatQueries.ts'
import { heldStatement } from './statementQueries.ts'
import { tellOfCommitment } from './tellOfCommitment.ts'

/** GAP-020 */
export const commitInPitch = withPitch<typeof commitmentCalls.commitInPitch>('acts', async context => {
  const { input, actor, db, now, pitch, part, request, frame, afterCommit, fail } = context
  if (!commits({ pitch, part })) fail('NoPermission')
  if (!hasStarted(pitch.state)) fail('CommitmentNotOpen')
  // [ENT-010] money needs an accreditation that is valid at this moment, also of who came in with one
  if (await missingAccreditation(db, pitch, actor.accountId, 'thisMoment')) fail('AccreditationNeeded')
  const amountMinor = parseMoney(input.money_amount, pitch.currency)
  if (amountMinor === undefined) return fail('AmountNotAllowed', { money_amount: 'amountNotAllowed' })
  // locked from here on: of the investors who race for the last seat, one gets it
  const series = await lockSeriesOf(db, pitch)
  if (!seriesTakes(pitch, series)) return fail('SeriesNotOpen')
  const minimumMinor = largerOf(pitch.minimumMinor, series?.minimumMinor ?? null)
  const refusal = termsRefuse({ minimumMinor, commitUntil: pitch.commitUntil }, amountMinor, now)
  if (refusal) return fail(refusal, { money_amount: refusal })
  const initials = parseInitials(input.initials)
  if (initials === undefined) return fail('InitialsNotAllowed', { initials: 'initialsNotAllowed' })

  const { accountId } = actor
  const { id: pitchId, organisationId } = pitch
  const { statement, statement_version: statementVersion, statement_language: statementLanguage } = input
  // an attendee signs what they read: neither an older version nor the default of an older release
  const current = await heldStatement(db, organisationId)
  if (statementVersion !== current.version || statement !== current[statementLanguage])
    return fail('CommitmentStatementChanged')
  const hadSeat = series !== undefined && (await holdsSeat(db, series.id, accountId))
  const made = await insertCommitment(db, {
    ...{ pitchId, organisationId, accountId, amountMinor, initials },
    ...{ statement, statementVersion, statementLanguage, currency: pitch.currency, ip: request.ip, createdAt: now },
  })
  if (!made) return fail('AlreadyCommitted')
  if (series) {
    if (!hadSeat && !(await takeSeat(db, series, accountId, now))) return fail('SeriesFull')
    await tellSeats(context, series.id, await followSeats(context, series))
  }
  const money_amount = formatMoney(amountMinor, pitch.currency)
  await tellOfCommitment(context, pitch, made)
  afterCommit(() => {
    frame.rooms.signal(pitchId, 'managers', 'commitmentMade', {
      ...{ id: made.id, user_id: accountId, name: nameForManagers({ ...actor, id: accountId }), email: actor.email },
      ...{ money_amount, initials, at: now.toISOString() },
      // a presenter's screen may be shared, so the pitch decides whether its room shows amounts
      in_room: seesTotal(pitch.commitTotal, 'owner'),
    })
    // only the managers learn who committed what; this signal lets everyone else ask for the new sum
    if (pitch.commitTotal === 'everybody') frame.rooms.signal(pitchId, 'everybody', 'commitmentTotal', {})
  })
  return { id: made.id, money_amount }
})
