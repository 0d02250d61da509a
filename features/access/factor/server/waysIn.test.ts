import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = new URL('../../../../', import.meta.url).pathname

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* sources(path)
    else if (path.endsWith('.ts') && !path.endsWith('.test.ts')) yield path
  }
}

it('[PROD-049] lets no sign-in past the second step: what opens a session is admit, a link to one pitch, or an impersonation', () => {
  // The demo's people have no factors.
  const opening = [...sources(join(root, 'features')), ...sources(join(root, 'server'))]
    .filter(path => !path.includes('/server/demo/'))
    .filter(path => /\b(openSession|insertSession)\(/.test(readFileSync(path, 'utf8')))
    .map(path => path.slice(root.length))
  for (const path of opening) {
    const text = readFileSync(join(root, path), 'utf8')
    const isPitchLink = /openSession\([^)]*\bjoin\b/s.test(text)
    const isKnown =
      path === 'features/access/signIn/server/admit.ts' ||
      path === 'features/access/session/server/openSession.ts' ||
      path === 'features/access/session/server/queries.ts' ||
      path === 'features/access/impersonation/server/impersonate.ts'
    expect([path, isKnown || isPitchLink]).toEqual([path, true])
  }
  expect(opening).toContain('features/access/signIn/server/admit.ts')
})
