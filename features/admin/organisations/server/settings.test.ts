import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { organisation } from '#features/core/organisation/server/tables.ts'
import { rawCall } from '#testing/rawCall.ts'
import { type Stack, startStack } from '#testing/startStack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack.stop())

const lastAudit = async () => {
  const [row] = await stack.db.select().from(auditEntry).orderBy(desc(auditEntry.id)).limit(1)
  return row
}

describe('#getOrganisationSettings', () => {
  it('[SCREEN-015] answers what an organisation has decided, and for how many people', async () => {
    expect(await stack.as('admin').getOrganisationSettings({})).toEqual({
      enforce_second_factor: false,
      enforce_admin_factor: true,
      allow_security_questions: true,
      password_max_days: 0,
      session_timeout: 30,
      mobile_access: true,
      require_approval: false,
      owners_approve_recordings: false,
      recording_days: 0,
      support_email: '',
      mail_sender: '',
      mail_color: '',
      org_id: stack.people.admin.organisationId,
      org_name: 'Quill Ventures',
      company_header_logo2: '',
      people: 11,
    })
  })

  it('answers an admin the own organisation alone, and a superadmin any', async () => {
    const lumen = stack.people.lumenAdmin.organisationId
    await expect(stack.as('admin').getOrganisationSettings({ org_id: lumen })).rejects.toThrow('OrganisationNotFound')
    expect((await stack.as('superadmin').getOrganisationSettings({ org_id: lumen })).org_name).toBe('Lumen Partners')
    const nowhere = '00000000-0000-4000-8000-000000000000'
    await expect(stack.as('superadmin').getOrganisationSettings({ org_id: nowhere })).rejects.toThrow(
      'OrganisationNotFound',
    )
  })
})

describe('#updateOrganisationSettings', () => {
  it('changes what is given, leaves the rest, and notes who changed what', async () => {
    await stack.as('admin').updateOrganisationSettings({
      allow_security_questions: false,
      session_timeout: 60,
      support_email: 'Help@Quill.test',
      mobile_access: true,
    })
    expect(await stack.as('admin').getOrganisationSettings({})).toMatchObject({
      enforce_second_factor: false,
      allow_security_questions: false,
      session_timeout: 60,
      support_email: 'help@quill.test',
    })
    const { id, organisationId } = stack.people.admin
    expect(await lastAudit()).toMatchObject({
      action: 'organisation.settings',
      actorId: id,
      organisationId,
      subject: organisationId,
      detail: {
        from: { allow_security_questions: true, session_timeout: 30, support_email: '' },
        to: { allow_security_questions: false, session_timeout: 60, support_email: 'help@quill.test' },
      },
    })
  })

  it('takes a limit and an address back', async () => {
    await stack.as('admin').updateOrganisationSettings({ password_max_days: 90 })
    await stack.as('admin').updateOrganisationSettings({ password_max_days: 0, support_email: '' })
    const { organisationId } = stack.people.admin
    const [row] = await stack.db.select().from(organisation).where(eq(organisation.id, organisationId))
    expect(row).toMatchObject({ passwordMaxDays: null, supportEmail: null })
  })

  it.each([{ session_timeout: 4 }, { session_timeout: 481 }, { password_max_days: -1 }, { support_email: 'nobody' }])(
    'refuses %j',
    async fields => {
      await expect(stack.as('admin').updateOrganisationSettings(fields)).rejects.toThrow('InputInvalid')
    },
  )

  it('notes nothing when nothing changes', async () => {
    const before = await lastAudit()
    await stack.as('admin').updateOrganisationSettings({ mobile_access: true })
    expect(await lastAudit()).toEqual(before)
  })

  it('stays within the own organisation', async () => {
    const lumen = stack.people.lumenAdmin.organisationId
    await expect(stack.as('admin').updateOrganisationSettings({ org_id: lumen, mobile_access: false })).rejects.toThrow(
      'OrganisationNotFound',
    )
    await stack.as('superadmin').updateOrganisationSettings({ org_id: lumen, mobile_access: false })
    expect((await stack.as('lumenAdmin').getOrganisationSettings({})).mobile_access).toBe(false)
    await stack.as('superadmin').updateOrganisationSettings({ org_id: lumen, enforce_second_factor: true })
    const [row] = await stack.db.select().from(organisation).where(eq(organisation.id, lumen))
    expect(row).toMatchObject({ mobileAccess: false, enforceSecondFactor: true })
  })

  it('is refused to all other roles', async () => {
    for (const name of ['useradmin', 'pitchadmin', 'presenter', 'investor'] as const) {
      const headers = { authorization: `Bearer ${stack.people[name].token}` }
      const { body } = await rawCall(stack.app, 'updateOrganisationSettings', { mobile_access: 0 }, { headers })
      expect(body.error).toBe('NotAllowed')
    }
  })
})
