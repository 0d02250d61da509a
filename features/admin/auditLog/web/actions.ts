import { useTranslation } from 'react-i18next'
import words from '#web/i18n/en/audit.json'

const known: readonly string[] = Object.entries(words.action).flatMap(([subject, verbs]) =>
  Object.keys(verbs).map(verb => `${subject}.${verb}`),
)

/** Whose subject is a session: it has no name, and its id tells nobody anything. The entry itself shows it as well. */
export const ofSession: readonly string[] = ['session.signIn', 'session.signOut', 'session.end']

/** Every action that has words, by the words of the reader's language, and what they are; and what its facts are called. */
export function useActions() {
  const { i18n } = useTranslation('audit')
  // The keys are data here; a test holds them complete.
  const text = i18n.getFixedT(i18n.language, 'audit') as unknown as (key: string) => string
  const wordingOf = (action: string) => (known.includes(action) ? text(`action.${action}`) : action)
  const factOf = (name: string) => (name in words.fact ? text(`fact.${name}`) : name)
  const all = [...known].sort((a, b) => wordingOf(a).localeCompare(wordingOf(b), i18n.language))
  return { all, wordingOf, factOf }
}
