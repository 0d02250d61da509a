import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { account } from '#features/core/account/server/tables.ts'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { mailMessage } from '#features/notify/mail/server/tables.ts'
import { mailsTo } from '#testing/outbox.ts'
import { outcomesOf } from '#testing/outcomes.ts'
import { givePassword, goodPassword } from '#testing/passwords.ts'
import type { PersonName } from '#testing/people.ts'
import { rawCall } from '#testing/rawCall.ts'
import { type Stack, startStack } from '#testing/startStack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack.stop())

const rowOf = async (who: PersonName) => {
  const [row] = await stack.db.select().from(account).where(eq(account.id, stack.people[who].id))
  if (!row) throw new Error(`${who} is gone`)
  return row
}
const update = (who: PersonName, fields: Record<string, unknown>) =>
  rawCall(stack.app, 'updatePersonalInfo', fields, { headers: { authorization: `Bearer ${stack.people[who].token}` } })

describe('#updatePersonalInfo', () => {
  it('[ENT-030, ENT-031, ENT-045, ENT-046] keeps what a person says of themselves, and leaves what they do not name', async () => {
    const before = await stack.as('investor').getPersonalInfo({})
    expect(before).toMatchObject({
      timezone: 'America/New_York',
      preferred_timezone: '',
      status: 'online',
      account_type: 'vc',
      mobile: '',
      last_login: null,
      created_on: expect.stringMatching(/Z$/),
    })
    const said = {
      company_name: 'Quill Ventures',
      position: 'Partner',
      location: 'Zürich',
      timezone: 'Europe/Zurich',
      preferred_timezone: 'Asia/Shanghai',
      linkedin_publicProfileUrl: 'linkedin.com/in/ivy-investor/?trk=x',
      mobile: '+41 44 668 18 00',
      status: 'busy',
    } as const
    const after = await stack.as('investor').updatePersonalInfo(said)
    const kept = {
      ...said,
      linkedin_publicProfileUrl: 'https://www.linkedin.com/in/ivy-investor',
      mobile: '+41446681800',
    }
    expect(after).toEqual({ ...before, ...kept })
    const cleared = { preferred_timezone: '', linkedin_publicProfileUrl: '', mobile: '', position: '' }
    expect(await stack.as('investor').updatePersonalInfo(cleared)).toEqual({ ...after, ...cleared })
  })

  it('[RULE-035, RULE-036] wants a first and a last name where they are named', async () => {
    for (const field of ['firstname', 'lastname'])
      expect((await update('investor', { [field]: '  ' })).body).toMatchObject({
        error: 'InputInvalid',
        fields: { [field]: 'required' },
      })
    expect((await update('investor', {})).status).toBe(200)
  })

  it('[RULE-024, RULE-025] takes the address of a LinkedIn profile and no other', async () => {
    const good = [
      'https://www.linkedin.com/in/abcde',
      'http://linkedin.cn/in/abcde/',
      'HTTPS://UK.LinkedIn.com/in/a-b_c5',
      'linkedin.com/in/%E6%9D%8E%E9%9B%B7',
      'https://www.linkedin.com/in/李雷韩梅梅',
    ]
    for (const linkedin_publicProfileUrl of good)
      expect((await update('member', { linkedin_publicProfileUrl })).status, linkedin_publicProfileUrl).toBe(200)
    const bad: Record<string, string> = {
      'https://www.linkedin.com/in/abcd': 'linkedinTooShort',
      'https://www.linkedin.com/in/': 'linkedinTooShort',
      'https://www.linkedin.com/company/abcde': 'linkedinAddress',
      'https://www.linkedin.org/in/abcde': 'linkedinAddress',
      'https://evil.test/https://www.linkedin.com/in/abcde': 'linkedinAddress',
      'https://linkedin.com.evil.test/in/abcde': 'linkedinAddress',
      'https://evil-linkedin.com/in/abcde': 'linkedinAddress',
      'javascript:alert(1)//linkedin.com/in/abcde': 'linkedinAddress',
      'https://www.linkedin.com/in/"><img src=x onerror=alert(1)>': 'linkedinAddress',
      'https://user@www.linkedin.com/in/abcde': 'linkedinAddress',
    }
    for (const [linkedin_publicProfileUrl, rule] of Object.entries(bad))
      expect((await update('member', { linkedin_publicProfileUrl })).body, linkedin_publicProfileUrl).toMatchObject({
        error: 'InputInvalid',
        fields: { linkedin_publicProfileUrl: rule },
      })
  })

  it('[RULE-030] takes a telephone number that there can be, with its country, however it is typed', async () => {
    const good = {
      '+1 (202) 555-0143': '+12025550143',
      '0041 44 668 18 00': '+41446681800',
      '+86 138 0013 8000': '+8613800138000',
    }
    for (const [mobile, kept] of Object.entries(good))
      expect((await update('member', { mobile })).body.data.mobile, mobile).toBe(kept)
    for (const mobile of [
      '202 555 0143',
      '+1 555',
      '+999 123456789',
      'call me',
      '+41446681800 ext. 12',
      '+',
      '<script>',
    ])
      expect((await update('member', { mobile })).body, mobile).toMatchObject({
        error: 'MobileNotAllowed',
        fields: { mobile: 'mobile' },
      })
  })

  it('takes no zone, language or state that there is not, and no control characters', async () => {
    const refused = {
      timezone: 'Mars/Base',
      preferred_timezone: 'UTC+25',
      language: 'tlh',
      status: 'invisible',
      position: 'a\u0000b',
      location: 'x'.repeat(121),
    }
    for (const [field, value] of Object.entries(refused))
      expect((await update('member', { [field]: value })).body.error, field).toBe('InputInvalid')
  })
})

