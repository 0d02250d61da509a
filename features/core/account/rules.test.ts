import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brokenUsernameRules, givenRoles, mayManage, usernameFrom, usernamesAfter } from './rules.ts'

describe('brokenUsernameRules', () => {
  it.each([
    ['RULE-018', 'ada.lovelace', 'otherCharacters'],
    ['RULE-018', 'ada lovelace', 'otherCharacters'],
    ['RULE-019', '7adalove', 'noLetterFirst'],
    ['RULE-019', 'Adalove', 'noLetterFirst'],
    ['RULE-020', 'adal', 'tooShort'],
    ['RULE-022', 'ada1234', 'fourDigits'],
    ['RULE-023', 'adaaaal', 'fourIdentical'],
  ])('%s: %s breaks %s', (_rule, username, broken) => {
    expect(brokenUsernameRules(username)).toEqual([broken])
  })

  it('[RULE-018, RULE-019, RULE-020, RULE-022, RULE-023, CONST-030] refuses what breaks a rule and lets a good one pass', () => {
    expect(brokenUsernameRules('')).toEqual(['noLetterFirst', 'tooShort'])
    expect(brokenUsernameRules('ada_1')).toEqual(['otherCharacters'])
    expect(brokenUsernameRules('1adal')).toEqual(['noLetterFirst'])
    expect(brokenUsernameRules('ada1')).toEqual(['tooShort'])
    expect(brokenUsernameRules('ada9081')).toEqual(['fourDigits'])
    expect(brokenUsernameRules('addddal')).toEqual(['fourIdentical'])
    expect(brokenUsernameRules('ada12')).toEqual([])
  })
})

describe('usernameFrom', () => {
  it.each([
    ['Ada.Lovelace@quill.test', 'adalovelace'],
    ['ana@quill.test', 'anauser'],
    ['1999@quill.test', 'person'],
    ['uuu@quill.test', 'uuuperson'],
    ['josé.müller@quill.test', 'josemuller'],
    ['x20261231@quill.test', 'x202user'],
    ['李雷@quill.test', 'person'],
  ])('%s becomes %s', (email, username) => {
    expect(usernameFrom(email)).toBe(username)
  })

  it('[RULE-018, RULE-019, RULE-020, RULE-022, RULE-023] keeps the rules whatever the address, and so do the names after it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), local => {
        const names = usernamesAfter(usernameFrom(`${local}@quill.test`))
        for (let n = 0; n < 130; n++) expect(brokenUsernameRules(String(names.next().value))).toEqual([])
      }),
    )
  })
})

const rolesGivenBy = (actor: string[]) => givenRoles.filter(role => mayManage(actor, [role]))

describe('mayManage', () => {
  it('lets an admin manage those below, and only a superadmin make admins', () => {
    expect(rolesGivenBy(['superadmin'])).toContain('admin')
    expect(rolesGivenBy(['admin'])).toEqual(['presenter', 'vc', 'member', 'pitchadmin', 'useradmin'])
    expect(rolesGivenBy(['useradmin'])).toEqual(['presenter', 'vc', 'member'])
    for (const role of ['pitchadmin', 'presenter', 'vc', 'member', 'banking', 'files', 'nolinkedin', 'attendee'])
      expect(rolesGivenBy([role])).toEqual([])
    expect(mayManage(['admin'], ['vc', 'superadmin'])).toBe(false)
    expect(mayManage(['superadmin'], ['superadmin'])).toBe(true)
  })
})
