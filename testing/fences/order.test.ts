import { describe, expect, it } from 'vitest'
import { arrowsUp, arrowsUpNow, roomOf, sources } from './arrows.ts'

describe('the order of the words', () => {
  it('has a place in the order for every source', () => {
    expect(sources().filter(file => !roomOf(file))).toEqual(['features/order.ts'])
  })

  it('lets no import run up', { timeout: 60_000 }, () => {
    expect(arrowsUpNow().map(({ from, to }) => `${from} -> ${to}`)).toEqual([])
  })

  it.each([
    ['a static import', "import { castVote } from '#features/talk/poll/server/castVote.ts'"],
    ['a type', "import type { Poll } from '../../../talk/poll/contract.ts'"],
    ['a dynamic import', "const later = () => import('#features/talk/poll/web/PollCard.tsx')"],
    ['an export', "export * from '#features/talk/poll/apply.ts'"],
    ['a style sheet', "import '#features/talk/poll/web/poll.css'"],
  ])('refuses %s that runs up', (_, code) => {
    expect(arrowsUp([{ path: 'features/room/room/server/append.ts', code }])).toHaveLength(1)
  })

  it.each([
    ['one call', 'client.savePoll({})'],
    ['one that it keeps', "useQuery(callQuery('getPollList', { uuid }))"],
    ['one among several', "roomClient(pitch).together(['startPitch', { uuid }], ['getPollList', { uuid }])"],
  ])('refuses a screen that makes %s of a higher word', (_, code) => {
    expect(arrowsUp([{ path: 'features/room/room/web/useRoom.ts', code }])).toHaveLength(1)
    expect(arrowsUp([{ path: 'features/talk/poll/web/PollForm.tsx', code }])).toEqual([])
  })

  it('refuses an import that runs up inside a zone, from the frame to a word, or from anywhere to the app', () => {
    const up = (path: string, to: string) => arrowsUp([{ path, code: `import '${to}'` }]).length
    expect(up('features/room/room/events.ts', '#features/room/guest/events.ts')).toBe(1)
    expect(up('server/http/calls.ts', '#features/core/site/rules.ts')).toBe(1)
    expect(up('features/admin/pages/web/GoPage.tsx', '#app/web/routes.tsx')).toBe(1)
    expect(up('features/room/guest/events.ts', '#features/room/room/events.ts')).toBe(0)
  })
})
