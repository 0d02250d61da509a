import { and, eq, ne, or, sql } from 'drizzle-orm'
import type { Forgotten } from '#features/core/account/server/forgetQueries.ts'
import type { Transaction } from '#server/db/database.ts'
import { addJob } from '#server/jobs/jobs.ts'
import { escapeLike } from '#server/lists.ts'
import { formWith } from './form.ts'
import { pitchDraft } from './tables.ts'

/** Empties a deleted account's drafts, whose bytes a job removes, and takes its address out of other people's. */
export async function purgeDrafts(db: Transaction, { id, email, organisationId }: Forgotten): Promise<void> {
  const own = await db
    .update(pitchDraft)
    .set({ form: formWith({}, {}), contacts: [], copiedCompany: null, deletedAt: new Date(0) })
    .where(eq(pitchDraft.userId, id))
    .returning({ draftId: pitchDraft.id })
  for (const { draftId } of own) await addJob(db, 'purgePitchDraft', { draftId }, { key: `purgePitchDraft:${draftId}` })
  const pattern = `%${escapeLike(email)}%`
  const naming = or(sql`${pitchDraft.form}::text ilike ${pattern}`, sql`${pitchDraft.contacts}::text ilike ${pattern}`)
  const others = await db
    .select()
    .from(pitchDraft)
    .where(and(eq(pitchDraft.organisationId, organisationId), ne(pitchDraft.userId, id), naming))
    .orderBy(pitchDraft.id)
    .for('no key update')
  for (const draft of others) {
    const { co_host, moderator, contacts_rest } = formWith(draft.form, {})
    const rest = contacts_rest.split('\n').filter(line => !line.toLowerCase().includes(email))
    const without = (emails: readonly string[]) => emails.filter(one => one.toLowerCase() !== email)
    const form = { co_host: without(co_host), moderator: without(moderator), contacts_rest: rest.join('\n') }
    await db
      .update(pitchDraft)
      .set({
        form: formWith(draft.form, form),
        contacts: draft.contacts.filter(person => person.email !== email),
        version: draft.version + 1,
      })
      .where(eq(pitchDraft.id, draft.id))
  }
}
