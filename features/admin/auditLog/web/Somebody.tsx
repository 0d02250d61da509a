import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '#features/admin/auditLog/contract.ts'
import './audit.css'

/** Who did it, and on top of whom. */
export function Somebody({ entry }: { entry: Pick<AuditEntry, 'actor' | 'impersonator'> }) {
  const { t } = useTranslation('audit')
  const nameOf = (person: NonNullable<AuditEntry['actor']>) => person.name || person.email || t('gone')
  return (
    <>
      {entry.actor ? nameOf(entry.actor) : t('console')}
      {entry.impersonator && <span className="audit-acted">{t('actedBy', { name: nameOf(entry.impersonator) })}</span>}
    </>
  )
}
