import { existsSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#app/server/app.ts'
import { FIRST_ANSWER } from '#contract/wire.ts'
import { ACCESS_COOKIE } from '#features/access/session/server/cookies.ts'
import { replayView } from '#features/results/replay/server/firstView.ts'
import { linksTo } from '#server/firstView.ts'
import { serveWeb } from '#server/web.ts'
import { recordedPitch } from '#testing/recordedPitch.ts'
import { type RoomStack, startRooms } from '#testing/startRooms.ts'

let stack: RoomStack
let app: FastifyInstance
const isBuilt = existsSync(new URL('../../dist/web/index.html', import.meta.url))
beforeAll(async () => {
  stack = await startRooms()
  app = await createApp(stack.frame)
  if (isBuilt) await serveWeb(app, [{ ...replayView, patience: 60_000 }])
})
afterAll(async () => {
  await app.close()
  await stack.stop()
})

async function open(url: string, token?: string, headers: Record<string, string> = {}) {
  const { body, headers: got } = await app.inject({
    url,
    headers: { accept: 'text/html', ...(token && { cookie: `${ACCESS_COOKIE}=${token}` }), ...headers },
  })
  const [, answer] = new RegExp(`<script type="application/json" id="${FIRST_ANSWER}">(.*)</script>`).exec(body) ?? []
  const preloads = [...body.matchAll(/<link rel="preload" as="(\w+)"[^>]* href="([^"]+)">/g)].map(([, as, href]) => [
    as,
    href,
  ])
  return { body, answer: answer && JSON.parse(answer), preloads, cache: got['cache-control'] }
}

describe.skipIf(!isBuilt)('the page of a replay', () => {
  it('comes with what is to be watched, and names its slide and its first seconds', async () => {
    const { uuid, id, line, presenter } = await recordedPitch(stack)
    const { token } = stack.people.presenter
    const { answer, preloads, cache, body } = await open(`/live/${uuid}/replay`, token)
    const replay = await presenter.getReplay({ uuid })
    expect(answer).toMatchObject({ code: 1, data: { id: replay.id, stretches: replay.stretches } })
    const slide = replay.pages[0]?.url
    const media = ['0-2.m3u8', 'h0.mp4', 's0.m4s'].map(file => ['fetch', `/recordings/${id}/${line}/${file}`])
    expect(preloads).toEqual([...(slide ? [['image', slide]] : []), ...media])
    expect(cache).toBe('private, no-store')
    for (const part of ['ReplayDoor', 'Replay']) expect(body).toMatch(new RegExp(`modulepreload.*/assets/${part}-`))
    expect((await open(`/live/${uuid}/replay?recording=${id}&t=9s`, token)).preloads.at(-1)).toEqual([
      'fetch',
      `/recordings/${id}/${line}/s2.m4s`,
    ])
    // another site may link to it
    const linked = await open(`/live/${uuid}/replay`, token, { 'sec-fetch-site': 'cross-site', origin: 'null' })
    expect(linked.answer?.data.id).toBe(id)
  })

  it('[PROD-025] says nothing of a recording to people who may not watch it', async () => {
    const { uuid, id } = await recordedPitch(stack, { presentationName: 'Quiet </script><script>' })
    const { people } = stack
    for (const token of [undefined, people.member.token, people.lumenAdmin.token, 'x'.repeat(43)])
      for (const url of [`/live/${uuid}/replay`, `/live/${uuid}/replay?recording=${id}`]) {
        const { body, answer, preloads } = await open(url, token)
        expect([answer, preloads]).toEqual([undefined, []])
        expect(body).toContain('</html>')
        expect(body).not.toContain('Quiet')
        expect(body.replaceAll(uuid, '')).not.toContain(id)
      }
    const { body, answer } = await open(`/live/${uuid}/replay`, people.presenter.token)
    expect(answer?.data.presentation_name).toBe('Quiet </script><script>')
    expect(body).not.toContain('Quiet </script>')
    expect((await open(`/live/${uuid}`, people.presenter.token)).answer).toBeUndefined()
  })
})

it.skipIf(!isBuilt)('asks by itself where the answer takes too long', async () => {
  const slow = await createApp(stack.frame)
  const answer = Promise.withResolvers<undefined>()
  await serveWeb(slow, [{ modules: [], patience: 10, at: () => () => answer.promise }])
  const { body } = await slow.inject({ url: '/live/4ac0/replay', headers: { accept: 'text/html' } })
  expect(body).toContain(`<meta name="${FIRST_ANSWER}" content="">`)
  expect(body).toContain('</html>')
  expect(body).not.toContain('application/json')
  answer.resolve(undefined)
  await slow.close()
})

it.skipIf(!isBuilt)('sends the answer at once, and ends without the names of files that take too long', async () => {
  const slow = await createApp(stack.frame)
  const preloads = Promise.withResolvers<[]>()
  const answer = '{"code":1,"data":"</script>"}'
  const at = () => async () => ({ answer, preloads: () => preloads.promise })
  await serveWeb(slow, [{ modules: [], patience: 60_000, at }])
  const parts: string[] = []
  const page = { url: '/live/4ac0/replay', headers: { accept: 'text/html' }, payloadAsStream: true } as const
  for await (const part of (await slow.inject(page)).stream()) parts.push(String(part))
  const whole = parts.findIndex(part => part.includes('<template>'))
  expect(parts[whole]).toContain(`id="${FIRST_ANSWER}">{"code":1,"data":"\\u003c/script>"}</script>`)
  expect(parts.slice(0, whole + 1).join('')).not.toContain('</body>')
  expect(parts.at(-1)).toContain('</html>')
  preloads.resolve([])
  await slow.close()
})

it('links the code of a page once, with all that it imports', () => {
  const manifest = {
    'a.tsx': { file: 'assets/a.js', imports: ['_b.js', '_c.js'], css: ['assets/a.css'] },
    '_b.js': { file: 'assets/b.js', imports: ['_c.js'] },
    '_c.js': { file: 'assets/c.js', imports: ['a.tsx'] },
  }
  const links = linksTo(manifest, ['a.tsx', 'gone.ts'], '<script src="/assets/c.js"></script>')
  expect([...links.matchAll(/rel="(\w+)" crossorigin href="([^"]+)"/g)].map(([, rel, href]) => [rel, href])).toEqual([
    ['stylesheet', '/assets/a.css'],
    ['modulepreload', '/assets/a.js'],
    ['modulepreload', '/assets/b.js'],
  ])
})
