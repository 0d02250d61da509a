import { formatMoney, showMoney } from '#contract/money.ts'
import { fullName } from '#contract/names.ts'
import { findAccount } from '#features/core/account/server/queries.ts'
import { isManaged } from '#features/core/part/server/access.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { lockSeriesOf } from '#features/core/vehicle/server/seriesQueries.ts'
import { mailTo } from '#features/notify/mail/server/queueMail.ts'
import { tell } from '#features/notify/notice/server/tell.ts'
import type { commitmentCalls } from '#features/results/commitment/contract.ts'
import { withdrawalMail } from './emails.ts'
import type { CommitmentRow } from './queries.ts'
import { followSeats } from './seatOffers.ts'
import { tellSeats } from './seatQueries.ts'
import { moveToWithdrawn } from './withdrawnQueries.ts'

/** Takes a commitment back. The pitch is locked before the series, as for a commitment. */
export const withdrawCommitment = withPitch<typeof commitmentCalls.withdrawCommitment>('acts', async context => {
  const { db, input, actor, now, frame, afterCommit, pitch, part, fail } = context
  if (!isManaged({ pitch, part })) return fail('PitchNotFound')
  const series = await lockSeriesOf(db, pitch)
  const { reason } = input
  const why = { withdrawnAt: now, withdrawnBy: actor.accountId, reason }
  const taken = (await moveToWithdrawn(db, { id: input.id, pitchId: pitch.id }, why)) ?? fail('CommitmentNotFound')
  await tellInvestor(context, pitch, taken, reason)
  if (series) {
    await tellSeats(context, series.id, await followSeats(context, series))
  }
  afterCommit(() => {
    const whom = pitch.commitTotal === 'everybody' ? 'everybody' : 'managers'
    frame.rooms.signal(pitch.id, whom, 'commitmentTotal', {})
    frame.rooms.signal(pitch.id, [taken.accountId], 'commitmentWithdrawn', {})
  })
  return {}
})

type Telling = Parameters<typeof tell>[0] & { readonly now: Date }

/** The audit entry, and the investor's notice and mail. */
async function tellInvestor(context: Telling, pitch: PitchRow, taken: CommitmentRow, reason: string): Promise<void> {
  const investor = await findAccount(context.db, taken.accountId)
  const { presentationName: title, uuid: pitchUuid, organisationId } = pitch
  const amount = formatMoney(taken.amountMinor, taken.currency)
  const { email, language } = investor
  const name = fullName(investor)
  await tell(context, {
    audit: {
      ...{ action: 'commitment.withdraw', subject: taken.id, organisationId },
      detail: {
        ...{ pitch: pitchUuid, account: taken.accountId, reason },
        ...{ amountMinor: taken.amountMinor.toString(), currency: taken.currency },
      },
    },
    notice: {
      ...{ accountIds: [taken.accountId], kind: 'commitmentWithdrawn' },
      params: { title, pitchUuid, amount, reason },
    },
    mail: email !== '' && {
      ...mailTo({ email, language, organisationId }),
      ...{ key: `commitment:${taken.id}:withdrawn`, kind: 'commitmentWithdrawn', inBrowser: true },
      ...withdrawalMail(language, { name, title, amount: showMoney(amount), reason }),
    },
  })
}
