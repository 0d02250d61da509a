import { z } from 'zod'
import { line, text } from '#contract/fields.ts'
import { countries, statesOf, zipOf } from './address.ts'
import { charactersOf } from './characters.ts'
import { type Network, profileOf, websiteOf } from './links.ts'
import { phoneOf } from './phone.ts'
import { COMPANY_ADDRESS_MOST, COMPANY_NAME_MOST, industries } from './rules.ts'

/** A name of at most 20 characters as people count them; a character may take several units of a string. */
const shortName = line(400)
  .transform(name => name.normalize('NFC').replace(/\s+/g, ' '))
  .refine(name => charactersOf(name) <= COMPANY_NAME_MOST, { error: 'companyName' })

const address = (of: (typed: string) => string | undefined, rule: string) =>
  line(300).transform((typed, context) => {
    const found = of(typed)
    if (found === undefined) context.addIssue({ code: 'custom', message: rule })
    return found ?? z.NEVER
  })
const profile = (network: Network) =>
  address(typed => profileOf(network, typed), network === 'linkedin' ? 'companyLinkedin' : `${network}Address`)

/**
 * [ENT-056, ENT-057, ENT-058, ENT-059] What is written of a company. In a change, a field that is left out stays as it
 * is.
 */
export const companyFields = {
  /** [RULE-040, RULE-075] */
  company_name: shortName.pipe(z.string().min(1, { error: 'required' })),
  legal_name: line(120).optional(),
  industry: z.enum(['', ...industries]).optional(),
  phone: line(40).optional(),
  website: address(websiteOf, 'website').optional(),
  twitter: profile('twitter').optional(),
  linkedin: profile('linkedin').optional(),
  facebook: profile('facebook').optional(),
  instagram: profile('instagram').optional(),
  youtube: profile('youtube').optional(),
  address_1: line(COMPANY_ADDRESS_MOST).optional(),
  address_2: line(COMPANY_ADDRESS_MOST).optional(),
  city: line(100).optional(),
  state: line(100).optional(),
  zip: line(20).optional(),
  country: z.enum(['', ...countries]).optional(),
  brief_description: text(500).optional(),
  about_the_company: text(10_000).optional(),
  company_highlights: text(10_000).optional(),
  obfuscated_company_name: shortName.optional(),
  obfuscated_description: text(2000).optional(),
}
export type CompanyFields = z.output<z.ZodObject<typeof companyFields>>
export type CompanyField = keyof CompanyFields
export const companyFieldNames = Object.keys(companyFields) as CompanyField[]

type Formats = {
  [K in 'phone' | 'country' | 'state' | 'zip' | 'address_1' | 'address_2']?: string | undefined
}

/** [RULE-070, RULE-071, RULE-074, RULE-076] Rules that concern several fields: their format depends on the country. */
export function brokenFormats({ phone = '', country = '', state = '', zip = '', ...lines }: Formats) {
  const broken: Formats = {}
  if (phoneOf(phone.trim(), country) === undefined) broken.phone = 'phone'
  if ((state || zip) && !country) broken.country = 'countryFirst'
  else if (zipOf(zip, country) === undefined) broken.zip = 'zip'
  if (state && statesOf(country)?.has(state) === false) broken.state = 'state'
  for (const line of ['address_1', 'address_2'] as const)
    if (lines[line] && !/[\p{L}\p{N}]/u.test(lines[line])) broken[line] = 'address'
  if (charactersOf(`${lines.address_1 ?? ''}${lines.address_2 ?? ''}`) > COMPANY_ADDRESS_MOST)
    broken.address_1 = 'addressTooLong'
  return broken
}

/** The fields whose form depends on the country, as they are stored; the rules above hold for them. */
export const storedFormats = <T extends Formats>(fields: T, country: string): T => ({
  ...fields,
  ...(fields.phone !== undefined && { phone: phoneOf(fields.phone, country) ?? '' }),
  ...(fields.zip !== undefined && { zip: zipOf(fields.zip, country) ?? '' }),
})
