import { formatMoney } from '#contract/money.ts'
import { findAccount } from '#features/core/account/server/queries.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { queueMail } from '#features/notify/mail/server/queueMail.ts'
import { createNotice } from '#features/notify/notice/server/createNotice.ts'
import { peopleByEmail } from '#features/planning/invite/server/queries.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { commitmentMail } from './emails.ts'
import type { CommitmentRow } from './queries.ts'

type Telling = Pick<Context, 'db' | 'enqueue' | 'frame'> & { readonly actor: Actor }

/** With the commitment itself: a notice to the owner and the co-hosts, wherever they are, and a receipt to whoever made it. */
export async function tellOfCommitment(context: Telling, pitch: PitchRow, made: CommitmentRow): Promise<void> {
  const { db, actor, frame } = context
  const amount = formatMoney(made.amountMinor)
  const title = pitch.presentationName
  const { preferredTimezone, timezone } = await findAccount(db, actor.accountId)
  const hosts = await peopleByEmail(db, pitch, pitch.coHosts)
  await createNotice(db, {
    accountIds: [...hosts.values()].map(({ id }) => id),
    kind: 'commitmentMade',
    params: { title, pitchUuid: pitch.uuid, name: actor.name || actor.email, amount },
    by: actor.accountId,
  })
  await queueMail(context, {
    key: `commitment:${made.id}:receipt`,
    kind: 'commitmentReceipt',
    inBrowser: true,
    organisationId: pitch.organisationId,
    recipient: actor.email,
    language: actor.language,
    ...commitmentMail(actor.language, {
      ...{
        name: actor.name,
        title,
        amount,
        initials: made.initials,
        at: made.createdAt,
        zone: preferredTimezone ?? timezone,
      },
      url: `${frame.settings.publicUrl}/join-session/${pitch.uuid}`,
    }),
  })
}
