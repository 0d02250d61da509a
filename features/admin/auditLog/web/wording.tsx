import { useTranslation } from 'react-i18next'
import { roles } from '#contract/call.ts'
import type { AuditEntry } from '#features/admin/auditLog/contract.ts'
import { bulkActs } from '#features/admin/users/rules.ts'
import words from '#web/i18n/en/audit.json'
import './audit.css'

const known: readonly string[] = Object.entries(words.action).flatMap(([subject, verbs]) =>
  Object.keys(verbs).map(verb => `${subject}.${verb}`),
)

/** Actions on a session, which has no name, and whose id means nothing to readers. */
const sessionActions: readonly string[] = ['session.signIn', 'session.signOut', 'session.end']

/** The wording of actions and of their facts. `all`: every action that has one, sorted by it. */
export function useActions() {
  const { t, i18n } = useTranslation(['audit', 'account'])
  // the keys are data here; a test checks that each has a text
  const text = i18n.getFixedT(i18n.language, 'audit') as unknown as (key: string) => string
  const wordingOf = (action: string) => (known.includes(action) ? text(`action.${action}`) : action)
  const factOf = (name: string) => (name in words.fact ? text(`fact.${name}`) : name)
  /** A value that is stored as a code; undefined for any other. */
  const wordOf = (action: string, fact: string, value: string) => {
    if (fact === 'way' && value in words.way) return text(`way.${value}`)
    if (fact === 'author' && value in words.author) return text(`author.${value}`)
    const role = roles.find(one => one === value)
    return role && (fact === 'roles' || action === 'account.changeRole') ? t(`account:role.${role}`) : undefined
  }
  /** What the entry is about; empty where it has only an id. */
  const subjectOf = ({ action, subject, subject_name }: AuditEntry) => {
    const act = action === 'account.changeMany' && bulkActs.find(one => one === subject)
    if (act) return t(`account:bulk.act.${act}`)
    return subject_name || (sessionActions.includes(action) ? t('audit:aSession') : '')
  }
  const all = [...known].sort((a, b) => wordingOf(a).localeCompare(wordingOf(b), i18n.language))
  return { all, wordingOf, factOf, wordOf, subjectOf }
}

/** The actor of an entry, and the admin who acted as them. */
export function ActorName({ entry }: { entry: Pick<AuditEntry, 'actor' | 'impersonator'> }) {
  const { t } = useTranslation('audit')
  const nameOf = (person: NonNullable<AuditEntry['actor']>) => person.name || person.email || t('gone')
  return (
    <>
      {entry.actor ? nameOf(entry.actor) : t('console')}
      {entry.impersonator && <span className="audit-acted">{t('actedBy', { name: nameOf(entry.impersonator) })}</span>}
    </>
  )
}