describe('#sendMobileCode, #verifyMobile', () => {
  const textTo = async (mobile: string) => (await mailsTo(stack.db, mobile, 'sms'))[0]?.text.match(/\d{8}/)?.[0] ?? ''

  it('[ENT-033, ENT-046] proves a number by the code that was texted to it, once; another number has to be proved anew', async () => {
    const me = stack.as('presenter')
    await expect(me.sendMobileCode({})).rejects.toMatchObject({ code: 'MobileNotAllowed' })
    await me.updatePersonalInfo({ mobile: '+12025550143' })
    expect(await me.sendMobileCode({})).toEqual({ is_sent: false })
    const code = await textTo('+12025550143')
    expect(code).toHaveLength(8)
    await expect(me.verifyMobile({ code: code === '00000000' ? '00000001' : '00000000' })).rejects.toMatchObject({
      code: 'CodeWrong',
    })
    expect(await me.verifyMobile({ code })).toMatchObject({ mobile: '+12025550143', is_mobile_verified: true })
    await expect(me.verifyMobile({ code })).rejects.toMatchObject({ code: 'CodeWrong' })
    expect(await me.updatePersonalInfo({ mobile: '+1 202 555 0143' })).toMatchObject({ is_mobile_verified: true })
    expect(await me.updatePersonalInfo({ mobile: '+12025550144' })).toMatchObject({ is_mobile_verified: false })
  })

  it('takes a code for the number alone that it was texted to, and from its owner only', async () => {
    const me = stack.as('coHost')
    await me.updatePersonalInfo({ mobile: '+12025550150' })
    await me.sendMobileCode({})
    const code = await textTo('+12025550150')
    await me.updatePersonalInfo({ mobile: '+12025550151' })
    await expect(me.verifyMobile({ code })).rejects.toMatchObject({ code: 'CodeWrong' })
    await stack.as('admin').updatePersonalInfo({ mobile: '+12025550150' })
    await expect(stack.as('admin').verifyMobile({ code })).rejects.toMatchObject({ code: 'CodeWrong' })
    expect((await rowOf('admin')).mobileVerifiedAt).toBeNull()
  })

  it('texts a number five times in a quarter of an hour, for all callers together', async () => {
    await stack.as('member').updatePersonalInfo({ mobile: '+12025550160' })
    for (let time = 0; time < 5; time++) await stack.as('member').sendMobileCode({})
    await expect(stack.as('member').sendMobileCode({})).rejects.toMatchObject({ code: 'TooManyRequests' })
  })
})

