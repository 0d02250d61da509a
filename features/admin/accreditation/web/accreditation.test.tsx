import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, renderAt, signedInAs } from '#web/testing/renderAt.tsx'
import type { ReviewedAccreditation } from '../contract.ts'

const id = '00000000-0000-4000-8000-000000000091'
const declaration = { version: 1, en: 'I declare it.', 'zh-Hans': '本人声明。', 'zh-Hant': '本人聲明。' }
const standing = { membership: 'na', is_accredited: false, end_date_raw: null, items: [], declaration }

describe('[SCREEN-026] the accreditation guide', () => {
  const open = (answers: Answers = {}) =>
    renderAt('/investor/accreditation', { ...signedInAs('vc'), getAccreditation: () => standing, ...answers })

  it('[CONST-043, CONST-044, CONST-046, CONST-047, CONST-048, CONST-049, CONST-050] has the tests with their numbers', async () => {
    await open()
    const tests = within(await screen.findByRole('region', { name: 'Investor tests' })).getAllByRole('listitem')
    const [income, joint, worth, assets, licence, letter] = tests.map(one => one.textContent)
    expect(income).toMatch(/\$200,000 in each of the last two years/)
    expect(joint).toMatch(/\$300,000 with your spouse or spousal equivalent in each of the last two years/)
    expect(worth).toMatch(/\$1,000,000/)
    expect(assets).toMatch(/over .*\$5,000,000/)
    expect(licence).toMatch(/Series 7, 65, or 82/)
    expect(letter).toMatch(/90 days/)
    expect(screen.getByText(/Allow 1 to 3 business days.*no outside provider is connected/)).toBeTruthy()
  })

  it('[PROD-030] submits a test with its proofs once the reader declares it', async () => {
    const { user, inputOf } = await open({
      uploadProofFile: () => ({ id, filename: 'w2.pdf' }),
      startAccreditation: () => ({ id }),
    })
    await user.click(await screen.findByRole('radio', { name: 'Individual income' }))
    const submit = screen.getByRole<HTMLButtonElement>('button', { name: 'Submit for review' })
    await user.click(screen.getByRole('checkbox', { name: 'I declare it.' }))
    expect(submit.disabled).toBe(true)
    const field = document.querySelector<HTMLInputElement>('input[type=file]')
    if (!field) throw new Error('no file field')
    await user.upload(field, new File(['%PDF-1.4'], 'w2.pdf', { type: 'application/pdf' }))
    expect(await screen.findByText('w2.pdf')).toBeTruthy()
    await user.click(submit)
    await expect.poll(() => inputOf('startAccreditation')).toMatchObject({ way: 'income', declaration_version: '1' })
  })
})

describe('the review of accreditations', () => {
  const row: ReviewedAccreditation = {
    ...{ id, user_id: id, name: 'Ivy Investor', email: 'ivy@quill.test', org_name: 'Quill', reviewer: '' },
    ...{ way: 'income', state: 'pending', letter_date: null, reason: '', reviewed_on: null, valid_until: null },
    submitted_on: '2026-01-01T00:00:00Z',
    proofs: [{ id, filename: 'w2.pdf', type: 'pdf', url: '/accreditation-files/x' }],
  }
  const open = (answers: Answers = {}) =>
    renderAt('/user-management/accreditation', {
      ...signedInAs('useradmin'),
      getAccreditationList: () => ({ items: [row], total: 1 }),
      ...answers,
    })

  it('approves after a question, and refuses with a reason alone', async () => {
    const { user, choose, inputOf } = await open({ reviewAccreditation: () => ({}) })
    await choose('Actions for Ivy Investor', 'Approve accreditation')
    const asked = within(await screen.findByRole('dialog'))
    await user.click(asked.getByRole('button', { name: 'Approve accreditation' }))
    expect(await screen.findByText('Ivy Investor was approved.')).toBeTruthy()
    expect(inputOf('reviewAccreditation')).toMatchObject({ id, decision: 'approve' })
  })

  it('is closed to presenters', async () => {
    const { made } = await open(signedInAs('presenter'))
    await screen.findByText(/No permission/)
    expect(made.map(({ call }) => call)).not.toContain('getAccreditationList')
  })
})
