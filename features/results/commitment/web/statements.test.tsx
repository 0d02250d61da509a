import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { renderAt, signedInAs } from '#web/testing/renderAt.tsx'

const defaults = { en: 'A non-binding indication.', 'zh-Hans': '认购意向。', 'zh-Hant': '認購意願。' }
const settings = {
  ...{ enforce_second_factor: false, enforce_admin_factor: true, allow_security_questions: true },
  ...{ password_max_days: 0, session_timeout: 30, mobile_access: true, support_email: '' },
  ...{ org_id: '00000000-0000-4000-8000-000000000002', org_name: 'Quill Capital', company_header_logo2: '', people: 2 },
}
const at = '2026-11-24T15:50:00.000Z'
const second = { version: 2, en: 'Not an offer.', 'zh-Hans': '', 'zh-Hant': '不構成要約。' }
const first = { version: 1, en: 'Binding.', 'zh-Hans': '', 'zh-Hant': '' }
const statements = () => ({
  items: [
    { ...second, by: 'Ada Okafor', at },
    { ...first, by: 'Sam Super', at },
  ],
  ...{ total: 2, current: second, defaults },
})
const open = (answers = {}) =>
  renderAt('/personal-info/settings?tab=organisation', {
    ...signedInAs('admin', 'nolinkedin'),
    getOrganisationSettings: () => settings,
    getCommitmentStatementList: statements,
    updateCommitmentStatement: () => ({ version: 3 }),
    ...answers,
  })

describe('the setting of what a commitment is', () => {
  it('shows the statement of each language, the default where there is none, and every version with its author', async () => {
    await open()
    expect((await screen.findByLabelText<HTMLTextAreaElement>('English')).value).toBe('Not an offer.')
    const chinese = screen.getByLabelText('简体中文')
    expect(chinese.getAttribute('placeholder')).toBe('认购意向。')
    expect(chinese.lang).toBe('zh-Hans')
    const versions = within(screen.getByRole('region', { name: 'Versions' })).getAllByRole('listitem')
    expect(versions.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Version 2, Ada Okafor.*Not an offer\..*Default statement.*不構成要約。/),
      expect.stringMatching(/^Version 1, Sam Super.*Binding\./),
    ])
  })

  it('is written as the next version, after a confirmation', async () => {
    const { user, inputOf } = await open()
    const english = await screen.findByLabelText('English')
    await user.clear(english)
    await user.fill(screen.getByLabelText('简体中文'), '不构成要约。')
    await user.click(screen.getByRole('button', { name: 'Save statements' }))
    const dialog = await screen.findByRole('dialog', { name: 'Save these statements?' })
    expect(inputOf('updateCommitmentStatement')).toBeUndefined()
    await user.click(within(dialog).getByRole('button', { name: 'Save statements' }))
    await waitFor(() =>
      expect(inputOf('updateCommitmentStatement')).toEqual({
        ...{ version: '2', en: '', 'zh-Hans': '不构成要约。', 'zh-Hant': '不構成要約。' },
      }),
    )
  })

  it('keeps what was typed when another administrator was first', async () => {
    const { user } = await open({
      updateCommitmentStatement: () => {
        throw new CallFailed('CommitmentStatementEdited')
      },
    })
    await user.fill(await screen.findByLabelText('English'), ' Ever.')
    await user.click(screen.getByRole('button', { name: 'Save statements' }))
    const dialog = await screen.findByRole('dialog', { name: 'Save these statements?' })
    await user.click(within(dialog).getByRole('button', { name: 'Save statements' }))
    expect(await screen.findAllByText(/Someone else changed these statements/)).not.toHaveLength(0)
    expect(screen.getByLabelText<HTMLTextAreaElement>('English').value).toBe('Not an offer. Ever.')
  })
})
