import { expect, it } from 'vitest'
import type { Leashed } from '#server/process/leash.ts'
import { until } from '#testing/startRooms.ts'
import { keepUp } from './keepUp.ts'

/** A program that ends when told to, and the times at which it was started. */
function program() {
  const starts: number[] = []
  let end = () => {}
  const start = async (): Promise<Leashed> => {
    starts.push(performance.now())
    const { promise, resolve } = Promise.withResolvers<number>()
    end = () => resolve(1)
    return { child: { pid: starts.length }, exited: promise, stop: async () => end() } as unknown as Leashed
  }
  return { starts, start, end: () => end() }
}

it('starts what ended again after as long as is said at that moment, and knows meanwhile that it is down', async () => {
  const { starts, start, end } = program()
  let pause = 300
  const said: string[] = []
  const kept = await keepUp(
    'it',
    start,
    line => said.push(line),
    () => pause,
  )
  expect([kept.pid(), kept.isUp()]).toEqual([1, true])
  const ended = performance.now()
  end()
  await until(() => !kept.isUp())
  pause = 0
  await until(() => starts.length === 2)
  expect((starts[1] ?? 0) - ended).toBeGreaterThanOrEqual(295)
  await until(() => kept.isUp())
  expect(kept.pid()).toBe(2)
  expect(said).toEqual(['it ended (1) and is being started again'])
  await kept.stop()
})

it('waits longer each time for one that ends at once', async () => {
  const { starts, start, end } = program()
  const kept = await keepUp(
    'it',
    start,
    () => {},
    () => 50,
  )
  for (let n = 1; n <= 3; n++) {
    await until(() => starts.length === n && kept.isUp())
    end()
  }
  await until(() => starts.length === 4)
  const waits = starts.slice(1).map((at, n) => at - (starts[n] ?? 0))
  expect(waits[0]).toBeGreaterThanOrEqual(49)
  expect(waits[1]).toBeGreaterThanOrEqual(99)
  expect(waits[2]).toBeGreaterThanOrEqual(199)
  await kept.stop()
})
