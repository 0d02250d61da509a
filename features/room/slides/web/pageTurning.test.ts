import { describe, expect, it } from 'vitest'
import { notTurned, takeBack, takeChange, takeDue, takeSnapshot, turnHere } from './pageTurning.ts'

const change = (page: number, sender = 'somebody', index = 0) => ({ page, action: 'right' as const, index, sender })
const mark = (page: number) => ({ page, action: 'right' as const, index: 0 })
const live = { status: 2 as const, own: 'me', now: 5000 }

describe('page turning', () => {
  it('[STATE-011] applies a change at once while the pitch is live', () => {
    const turned = takeChange(notTurned, change(4), live)
    expect(turned.shown.page).toBe(4)
    expect(turned.due).toBeUndefined()
  })

  it('[STATE-011, STATE-012] lets a change that is identical to the current one wait for a second', () => {
    const on4 = takeChange(notTurned, change(4), live)
    const again = takeChange(on4, change(4), live)
    expect(again.shown).toBe(on4.shown)
    expect(again.due).toEqual({ mark: mark(4), at: live.now + 1000 })
  })

  it('[STATE-011] takes another index on the same page for a change', () => {
    expect(takeChange(notTurned, change(1, 'somebody', 2), live).shown.index).toBe(2)
  })

  it('[STATE-012] applies a change about a second later when the pitch is not live', () => {
    const waiting = takeChange(notTurned, change(3), { ...live, status: 3 as const })
    expect(waiting.shown.page).toBe(1)
    expect(takeDue(waiting, live.now + 999).shown.page).toBe(1)
    expect(takeDue(waiting, live.now + 1000)).toMatchObject({ shown: mark(3), due: undefined })
  })

  it('[STATE-012] forgets a waiting change when a newer one is applied at once', () => {
    const waiting = takeChange(notTurned, change(1), live)
    expect(takeChange(waiting, change(2), live).due).toBeUndefined()
  })

  it('[STATE-013] skips the echo of a page that this browser has turned itself', () => {
    const turned = turnHere(turnHere(notTurned, mark(2)), mark(3))
    const first = takeChange(turned, change(2, 'me'), live)
    expect(first.shown.page).toBe(3)
    const second = takeChange(first, change(3, 'me'), live)
    expect(second).toEqual({ shown: mark(3), due: undefined, sent: [] })
  })

  it('[STATE-013] follows another window of the same person, which sent nothing itself', () => {
    expect(takeChange(notTurned, change(5, 'me'), live).shown.page).toBe(5)
  })

  it('ends where everybody is when a co-host turned in between', () => {
    const turned = turnHere(notTurned, mark(2))
    const between = takeChange(turned, change(7, 'coHost'), live)
    expect(between.shown.page).toBe(2)
    expect(takeChange(between, change(2, 'me'), live).shown.page).toBe(2)
  })

  it('goes back to the page of the room when the server refuses a turn', () => {
    expect(takeBack(turnHere(notTurned, mark(99)), [99], mark(6))).toEqual({ shown: mark(6), due: undefined, sent: [] })
  })

  it('[STATE-010, STATE-014] shows page 1, action right, index 0 while the status is 0', () => {
    const onFive = takeChange(notTurned, change(5), live)
    const reset = { page: 1, action: 'right', index: 0 }
    expect(takeChange(onFive, change(6), { ...live, status: 0 as const }).shown).toEqual(reset)
    expect(takeSnapshot(onFive, 0, mark(5)).shown).toEqual(reset)
  })

  it('takes the page of a snapshot after a lost connection, unless a turn of its own is under way', () => {
    expect(takeSnapshot(notTurned, 2, mark(8)).shown.page).toBe(8)
    expect(takeSnapshot(turnHere(notTurned, mark(9)), 2, mark(8)).shown.page).toBe(9)
  })
})
