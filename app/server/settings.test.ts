import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { SettingsInvalid } from '#server/settings.ts'
import { readSettings, settingNames } from './settings.ts'

const problemsOf = (env: Record<string, string>) => {
  try {
    readSettings(env)
  } catch (error) {
    if (error instanceof SettingsInvalid) return error.problems
    throw error
  }
  return []
}

describe('settings', () => {
  it('start a console for this machine alone when nothing is set', () => {
    expect(readSettings({}, '/srv/rostrum')).toMatchObject({
      port: 7500,
      host: '127.0.0.1',
      dataDir: '/srv/rostrum/data',
      publicUrl: 'http://localhost:7500',
      allowedHosts: ['localhost'],
      superadminEmail: 'superadmin@localhost',
      smtpUrl: undefined,
      s3: undefined,
      livekit: undefined,
      logLevel: 'info',
    })
  })

  it('name each variable that is wrong, all at once', () => {
    const problems = problemsOf({ PORT: '80a', LOG_LEVEL: 'loud', SMTP_URL: 'mail.example.com', VIDEO_NODE_IP: 'here' })
    expect(problems.map(line => line.split(' ')[0])).toEqual(['PORT', 'VIDEO_NODE_IP', 'SMTP_URL', 'LOG_LEVEL'])
  })

  it.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '1.5'],
    ['PUBLIC_URL', 'pitch.example.com'],
    ['PUBLIC_URL', 'javascript:alert(1)'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['REDIS_URL', 'http://localhost'],
    ['MAIL_FROM', 'Rostrum <no-reply@example.com>\r\nBcc: all@example.com'],
    ['MAIL_FROM', 'nobody'],
    ['SUPERADMIN_EMAIL', 'two@example.com, three@example.com'],
    ['SUPERADMIN_PASSWORD', 'short'],
    ['CONVERT_TIMEOUT_SECONDS', '4'],
    ['METRICS_TOKEN', 'guess'],
    ['AUDIT_KEY', 'guess'],
  ])('refuse %s=%s and say so without repeating the value', (name, value) => {
    const problems = problemsOf({ [name]: value })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(new RegExp(`^${name} must `))
    expect(problems[0]).not.toContain(value)
  })

  it('want the variables of one part together', () => {
    expect(problemsOf({ LIVEKIT_URL: 'wss://video.example.com' })).toHaveLength(2)
    expect(problemsOf({ S3_BUCKET: 'decks', S3_ENDPOINT: 'https://s3.example.com' })[0]).toContain('S3_ACCESS_KEY_ID')
    expect(
      readSettings({ LIVEKIT_URL: 'wss://v.example.com', LIVEKIT_API_KEY: 'key', LIVEKIT_API_SECRET: 's'.repeat(32) }),
    ).toMatchObject({ livekit: { url: 'wss://v.example.com', apiKey: 'key' } })
  })

  it.each([
    [{ TURN_SECRET: 's' }, 'TURN_URL is missing'],
    [{ TURN_URL: 'turn.example.com' }, 'must be like turns:'],
    [{ TURN_URL: 'turn:turn.example.com' }, 'TURN_SECRET is missing, or TURN_USERNAME and TURN_CREDENTIAL'],
    [{ TURN_URL: 'turn:turn.example.com', TURN_USERNAME: 'name' }, 'TURN_SECRET is missing, or'],
    [{ TURN_URL: 'turn:t.example.com', TURN_SECRET: 's', TURN_USERNAME: 'n' }, 'are two ways; set one'],
  ])('say what a TURN server lacks: %o', (env, problem) => expect(() => readSettings(env)).toThrow(problem))

  it('take an empty variable for none', () => {
    expect(readSettings({ PORT: '', SMTP_URL: ' ' })).toMatchObject({ port: 7500, smtpUrl: undefined })
  })

  it('derive the public address, its host and the sender of mails from each other', () => {
    const settings = readSettings({
      PUBLIC_URL: 'https://pitch.example.com/',
      ALLOWED_HOSTS: 'Pitch.example.com, b.example',
    })
    expect(settings.publicUrl).toBe('https://pitch.example.com')
    expect(settings.mailFrom).toBe('Rostrum <no-reply@pitch.example.com>')
    expect(settings.allowedHosts).toEqual(['pitch.example.com', 'b.example'])
    expect(readSettings({ HOST: '10.0.0.4', PORT: '80' }).publicUrl).toBe('http://10.0.0.4:80')
    expect(readSettings({ HOST: '::' }).publicUrl).toBe('http://localhost:7500')
  })

  it.each([
    ['true', true],
    ['false', false],
    ['2', 2],
    ['10.0.0.1, 10.1.0.0/16', ['10.0.0.1', '10.1.0.0/16']],
  ])('read TRUST_PROXY=%s', (given, meant) => {
    expect(readSettings({ TRUST_PROXY: given }).trustProxy).toEqual(meant)
  })

  it('in the docs exist, and have the values that apply where the docs say so', () => {
    const folder = new URL('../../', import.meta.url)
    const files = [
      'README.md',
      'CONTRIBUTING.md',
      'ARCHITECTURE.md',
      'docs/operating.md',
      'docs/scaling.md',
      'docs/security.md',
    ]
    const text = files.map(file => readFileSync(new URL(file, folder), 'utf8')).join('\n')
    // of other programs, and of commands that read them themselves
    const others = /^(?:SIM|FUZZ|TEST|MEET|CHROMIUM|NODE|ROSTRUM|SOAK|FAULTS|CI$|S3_$)/
    const names = [...text.matchAll(/(?<![A-Z0-9_/.-])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b/g)].map(([, name = '']) => name)
    const known = new Set<string>(settingNames)
    expect([...new Set(names)].filter(name => !known.has(name) && !others.test(name))).toEqual([])
    const given = [...text.matchAll(/`([A-Z][A-Z0-9_]*)=([^`…\s]+)`/g)].filter(([, name = '']) => known.has(name))
    expect(given.map(([, name]) => name)).toContain('REGISTRATION')
    const refused = given.flatMap(([, name = '', value = '']) =>
      problemsOf({ [name]: value }).filter(line => line.includes('must')),
    )
    expect(refused).toEqual([])
  })

  it('are all listed in .env.example, with the values that apply', () => {
    const lines = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8').split('\n')
    const listed = lines.flatMap(line => line.match(/^#?([A-Z0-9_]+)=(.*)$/)?.slice(1, 3) ?? [])
    const names = listed.filter((_, i) => i % 2 === 0)
    expect([...names].sort()).toEqual([...settingNames].sort())
    const given = Object.fromEntries(names.map((name, i) => [name, listed[2 * i + 1] ?? '']))
    expect(readSettings(given)).toEqual(readSettings({}))
  })
})
