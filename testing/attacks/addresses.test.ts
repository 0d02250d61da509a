import { afterAll, beforeAll, expect, it } from 'vitest'
import { startDeckStack } from '#testing/deckStack.ts'
import type { Stack } from '#testing/startStack.ts'

// Every address with a part that a caller chooses, with parts that no page of ours has.

let stack: Stack
beforeAll(async () => {
  stack = await startDeckStack()
})
afterAll(() => stack.stop())

const awkward = [
  ...['-'.repeat(36), 'f'.repeat(36), '00000000-0000-4000-8000-00000000000g', '0', '-1', '1e9', 'NaN', 'null'],
  ...['%00', '%ff', '%c0%ae%c0%ae', '..%2f..%2f..%2fetc%2fpasswd', '%2e%2e', '.', "'%20or%201=1--", '%F0%9F%98%80'],
  ...[
    'a'.repeat(5000),
    '__proto__',
    'constructor',
    '%7B%22a%22:1%7D',
    '*',
    '[]',
    '%25s%25n',
    '%0d%0aset-cookie:%20a=b',
  ],
]

/** The other parts of an address, which are as they should be. */
const plausible: Readonly<Record<string, string>> = {
  ...{ company: '00000000-0000-4000-8000-00000000000b' },
  ...{ uuid: '00000000-0000-4000-8000-00000000000a', id: 'aaaaaaaaaaaaaaaaaaaaaa', text: 'about' },
  ...{
    key: 'aaaaaaaaaaaaaaaaaaaaaa',
    size: 'large',
    page: '1',
    name: 'a.webp',
    token: 'a'.repeat(43),
    presenter: 'paul',
  },
  recording: '00000000-0000-4000-8000-00000000000c',
  line: '00000000-0000-4000-8000-00000000000d',
  file: 's0.m4s',
}

/** The addresses with parameters, as `METHOD path`. */
function addresses(): string[] {
  const lines = stack.app.printRoutes({ commonPrefix: false }).split('\n')
  return lines.flatMap(line => {
    const [, path = '', methods = ''] = /(\/\S*) \(([A-Z, ]+)\)/.exec(line) ?? []
    return path.includes(':') ? methods.split(', ').map(method => `${method} ${path}`) : []
  })
}

it('answers none of them with a file, a fault of the server or a header of the caller', async () => {
  const all = addresses()
  expect(all.length).toBeGreaterThan(8)
  expect(new Set(all.join().match(/(?<=:)\w+/g))).toEqual(new Set(Object.keys(plausible)))
  const wrong: string[] = []
  for (const address of all) {
    const [method, path = ''] = address.split(' ') as ['GET', string]
    for (const chosen of path.match(/:\w+/g) ?? [])
      for (const part of awkward)
        for (const who of ['superadmin', 'presenter'] as const) {
          const url = path.replaceAll(/:(\w+)/g, (name, of: string) => (name === chosen ? part : (plausible[of] ?? of)))
          const headers = { authorization: `Bearer ${stack.people[who].token}`, 'tus-resumable': '1.0.0' }
          const answer = await stack.app.inject({ method, url, headers })
          const isFine = answer.statusCode >= 400 && answer.statusCode < 500 && !answer.headers['set-cookie']
          if (!isFine) wrong.push(`${answer.statusCode} ${address} as ${who}: ${part.slice(0, 40)}`)
        }
  }
  expect(wrong).toEqual([])
})
