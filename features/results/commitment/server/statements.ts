import { languages } from '#contract/fields.ts'
import { namesFor } from '#features/core/account/server/queries.ts'
import { lockOrganisation, organisationMeant } from '#features/core/organisation/server/queries.ts'
import { tell } from '#features/notify/notice/server/tell.ts'
import type { commitmentCalls } from '#features/results/commitment/contract.ts'
import type { Handler } from '#server/context.ts'
import { defaultStatements, insertStatement, listStatements, writtenStatement } from './statementQueries.ts'

export const getCommitmentStatementList: Handler<typeof commitmentCalls.getCommitmentStatementList> = async context => {
  const { db, input, fail } = context
  const organisationId = (await organisationMeant(context, input.org_id)) ?? fail('OrganisationNotFound')
  const { items, total } = await listStatements(db, organisationId, input)
  const names = await namesFor(
    db,
    items.map(({ createdBy }) => createdBy),
  )
  const { version, texts } = await writtenStatement(db, organisationId)
  return {
    items: items.map(one => ({
      ...{ version: one.version, ...one.texts },
      ...{ by: names.get(one.createdBy) ?? '', at: one.createdAt.toISOString() },
    })),
    total,
    current: { version, ...texts },
    defaults: defaultStatements(),
  }
}

export const updateCommitmentStatement: Handler<typeof commitmentCalls.updateCommitmentStatement> = async context => {
  const { db, actor, input, now, fail } = context
  const { org_id, version, ...texts } = input
  const organisationId = (await organisationMeant(context, org_id)) ?? fail('OrganisationNotFound')
  // commitments that are being made under the version before are done first, see heldStatement
  await lockOrganisation(db, organisationId)
  const before = await writtenStatement(db, organisationId)
  if (before.version !== version) return fail('CommitmentStatementEdited')
  if (languages.every(language => texts[language] === before.texts[language])) return { version }
  const next = version + 1
  const { accountId: createdBy } = actor
  await insertStatement(db, { organisationId, version: next, texts, createdBy, createdAt: now })
  await tell(context, {
    audit: {
      ...{ action: 'organisation.statement', subject: organisationId, organisationId },
      detail: { version: next, from: before.texts, to: texts },
    },
  })
  return { version: next }
}
