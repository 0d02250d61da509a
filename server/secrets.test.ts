import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seal, unseal } from './secrets.ts'

let dataDir = ''
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'rostrum-secrets-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const kept = () => ({ dataDir, secretKey: undefined })

describe('secrets at rest', () => {
  it('come back to their owner alone, and say nothing in between', async () => {
    const sealed = await seal(kept(), 'JBSWY3DPEHPK3PXP', 'ivy')
    expect(sealed).not.toContain('JBSWY3DPEHPK3PXP')
    expect(await unseal(kept(), sealed, 'ivy')).toBe('JBSWY3DPEHPK3PXP')
    expect(await unseal(kept(), sealed, 'max')).toBeUndefined()
    expect(await seal(kept(), 'JBSWY3DPEHPK3PXP', 'ivy')).not.toBe(sealed)
  })

  it('cannot be changed, cut or opened by another key', async () => {
    const sealed = await seal(kept(), 'JBSWY3DPEHPK3PXP', 'ivy')
    const bytes = Buffer.from(sealed.slice(3), 'base64url')
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(await unseal(kept(), `v1.${changed.toString('base64url')}`, 'ivy')).toBeUndefined()
    }
    for (const wrong of ['', 'v1.', 'v1.AAAA', sealed.slice(0, -6), sealed.slice(3)])
      expect(await unseal(kept(), wrong, 'ivy')).toBeUndefined()
    expect(await unseal({ dataDir, secretKey: 'k'.repeat(32) }, sealed, 'ivy')).toBeUndefined()
  })

  it('share one key between two consoles that start at once, in a file of their owner’s', async () => {
    const one = await mkdtemp(join(dataDir, 'fresh-'))
    const consoles = Array.from({ length: 8 }, () => ({ dataDir: one, secretKey: undefined }))
    const sealed = await Promise.all(consoles.map((settings, at) => seal(settings, `secret ${at}`, 'ivy')))
    for (const [at, text] of sealed.entries())
      expect(await unseal({ dataDir: one, secretKey: undefined }, text, 'ivy')).toBe(`secret ${at}`)
    const file = join(one, 'keys', 'secrets.key')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await readFile(file, 'utf8')).trim()).toMatch(/^[\w-]{43}$/)
  })

  it('stay closed when the key file is empty, instead of becoming readable by everybody', async () => {
    const one = await mkdtemp(join(dataDir, 'empty-'))
    await seal({ dataDir: one, secretKey: undefined }, 'x', 'ivy')
    await writeFile(join(one, 'keys', 'secrets.key'), '')
    await expect(seal({ dataDir: one, secretKey: undefined }, 'x', 'ivy')).rejects.toThrow(/holds no key/)
  })

  it('use the key in the settings if there is one', async () => {
    const settings = () => ({ dataDir, secretKey: 'a long text that an operator has chosen' })
    const sealed = await seal(settings(), 'x', 'ivy')
    expect(await unseal(settings(), sealed, 'ivy')).toBe('x')
    expect(await unseal(kept(), sealed, 'ivy')).toBeUndefined()
  })
})
