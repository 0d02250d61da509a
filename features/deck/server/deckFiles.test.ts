import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DeckStack, startDeckStack } from '#testing/deckStack.ts'
import { makePdf, makePptx } from '#testing/decks.ts'

let stack: DeckStack
beforeAll(async () => {
  stack = await startDeckStack()
})
afterAll(() => stack.stop())

describe('createPitchFile', () => {
  it('[PROD-013, CALL-232, CALL-051, RULE-052] makes numbered pages with pictures and text of a pptx, a pdf, in order', async () => {
    const { uuid } = await stack.pitchOf('presenter')
    const slides = [
      { title: 'Hello slides', lines: ['first'] },
      { title: '营收增长三倍', lines: ['繁體中文'] },
    ]
    const first = await stack.give('presenter', uuid, 'deck.pptx', await makePptx(slides))
    const second = await stack.give('presenter', uuid, 'more.pdf', await makePdf(3))
    expect([first.error, second.error]).toEqual([undefined, undefined])
    expect(await stack.converted('presenter', uuid, first.id)).toMatchObject({
      status: 'ready',
      pages: 2,
      failure: null,
    })
    await stack.converted('presenter', uuid, second.id)
    const data = await stack.as('presenter').sgGetPitchPagesData({ pitch_uuid: uuid })
    expect(data).toMatchObject({ status: 'ready', total: 5 })
    expect(data.pages.map(page => page.page)).toEqual([1, 2, 3, 4, 5])
    expect(data.pages[0]).toMatchObject({ width: 1920, height: 1080 })
    expect(data.pages[0]?.text).toContain('Hello slides')
    expect(data.pages[1]?.text).toContain('营收增长三倍')
    expect(data.pages[4]?.text).toBe('Page 3')
  })
})
