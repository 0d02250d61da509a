import { languages } from '#contract/fields.ts'
import { formatMoney, showMoney } from '#contract/money.ts'
import { findAccount } from '#features/core/account/server/queries.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { mailTo } from '#features/notify/mail/server/queueMail.ts'
import { tell } from '#features/notify/notice/server/tell.ts'
import { peopleByEmail } from '#features/planning/invite/server/queries.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { commitmentMail } from './emails.ts'
import type { CommitmentRow } from './queries.ts'
import { wayBack } from './wayBack.ts'

type Telling = Pick<Context, 'db' | 'enqueue' | 'frame' | 'now' | 'request'> & { readonly actor: Actor }

/** Writes, in the commitment's transaction, its audit entry, a notice to the owner and the co-hosts, and the attendee's receipt. */
export async function tellOfCommitment(context: Telling, pitch: PitchRow, made: CommitmentRow): Promise<void> {
  const { db, actor } = context
  const { presentationName: title, uuid: pitchUuid, organisationId } = pitch
  const amount = formatMoney(made.amountMinor, made.currency)
  const { initials, statementVersion, statementLanguage } = made
  const statement = made.statement ?? ''
  const { preferredTimezone, timezone } = await findAccount(db, actor.accountId)
  const hosts = await peopleByEmail(db, pitch, pitch.coHosts)
  const zone = preferredTimezone ?? timezone
  // who came by a link may never have chosen a language, and reads the receipt in the one in which they signed
  const signedIn = actor.pitchId !== undefined && languages.find(one => one === statementLanguage)
  const language = signedIn || actor.language
  // a signed-in investor has another way in than a link
  const url =
    actor.pitchId === undefined
      ? `${context.frame.settings.publicUrl}/join-session/${pitch.uuid}`
      : await wayBack(context, pitch, actor.accountId)
  await tell(context, {
    audit: {
      ...{ action: 'commitment.create', subject: made.id, organisationId },
      detail: {
        ...{ pitch: pitchUuid, amountMinor: made.amountMinor.toString(), currency: made.currency, initials },
        ...{ statement, version: statementVersion, language: statementLanguage },
      },
    },
    notice: {
      accountIds: [...hosts.values()].map(({ id }) => id),
      kind: 'commitmentMade',
      params: { title, pitchUuid, name: actor.name || actor.email, amount, statement },
      by: actor.accountId,
    },
    mail: {
      ...mailTo({ ...actor, language, organisationId }),
      ...{ key: `commitment:${made.id}:receipt`, kind: 'commitmentReceipt', inBrowser: true },
      ...commitmentMail(language, {
        ...{ name: actor.name, title, amount: showMoney(amount), initials, statement, at: made.createdAt, zone, url },
      }),
    },
  })
}
