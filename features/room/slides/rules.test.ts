import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { roomModel } from '#features/screens/live/roomParts.ts'
import { hasPage, PAGE_CHANGE_DELAY, turnPage, whenToShow } from './rules.ts'

const { apply, emptyView } = roomModel
const emptyRoom = emptyView.room

const shown = { page: 2, action: 'right', index: 0 } as const
const change = { page: 3, action: 'right', index: 0, sender: 'paul' } as const

describe('what a browser does with a page change', () => {
  it('[STATE-011] shows it at once while the pitch is live, unless it shows just that already', () => {
    expect(whenToShow(2, shown, change, 'ivy')).toBe('now')
    expect(whenToShow(2, shown, { ...change, page: 2, index: 1 }, 'ivy')).toBe('now')
    expect(whenToShow(2, shown, { ...change, page: 2, action: 'left' }, 'ivy')).toBe('now')
    expect(whenToShow(2, shown, { ...shown, sender: 'paul' }, 'ivy')).not.toBe('now')
  })

  it('[STATE-012] otherwise shows it about a second later', () => {
    expect(whenToShow(2, shown, { ...shown, sender: 'paul' }, 'ivy')).toBe('soon')
    expect(whenToShow(0, shown, change, 'ivy')).toBe('soon')
    expect(whenToShow(3, shown, change, 'ivy')).toBe('soon')
    expect(PAGE_CHANGE_DELAY).toBe(1000)
  })

  it('[STATE-013] skips its own echo', () => {
    expect(whenToShow(2, shown, change, 'paul')).toBe('never')
  })
})

describe('the page of a room', () => {
  it('[STATE-010, STATE-014] is the first, right, step 0, as long as the pitch has not started', () => {
    expect(emptyRoom).toMatchObject({ status: 0, page: 1, action: 'right', index: 0 })
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom('left', 'right'), fc.nat(), (page, action, index) => {
        const first = { page: 1, action: 'right', index: 0 }
        expect(turnPage(emptyRoom, { page, action, index })).toEqual({ shows: first, isNews: false })
        const payload = { msg_type: 150, page, action, index, sender: 'x' } as const
        const after = apply(emptyView, { seq: 1, type: 'pageChanged', payload, at: '' })
        expect(after.room).toMatchObject(first)
      }),
    )
  })

  it('[STATE-010] is the first again when a pitch starts', () => {
    const live = { ...emptyView, room: { ...emptyRoom, status: 3, page: 7, action: 'left', index: 4 } as const }
    const payload = { startedAt: '2026-01-01T00:00:00Z', host: crypto.randomUUID() }
    const after = apply(live, { seq: 9, type: 'pitchStarted', payload, at: '' })
    expect(after.room).toMatchObject({ status: 2, page: 1, action: 'right', index: 0 })
  })

  it('lies within the deck; without one it is the first', () => {
    expect([0, 1, 5, 6, -1].map(page => hasPage(5, page))).toEqual([false, true, true, false, false])
    expect([0, 1, 2].map(page => hasPage(0, page))).toEqual([false, true, false])
  })
})
