import { useTranslation } from 'react-i18next'
import type { PitchPart } from '#features/pitch/rules.ts'
import type { Person } from '#features/room/contract.ts'

/** What stands beside the name of whoever is more than an attendee. */
export const tagOf = (part: PitchPart) => (part === 'owner' ? 'presenter' : part === 'attendee' ? undefined : part)

/** [ROOM-020] An address at LinkedIn, and no other. */
export const linkedinOf = ({ linkedin_publicProfileUrl: address }: Person): string | undefined =>
  /^https:\/\/([\w-]+\.)?linkedin\.com\//i.test(address) ? address : undefined

/** [ENT-091, ENT-092] Position and company: "Partner At Quill" in English, both side by side in Chinese. */
export function useSign({ sign, company_name }: Person): string {
  const { t } = useTranslation('room')
  if (sign && company_name) return t('people.sign', { position: sign, company: company_name })
  return sign || company_name
}
