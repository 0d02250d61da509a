import { expect, it } from 'vitest'
import { soak } from './soak.ts'

// Short, to see that it runs and has no large leaks; `npm run soak` is the full eight hours.
it('uses no more memory after half an hour of a lively room than before it, and little after everybody has left', async () => {
  const { did, levels, empty, grownPerHour } = await soak(0.5, 20)
  for (const kind of ['say', 'turn', 'comeAndGo', 'reload', 'hand', 'mute', 'caption', 'react', 'point'])
    expect(did[kind], kind).toBeGreaterThan(0)
  expect(grownPerHour).toBeLessThan(40e6)
  expect(empty.objects).toBeLessThan((levels[0]?.objects ?? 0) + 5e6)
  expect(empty.handles).toBeLessThan(levels.at(-1)?.handles ?? 0)
}, 240_000)
