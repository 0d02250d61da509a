import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { pageFindings } from '#features/room/deck/rules.ts'
import { type DeckStack, startDeckStack } from '#testing/deckStack.ts'
import { makeLivelyPptx, makePdf } from '#testing/decks.ts'

let stack: DeckStack
beforeAll(async () => {
  stack = await startDeckStack()
})
afterAll(() => stack.stop())

describe('getPitchPreflight', () => {
  it('says page by page what does not play or looks otherwise, to those who manage the pitch alone', async () => {
    const { people } = stack
    const made = await stack.pitchOf('presenter', { moderators: [people.member.email], isPublic: true })
    const pitch_uuid = made.uuid
    const first = await stack.give('presenter', pitch_uuid, 'first.pdf', await makePdf(1))
    await stack.converted('presenter', pitch_uuid, first.id)
    const second = await stack.give('presenter', pitch_uuid, 'lively.pptx', await makeLivelyPptx())
    expect(await stack.converted('presenter', pitch_uuid, second.id)).toMatchObject({ status: 'ready', pages: 6 })

    const { pages } = await stack.as('presenter').getPitchPreflight({ pitch_uuid })
    const found = (kind: (typeof pageFindings)[number]) =>
      pages.filter(({ findings }) => findings.some(one => one.kind === kind)).map(({ page }) => page)
    expect(found('video')).toEqual([2])
    expect(found('sound')).toEqual([3])
    expect(found('animation')).toEqual([4])
    expect(found('overflow')).toEqual([5])
    const fonts = pages.find(({ page }) => page === 6)?.findings.filter(({ font }) => font === 'Nobody Has This Sans')
    expect(fonts).toEqual([{ kind: 'font', font: 'Nobody Has This Sans', instead: expect.stringMatching(/\w/) }])
    expect(found('font')).not.toContain(1)
    expect(pages.every(({ file_id }) => file_id === second.id)).toBe(true)

    for (const who of ['member', 'investor', 'lumenPresenter'] as const)
      await expect(stack.as(who).getPitchPreflight({ pitch_uuid }), who).rejects.toThrow('PitchNotFound')
    expect(JSON.stringify(await stack.as('investor').sgGetPitchPagesData({ pitch_uuid }))).not.toContain('animation')
  }, 90_000)
})
