import { useTranslation } from 'react-i18next'
import { fullName, type NameParts } from '#contract/names.ts'

export type Named = NameParts

/** [ENT-039, ENT-040] First and last name, or the words for a person without a first name. */
export function displayName(person: Named, unknownUser: string): string {
  return person.firstname ? fullName(person) : unknownUser
}

/** The display name in the reader's language. */
export function useDisplayName(person: Named): string {
  const { t } = useTranslation()
  return displayName(person, t('unknownUser'))
}

/** One or two letters for an avatar without a picture; a Chinese name shows its family name's character. */
export function initialsOf({ firstname, lastname }: Named): string {
  const [first = '', last = ''] = [[...firstname.trim()][0], [...lastname.trim()][0]]
  return /\p{Script=Han}/u.test(last) ? last : (first + last).toUpperCase()
}
