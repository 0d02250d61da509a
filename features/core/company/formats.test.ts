import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { brokenFields } from '#contract/form.ts'
import { countries, hasZip, statesOf, zipOf } from './address.ts'
import { charactersOf } from './characters.ts'
import { brokenFormats, companyFields } from './fields.ts'
import { profileOf, websiteOf } from './links.ts'
import { phoneOf } from './phone.ts'
import { industries } from './rules.ts'

const schema = z.object(companyFields)
const refusal = (fields: object) => {
  const { error } = schema.safeParse({ company_name: 'Acme', ...fields })
  return error && brokenFields(error.issues)
}

describe('[RULE-040, RULE-075, CONST-031] the name of a company', () => {
  it('is required', () => {
    expect(refusal({ company_name: '  ' })).toEqual({ company_name: 'required' })
  })
  it('has at most 20 characters as people count them, in Chinese, emoji and combining letters', () => {
    for (const character of ['a', '公', '👨‍👩‍👧‍👦', 'e\u0301', '🇨🇳', 'क्षि']) {
      expect(refusal({ company_name: character.repeat(20) }), character).toBeUndefined()
      expect(refusal({ company_name: character.repeat(21) }), character).toEqual({ company_name: 'companyName' })
    }
    expect(charactersOf('👩🏽‍🚀ab')).toBe(3)
  })
  it('is one name, however its letters were composed and spaced', () => {
    const names = ['Ame\u0301lie  Co', 'Am\u00e9lie Co'].map(
      company_name => schema.parse({ company_name }).company_name,
    )
    expect(names[0]).toBe(names[1])
  })
  it('has no control characters', () => {
    expect(refusal({ company_name: 'Ac\u0000me' })).toEqual({ company_name: 'controlCharacters' })
  })
})

it('[ENT-060, ENT-061, ENT-062, ENT-063, ENT-064, ENT-065, ENT-066] knows seven industries and no other', () => {
  const named = [
    ...['Biotech & Healthcare', 'Consumer Internet', 'Consumer Products', 'Enterprise Software', 'Mobile Apps'],
    ...['Mobile/Web Development', 'Other'],
  ]
  expect([...industries]).toEqual(named)
  for (const industry of named) expect(refusal({ industry })).toBeUndefined()
  expect(refusal({ industry: 'Farming' })).toEqual({ industry: 'invalid_value' })
})

describe('[RULE-072] a website', () => {
  it.each([
    'https://acme.com',
    'http://acme.co.uk/about?x=1#team',
    'ftp://files.acme.io/deck.pdf',
    'http://192.0.2.7:8080/start',
    'https://bücher.example.de',
    'https://www.公司.cn',
    'https://acme.zz',
  ])('[RULE-026, RULE-027, RULE-028] takes %s', typed => {
    expect(websiteOf(typed)).toBe(typed)
  })
  it('adds the scheme that people leave out', () => {
    expect(websiteOf('acme.com')).toBe('https://acme.com')
    expect(websiteOf('acme.com:8443/x')).toBe('https://acme.com:8443/x')
  })
  it.each([
    ['[RULE-026] another scheme', 'javascript:alert(1)', 'mailto:a@acme.com', 'file:///etc/passwd', 'data:text/html,x'],
    ['[RULE-027] no host', 'https://', 'http:///x', 'https://acme', 'https://com', 'https://localhost'],
    ['[RULE-027] an address that is not of version 4', 'http://[2001:db8::1]/', 'http://1', 'http://0x7f.1/'],
    ['[RULE-028] an unknown top-level domain', 'https://acme.nosuchdomain', 'acme.c0m'],
    ['a name and a password', 'https://user:pass@acme.com', 'https://acme.com@evil.com'],
    ['spaces and backslashes', 'https://ac me.com', 'https:\\\\acme.com'],
  ])('refuses %s', (_, ...addresses) => {
    for (const address of addresses) expect(websiteOf(address), address).toBeUndefined()
    expect(refusal({ website: addresses[0] })).toEqual({ website: 'website' })
  })
})

