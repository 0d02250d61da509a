import { expect, it } from 'vitest'
import type { OrganisationSettings } from '#features/admin/organisations/contract.ts'
import { consequencesOf } from './SettingsForm.tsx'

const settings = (require_approval: boolean) =>
  ({
    require_approval,
    mobile_access: true,
    allow_security_questions: true,
    password_max_days: 0,
  }) as OrganisationSettings

it('asks before invitations that wait for an approval are sent, and not before they begin to wait', () => {
  expect(consequencesOf(settings(true), settings(false))).toEqual(['invitations'])
  expect(consequencesOf(settings(false), settings(true))).toEqual([])
})
