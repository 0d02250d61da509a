import { longSecret } from '#server/settingFields.ts'
import { settingsPart } from '#server/settings.ts'

declare module '#server/settings.ts' {
  interface Settings {
    /** Signs the end of the audit log; without one, a key of this installation's own in `dataDir`. */
    readonly auditKey: string | undefined
  }
}

export const auditSettings = settingsPart({
  shape: { AUDIT_KEY: longSecret(32).optional() },
  read: v => ({ auditKey: v.AUDIT_KEY }),
})
