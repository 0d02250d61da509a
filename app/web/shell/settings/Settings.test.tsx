import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { usualConfig } from '#features/core/account/rules.ts'
import { renderAt, signedInAs } from '#web/testing/renderAt.tsx'

const settings = {
  enforce_second_factor: false,
  allow_security_questions: true,
  password_max_days: 0,
  session_timeout: 30,
  mobile_access: true,
  require_approval: false,
  owners_approve_recordings: false,
  recording_days: 0,
  support_email: '',
  org_id: '00000000-0000-4000-8000-000000000002',
  org_name: 'Quill Capital',
  company_header_logo2: '',
  people: 12,
}
const owner = signedInAs('presenter', 'nolinkedin')
const root = document.documentElement

describe('the settings', () => {
  it('[ROUTE-086, CONST-038] take one of three sizes, at once and for the account', async () => {
    const { user, inputOf } = await renderAt('/personal-info/settings', {
      ...owner,
      updateUserConfig: input => ({ ...usualConfig, ...input }),
    })
    const sizes = await screen.findByRole('radiogroup', { name: 'Size' })
    expect(
      within(sizes)
        .getAllByRole('radio')
        .map(radio => (radio as HTMLInputElement).value),
    ).toEqual(['medium', 'small', 'mini'])
    await user.click(within(sizes).getByRole('radio', { name: 'Mini' }))
    expect(root.dataset['size']).toBe('mini')
    await waitFor(() => expect(inputOf('updateUserConfig')).toEqual({ size: 'mini' }))
  })

  it('[CONST-039] begin with blue, and follow the person to another browser', async () => {
    await renderAt('/personal-info/settings', {
      ...owner,
      getUserConfig: () => ({ ...usualConfig, theme_colour: 'teal' }),
    })
    await waitFor(() => expect(root.dataset['accent']).toBe('teal'))
    await renderAt('/personal-info/settings', owner)
    await waitFor(() => expect(root.dataset['accent']).toBe('blue'))
  })

  it('[SCREEN-015] have a part for the organisation, for its admins alone', async () => {
    await renderAt('/personal-info/settings?tab=organisation', owner)
    expect(await screen.findByRole('heading', { name: 'System Setting' })).toBeTruthy()
    expect(screen.queryByRole('tab', { name: 'Organization' })).toBeNull()
  })

  it('ask before they lock people out, and send what was changed alone', async () => {
    const { user, inputOf } = await renderAt('/personal-info/settings?tab=organisation', {
      ...signedInAs('admin', 'nolinkedin'),
      getOrganisationSettings: () => settings,
      updateOrganisationSettings: () => ({}),
    })
    await user.click(await screen.findByRole('switch', { name: /Require two-factor authentication for everyone/ }))
    await user.click(screen.getByRole('button', { name: 'Save settings' }))
    const dialog = await screen.findByRole('dialog', { name: 'Save these settings?' })
    expect(within(dialog).getByRole('listitem').textContent).toContain('12 users')
    expect(inputOf('updateOrganisationSettings')).toBeUndefined()
    await user.click(within(dialog).getByRole('button', { name: 'Save settings' }))
    await waitFor(() => expect(inputOf('updateOrganisationSettings')).toEqual({ enforce_second_factor: '1' }))
  })

  it('say how many recordings a shorter retention period reaches, before it is saved', async () => {
    const { user, inputOf } = await renderAt('/personal-info/settings?tab=organisation', {
      ...signedInAs('admin', 'nolinkedin'),
      getOrganisationSettings: () => ({ ...settings, recording_days: 365 }),
      countDueRecordings: () => ({ due: 7 }),
      updateOrganisationSettings: () => ({}),
    })
    const days = await screen.findByRole('textbox', { name: 'Days until recordings are deleted' })
    expect((days as HTMLInputElement).value).toBe('365')
    await user.clear(days)
    await user.type(days, '12')
    await user.click(screen.getByRole('button', { name: 'Save settings' }))
    await screen.findByText('Enter 30 to 3,650 days, or leave the field blank.')
    await user.clear(days)
    await user.type(days, '90')
    await user.click(screen.getByRole('button', { name: 'Save settings' }))
    const dialog = await screen.findByRole('dialog', { name: 'Save these settings?' })
    await within(dialog).findByText(/^7 recordings will be due\..*14 days later at the earliest\.$/)
    expect(inputOf('countDueRecordings')).toEqual({ days: '90' })
    await user.click(within(dialog).getByRole('button', { name: 'Save settings' }))
    await waitFor(() => expect(inputOf('updateOrganisationSettings')).toEqual({ recording_days: '90' }))
  })

  it('keep recordings until someone deletes them, where no retention period is given', async () => {
    const { user, inputOf } = await renderAt('/personal-info/settings?tab=organisation', {
      ...signedInAs('admin', 'nolinkedin'),
      getOrganisationSettings: () => ({ ...settings, recording_days: 365 }),
      updateOrganisationSettings: () => ({}),
    })
    await user.clear(await screen.findByRole('textbox', { name: 'Days until recordings are deleted' }))
    await user.click(screen.getByRole('button', { name: 'Save settings' }))
    await waitFor(() => expect(inputOf('updateOrganisationSettings')).toEqual({ recording_days: '0' }))
  })

  it('save what locks no one out without a confirmation', async () => {
    const { user, inputOf } = await renderAt('/personal-info/settings?tab=organisation', {
      ...signedInAs('admin', 'nolinkedin'),
      getOrganisationSettings: () => settings,
      updateOrganisationSettings: () => ({}),
    })
    await user.type(await screen.findByRole('textbox', { name: 'Support email address' }), 'help@quill.example')
    await user.click(screen.getByRole('button', { name: 'Save settings' }))
    await waitFor(() => expect(inputOf('updateOrganisationSettings')).toEqual({ support_email: 'help@quill.example' }))
  })
})
