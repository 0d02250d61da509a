import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attendee } from '#features/core/part/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { roomEvent } from '#features/room/room/server/tables.ts'
import { type DeckStack, startDeckStack } from '#testing/deckStack.ts'
import { makePdf, makePptx } from '#testing/decks.ts'

let stack: DeckStack
beforeAll(async () => {
  stack = await startDeckStack()
})
afterAll(() => stack.stop())

const canary = 'CANARY-only-for-the-speaker'

describe('getPitchNotes', () => {
  it('gives the notes of each slide to presenters only', async () => {
    const { people } = stack
    const made = await stack.pitchOf('presenter', {
      coHosts: [people.coHost.email],
      moderators: [people.member.email],
      isPublic: true,
    })
    const pitch_uuid = made.uuid
    const first = await stack.give('presenter', pitch_uuid, 'first.pdf', await makePdf(2))
    await stack.converted('presenter', pitch_uuid, first.id)
    const slides = [
      { title: 'One', notes: `${canary} 1` },
      { title: 'Kept back', notes: `${canary} hidden`, hidden: true },
      { title: 'Three', notes: `${canary} 3` },
      { title: 'Four' },
    ]
    const second = await stack.give('presenter', pitch_uuid, 'second.pptx', await makePptx(slides))
    expect(await stack.converted('presenter', pitch_uuid, second.id)).toMatchObject({ status: 'ready', pages: 3 })

    const expected = [
      { page: 3, notes: `${canary} 1` },
      { page: 4, notes: `${canary} 3` },
    ]
    for (const who of ['presenter', 'coHost'] as const)
      expect((await stack.as(who).getPitchNotes({ pitch_uuid })).pages).toEqual(expected)

    await stack.db.insert(attendee).values({
      ...{ pitchId: made.id, accountId: people.investor.id, organisationId: made.organisationId },
      email: people.investor.email,
    })
    await stack.db.update(pitch).set({ state: 'inProgress' }).where(eq(pitch.id, made.id))
    for (const who of ['investor', 'member', 'admin', 'pitchadmin', 'superadmin'] as const) {
      await expect(stack.as(who).getPitchNotes({ pitch_uuid }), who).rejects.toThrow('NoPermission')
      const shown = JSON.stringify([
        await stack.as(who).sgGetPitchPagesData({ pitch_uuid }),
        await stack.as(who).getJoinInfo({ uuid: pitch_uuid }),
      ])
      expect(shown).toContain('Three')
      expect(shown).not.toContain(canary)
    }
    await expect(stack.as('lumenPresenter').getPitchNotes({ pitch_uuid })).rejects.toThrow('PitchNotFound')
    const events = await stack.db.select().from(roomEvent).where(eq(roomEvent.pitchId, made.id))
    expect(JSON.stringify([events, stack.rooms.recorded])).not.toContain(canary)
  }, 90_000)
})