describe('[RULE-073] a social link', () => {
  it.each([
    ['twitter', 'https://twitter.com/acme', 'https://twitter.com/acme'],
    ['twitter', 'x.com/acme?s=20', 'https://x.com/acme'],
    ['linkedin', 'https://www.linkedin.com/company/acme/', 'https://www.linkedin.com/company/acme'],
    ['linkedin', 'https://cn.linkedin.com/school/acme', 'https://cn.linkedin.com/school/acme'],
    ['facebook', 'https://www.facebook.com/acme', 'https://www.facebook.com/acme'],
    ['facebook', 'https://m.facebook.com/profile.php?id=12&ref=x', 'https://m.facebook.com/profile.php?id=12'],
    ['instagram', 'instagram.com/acme.inc', 'https://instagram.com/acme.inc'],
    ['youtube', 'https://www.youtube.com/@acme', 'https://www.youtube.com/@acme'],
    ['youtube', 'http://youtube.com/channel/UC123', 'https://youtube.com/channel/UC123'],
  ] as const)('of %s takes %s', (network, typed, stored) => {
    expect(profileOf(network, typed)).toBe(stored)
  })
  it('takes only the hosts of its own network', () => {
    const own = { twitter: 'x.com/acme', linkedin: 'linkedin.com/company/acme', facebook: 'facebook.com/acme' }
    const all = { ...own, instagram: 'instagram.com/acme', youtube: 'youtube.com/@acme' }
    for (const network of Object.keys(all) as (keyof typeof all)[])
      for (const [other, typed] of Object.entries(all))
        expect(profileOf(network, typed) !== undefined, `${network}: ${typed}`).toBe(network === other)
  })
  it.each([
    ['twitter', 'https://x.com.evil.com/acme'],
    ['twitter', 'https://evil.com/x.com/acme'],
    ['twitter', 'https://x.com@evil.com/acme'],
    ['twitter', 'javascript://x.com/acme'],
    ['linkedin', 'https://linkedin.com/company/'],
    ['facebook', 'https://facebook.com/profile.php'],
    ['youtube', 'https://youtube.com/watch?v=1'],
  ] as const)('of %s refuses %s', (network, typed) => {
    expect(profileOf(network, typed)).toBeUndefined()
  })
  it('is refused at its field', () => {
    expect(refusal({ youtube: 'https://x.com/acme' })).toEqual({ youtube: 'youtubeAddress' })
  })
})

describe('[RULE-071] a phone number', () => {
  it.each([
    ['+1 202 555 0143', '', '+12025550143'],
    ['0086 138 0013 8000', '', '+8613800138000'],
    ['(202) 555-0143', 'US', '+12025550143'],
    ['020 7946 0018', 'GB', '+442079460018'],
    ['＋１ ２０２ ５５５ ０１４３', '', '+12025550143'],
  ])('%s in %s is %s', (typed, country, stored) => {
    expect(phoneOf(typed, country)).toBe(stored)
  })
  it.each([
    ['2025550143', ''],
    ['12', 'US'],
    ['+1 202 555 0143 ext. 5', ''],
    ['call us', 'US'],
    ['+999 1234567', ''],
  ])('refuses %s in %s', (phone, country) => {
    expect(brokenFormats({ phone, country })).toEqual({ phone: 'phone' })
  })
})

describe('[RULE-070, RULE-074] an address', () => {
  it.each([
    ['US', '94105', '94105-1234'],
    ['GB', 'SW1A 1AA', 'm1 1ae'],
    ['CA', 'K1A 0B1', 'k1a0b1'],
    ['CN', '100000', '518057'],
    ['JP', '100-0001', '1000001'],
    ['NL', '1012 AB', '1012ab'],
    ['TW', '106', '106409'],
    ['DE', '10115', '99998'],
  ])('of %s has its postal codes', (country, ...codes) => {
    for (const zip of codes) expect(brokenFormats({ country, zip }), zip).toEqual({})
    for (const zip of ['x', '1', '123456789012']) expect(brokenFormats({ country, zip }), zip).toEqual({ zip: 'zip' })
  })
  it('has none in a country without any, and needs a country', () => {
    expect(hasZip('HK')).toBe(false)
    expect(brokenFormats({ country: 'HK', zip: '999077' })).toEqual({ zip: 'zip' })
    expect(brokenFormats({ zip: '94105' })).toEqual({ country: 'countryFirst' })
    expect(brokenFormats({ state: 'CA' })).toEqual({ country: 'countryFirst' })
  })
  it('names a state of its country where there is a list, and any elsewhere', () => {
    expect(brokenFormats({ country: 'US', state: 'CA' })).toEqual({})
    expect(brokenFormats({ country: 'US', state: 'Bavaria' })).toEqual({ state: 'state' })
    expect(brokenFormats({ country: 'CN', state: '广东省' })).toEqual({})
    expect(brokenFormats({ country: 'DE', state: 'Bayern' })).toEqual({})
    expect(statesOf('US')?.size).toBe(56)
  })
  it('[RULE-076, CONST-032] has at most 400 characters in both lines, and letters or numbers', () => {
    const half = 'a'.repeat(200)
    expect(brokenFormats({ address_1: half, address_2: half })).toEqual({})
    expect(brokenFormats({ address_1: half, address_2: `${half}b` })).toEqual({ address_1: 'addressTooLong' })
    expect(brokenFormats({ address_1: '街'.repeat(401) })).toEqual({ address_1: 'addressTooLong' })
    expect(brokenFormats({ address_1: '---' })).toEqual({ address_1: 'address' })
    expect(refusal({ address_1: 'a'.repeat(401) })).toEqual({ address_1: 'too_big' })
  })
  it('is of one of the 249 countries', () => {
    expect(new Set(countries).size).toBe(249)
    const names = new Intl.DisplayNames('en', { type: 'region' })
    for (const country of countries) expect(names.of(country), country).not.toBe(country)
    expect(refusal({ country: 'XX' })).toEqual({ country: 'invalid_value' })
  })
})

it('formats any text without failing, and leaves what it stored as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.constantFrom('', ...countries), (typed, country) => {
      for (const of of [websiteOf, (text: string) => phoneOf(text, country), (text: string) => zipOf(text, country)]) {
        const stored = of(typed) ?? ''
        expect(of(stored)).toBe(stored)
      }
    }),
  )
})
