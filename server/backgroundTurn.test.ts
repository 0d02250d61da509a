import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { backgroundTurn } from './backgroundTurn.ts'

it('gives each part of background work a round of the event loop of its own', async () => {
  let round = 0
  const rounds: number[] = []
  let isOver = false
  const counting = (async () => {
    for (; !isOver; round++) await nextRound()
  })()
  const job = async () => {
    for (let part = 0; part < 5; part++) {
      await backgroundTurn()
      rounds.push(round)
    }
  }
  await Promise.all([job(), job(), job()])
  isOver = true
  await counting
  expect(rounds).toHaveLength(15)
  expect(new Set(rounds).size).toBe(15)
})
