import { useTranslation } from 'react-i18next'
import type { Person } from '#features/room/guest/contract.ts'

/**
 * [PERM-042] The tag beside the name of a team member. The leading presenter has that of the presenter; before the
 * start, the owner has it.
 */
export function tagOf({ id, part }: Pick<Person, 'id' | 'part'>, host: string | null) {
  if (host === id) return 'presenter'
  if (part === 'owner') return host ? 'owner' : 'presenter'
  return part === 'attendee' ? undefined : part
}

/** [ROOM-020] An address at LinkedIn, and no other. */
export const linkedinOf = ({ linkedin_publicProfileUrl: address }: Person): string | undefined =>
  /^https:\/\/([\w-]+\.)?linkedin\.com\//i.test(address) ? address : undefined

/** [ENT-091, ENT-092] Position and company: "Partner At Quill" in English, both side by side in Chinese. */
export function useSign({ sign, company_name }: Person): string {
  const { t } = useTranslation('room')
  if (sign && company_name) return t('people.sign', { position: sign, company: company_name })
  return sign || company_name
}
