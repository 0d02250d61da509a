import { randomUUID } from 'node:crypto'
import type { pitch } from '#features/core/pitch/server/tables.ts'
import { deckFile } from '#features/room/deck/server/tables.ts'
import { livePitch } from '#testing/livePitch.ts'

/** A live pitch of the presenter with one of everything in it, and the ids of all. */
export async function crowdedPitch(
  stack: Parameters<typeof livePitch>[0],
  values: Partial<typeof pitch.$inferInsert> = {},
) {
  const { people, db } = stack
  const { presenter, coHost, investor, secondInvestor } = people
  const live = await livePitch(stack, { coHosts: [coHost.email], showQuestion: true, ...values })
  const { made, pitch_uuid } = live
  const said = await live.say(live.investor)
  const { chat_id } = await live.investor.addChatGroup({ pitch_uuid, members: [secondInvestor.id], name: 'Us' })
  const asking = { pitch_uuid, content: 'And then?', is_named: true, local_question_id: randomUUID() }
  const question = await live.investor.askQuestion(asking)
  const asked = { question: 'Which?', options: ['A', 'B'], is_multiple: false, is_anonymous: false }
  const poll = await stack.as('presenter').savePoll({ pitch_uuid, ...asked })
  await stack.as('presenter').openPoll({ pitch_uuid, poll_id: poll.id })
  const own = { organisationId: made.organisationId, pitchId: made.id }
  const kind = { name: 'deck.pdf', type: 'pdf', size: 1000, status: 'ready', pages: 1 } as const
  const [file] = await db
    .insert(deckFile)
    .values({ ...own, uploadedBy: presenter.id, ...kind })
    .returning()
  return {
    ...live,
    ids: {
      ...{ pitch: pitch_uuid, pitchId: made.id, group: live.group_uuid, privateGroup: chat_id, message: said.id },
      ...{ poll: poll.id, question: question.id, file: file?.id ?? '', attendee: live.ivy.attendeeId },
      ...{ person: investor.id, share: randomUUID() },
    },
  }
}