describe('a number that codes go to', () => {
  it('asks for the password before it is another, and for nothing else of the profile', async () => {
    await givePassword(stack.db, stack.people.admin.id)
    const me = stack.as('admin')
    const mobile = '+12025550188'
    await expect(me.updatePersonalInfo({ mobile })).rejects.toMatchObject({ code: 'ProofNeeded' })
    await expect(me.updatePersonalInfo({ mobile, current_pass: 'not-hers-9' })).rejects.toMatchObject({
      code: 'OldPasswordWrong',
    })
    await expect(me.updatePersonalInfo({ mobile: '12' })).rejects.toMatchObject({ code: 'MobileNotAllowed' })
    expect(await me.updatePersonalInfo({ mobile, current_pass: goodPassword })).toMatchObject({ mobile })
    // the same number, however it is written, and everything else goes without
    expect(await me.updatePersonalInfo({ mobile: '+1 202 555 0188', firstname: 'Ina' })).toMatchObject({
      firstname: 'Ina',
    })
    await expect(me.updatePersonalInfo({ mobile: '' })).rejects.toMatchObject({ code: 'ProofNeeded' })
  })
})

describe('#checkUsername, #changeUsername', () => {
  it('[CALL-082, RULE-021] changes the own name: the new one signs in, the old one is free for another person', async () => {
    await givePassword(stack.db, stack.people.investor.id)
    const me = stack.as('investor')
    expect(await me.checkUsername({ username: 'ivyinvests' })).toEqual({ state: 'free', suggestions: [] })
    const wanted = { username: 'ivyinvests' }
    await expect(me.changeUsername(wanted)).rejects.toMatchObject({ code: 'ProofNeeded' })
    await expect(me.changeUsername({ ...wanted, current_pass: 'not-hers-9' })).rejects.toMatchObject({
      code: 'OldPasswordWrong',
    })
    expect((await me.getPersonalInfo({})).username).toBe('investor')
    expect(await me.changeUsername({ ...wanted, current_pass: goodPassword })).toMatchObject(wanted)
    expect(await me.checkUsername({ username: 'ivyinvests' })).toMatchObject({ state: 'own' })
    const enter = (username: string) =>
      rawCall(stack.app, 'signIn', { grant_type: 'password', username, password: goodPassword })
    expect((await enter('ivyinvests')).status).toBe(200)
    expect((await enter('investor')).status).toBe(401)
    expect(await stack.as('member').changeUsername({ username: 'investor' })).toMatchObject({ username: 'investor' })
    const [deed] = await stack.db.select().from(auditEntry).where(eq(auditEntry.action, 'account.changeUsername'))
    expect(deed).toMatchObject({ subject: stack.people.investor.id, detail: { from: 'investor', to: 'ivyinvests' } })
  })

  it('[RULE-018, RULE-019, RULE-020, RULE-022, RULE-023] refuses a name that breaks a rule, and says which', async () => {
    const rules = {
      'ivy.b': 'otherCharacters',
      '1ivyinv': 'noLetterFirst',
      ivy: 'tooShort',
      ivy1234: 'fourDigits',
      ivyyyy: 'fourIdentical',
    }
    for (const [username, rule] of Object.entries(rules)) {
      await expect(stack.as('investor').changeUsername({ username }), username).rejects.toMatchObject({
        code: 'UsernameNotAllowed',
        fields: { username: rule },
      })
      expect((await stack.as('investor').checkUsername({ username })).state).toBe('notAllowed')
    }
  })

  it('[RULE-021] refuses a taken name whatever its case and offers free ones like it', async () => {
    const me = stack.as('secondInvestor')
    const { state, suggestions } = await me.checkUsername({ username: 'pResenter' })
    expect(state).toBe('taken')
    expect(suggestions.length).toBeGreaterThan(1)
    for (const username of suggestions) expect((await me.checkUsername({ username })).state, username).toBe('free')
    await expect(me.changeUsername({ username: 'pResenter' })).rejects.toMatchObject({ code: 'UsernameTaken' })
  })

  it('[RULE-021] gives a name to one of two who ask for it at once', async () => {
    const asked = (['coHost', 'pitchadmin'] as const).map(who => stack.as(who).changeUsername({ username: 'wanted' }))
    expect(await outcomesOf(asked)).toEqual(['UsernameTaken', 'done'])
  })
})

it('mails nothing of a profile but texts to the number in it', async () => {
  const kinds = await stack.db.selectDistinct({ kind: mailMessage.kind }).from(mailMessage)
  expect(kinds).toEqual([{ kind: 'sms' }])
})
