import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DeckStack, startDeckStack } from '#testing/deckStack.ts'
import { changeZip, makePdf, makePptx } from '#testing/decks.ts'
import { chargingFailures, failedSeconds, refuseWhenSpent } from './budget.ts'
import { DeckRefused } from './check/refused.ts'
import { deckFile } from './tables.ts'

let stack: DeckStack
beforeAll(async () => {
  stack = await startDeckStack()
})
afterAll(() => stack.stop())

/** A small deck whose check takes as long as a check may: markup that is as large as a part may be. */
async function busyDeck(): Promise<Buffer> {
  const deck = await makePptx([{ title: 'One' }, { title: 'Two' }])
  const shapes = '<a:p><a:r><a:t>word</a:t></a:r></a:p>'.repeat(1_500_000)
  return changeZip(deck, parts => {
    const slide = 'ppt/slides/slide2.xml'
    parts.set(slide, String(parts.get(slide)).replace('</p:spTree>', `${shapes}</p:spTree>`))
  })
}

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0

async function timeOf(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await act()
  return performance.now() - began
}

describe('files of one person', () => {
  it('become pages one after the other, in the order in which they came, while those of others do not wait', async () => {
    const { uuid } = await stack.pitchOf('presenter')
    const other = await stack.pitchOf('coHost')
    const pdf = await makePdf(30)
    const own = []
    for (const name of ['1.pdf', '2.pdf', '3.pdf']) own.push(await stack.give('presenter', uuid, name, pdf))
    const theirs = await stack.give('coHost', other.uuid, 'other.pdf', await makePdf(1))
    await stack.converted('coHost', other.uuid, theirs.id)
    const ended: Date[] = []
    for (const { id } of own) {
      await stack.converted('presenter', uuid, id)
      const [row] = await stack.db.select().from(deckFile).where(eq(deckFile.id, id))
      if (row?.runSeenAt) ended.push(row.runSeenAt)
    }
    expect(ended.toSorted((a, b) => a.getTime() - b.getTime())).toEqual(ended)
  }, 120_000)
})

describe('a flood of one person', () => {
  it('slows nobody else by more than a second: not in another organisation, and not in their own', async () => {
    const [theirs, colleague, stranger] = await Promise.all([
      stack.pitchOf('presenter'),
      stack.pitchOf('coHost'),
      stack.pitchOf('lumenPresenter'),
    ])
    const pdf = await makePdf(2)
    let n = 0
    const upload = async (owner: 'coHost' | 'lumenPresenter', uuid: string) =>
      timeOf(async () => expect((await stack.give(owner, uuid, `${n++}.pdf`, pdf)).error).toBeUndefined())
    const uploads = async () => {
      const times: Record<'colleague' | 'stranger', number[]> = { colleague: [], stranger: [] }
      for (let round = 0; round < 3; round++) {
        times.stranger.push(await upload('lumenPresenter', stranger.uuid))
        times.colleague.push(await upload('coHost', colleague.uuid))
      }
      return { colleague: median(times.colleague), stranger: median(times.stranger) }
    }
    const idle = await uploads()

    const busy = await busyDeck()
    let over = 0
    const flood = Array.from({ length: 3 }, (_, n) =>
      stack.give('presenter', theirs.uuid, `${n}.pptx`, busy).finally(() => over++),
    )
    await new Promise(resolve => setTimeout(resolve, 1000))
    const flooded = await uploads()
    expect(over, 'the flood went on all the while').toBeLessThan(3)
    expect(flooded.stranger - idle.stranger).toBeLessThan(1000)
    expect(flooded.colleague - idle.colleague).toBeLessThan(1000)
    await Promise.all(flood)
  }, 240_000)

  it('of damaged files ends for the day when as much work was lost as may be', async () => {
    const { uuid } = await stack.pitchOf('lumenPresenter')
    const { frame, people } = stack
    const whose = people.lumenPresenter
    const sender = { accountId: whose.id, organisationId: whose.organisationId }
    const lost = () => chargingFailures(frame, sender, () => Promise.reject(new DeckRefused('DeckDamaged')))
    for (let n = 0; n < failedSeconds.ofPerson; n++) await lost().catch(() => {})
    await expect(refuseWhenSpent(frame, sender)).rejects.toMatchObject({ failure: 'DeckTooManyFailures' })
    const given = await stack.give('lumenPresenter', uuid, 'deck.pdf', await makePdf(1))
    expect(given.error).toBe('DeckTooManyFailures')
    // the others of the organization go on
    await refuseWhenSpent(frame, { ...sender, accountId: people.presenter.id })
  })
})
