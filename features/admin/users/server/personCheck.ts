import { forgetCode, isCodeOpen, issueCode } from '#features/access/factor/server/codes.ts'
import type { Transaction } from '#server/db/database.ts'

/** Somebody, and the administrator who helps them. */
interface Between {
  readonly personId: string
  readonly adminId: string
}

/** A code that one administrator asked for is worth nothing to another. */
export const checkSubject = ({ personId, adminId }: Between): string => `${personId} ${adminId}`

const checked = (between: Between) => ({ purpose: 'personChecked', subject: checkSubject(between) }) as const

/** Notes that an administrator knows whom they speak with. It holds for ten minutes, as a code does. */
export async function notePersonCheck(db: Transaction, between: Between, now: Date): Promise<void> {
  // nobody is told this code: that there is one is what counts
  await issueCode(db, checked(between), now)
}

/** Whether that was so just now; it counts for one deed. */
export async function takePersonCheck(db: Transaction, between: Between, now: Date): Promise<boolean> {
  return (await isCodeOpen(db, checked(between), now)) && (await forgetCode(db, checked(between)))
}
