import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { testCompany } from '#features/admin/companies/web/testCompany.ts'
import { verificationStates } from '#features/core/company/rules.ts'
import { type Answers, renderAt, signedInAs } from '#web/testing/renderAt.tsx'
import type { Submission } from '../contract.ts'

const submission: Submission = {
  id: '00000000-0000-4000-8000-000000000081',
  company_id: testCompany.id,
  company_name: 'Acme',
  org_name: 'Quill Capital',
  legal_name: 'Acme Robotics, Inc.',
  country: 'CN',
  licence_number: '••••26XG',
  id_card_number: '••••002X',
  evidence: [{ id: testCompany.id, kind: 'licence', filename: 'licence.pdf', url: '/enterprise-files/x' }],
  state: 'pendingReview',
  submitted_by: 'Ada Admin',
  submitted_on: '2026-01-01T00:00:00Z',
  reviewed_on: null,
  reason: '',
}
const list = (...items: Submission[]) => ({ items, total: items.length })

describe('[SCREEN-038] the queue of verifications', () => {
  const open = (answers: Answers = {}) =>
    renderAt('/system_validation/bussinessindex', {
      ...signedInAs('superadmin'),
      getEnterpriseVerificationList: () => list(submission),
      ...answers,
    })

  it('shows masked numbers and documents, and the whole numbers only when they are asked for', async () => {
    const numbers = { licence_number: '9144030071526726XG', id_card_number: '11010519491231002X' }
    const { user, choose, made } = await open({ readEnterpriseNumbers: () => numbers })
    expect(await screen.findByRole('cell', { name: '••••26XG' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'licence.pdf' }).getAttribute('href')).toBe('/enterprise-files/x')
    await choose('Actions for Acme', 'Show numbers')
    const dialog = within(await screen.findByRole('dialog'))
    expect(made.map(({ call }) => call)).not.toContain('readEnterpriseNumbers')
    await user.click(dialog.getByRole('button', { name: 'Show numbers' }))
    expect(await dialog.findByText('9144030071526726XG')).toBeTruthy()
  })

  it('says of what was rejected why', async () => {
    const rejected = { ...submission, state: 'rejected' as const, reason: 'The scan is blurred.' }
    await open({ getEnterpriseVerificationList: () => list(rejected) })
    expect(await screen.findByText('The scan is blurred.')).toBeTruthy()
  })

  it('[STATE-085] approves after a question', async () => {
    const { user, choose, inputOf } = await open({ reviewEnterpriseVerification: () => ({}) })
    await choose('Actions for Acme', 'Approve company')
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Approve company' }))
    expect(await screen.findByText('Acme was approved.')).toBeTruthy()
    expect(inputOf('reviewEnterpriseVerification')).toMatchObject({ id: submission.id, approved: '1' })
  })

  it('[STATE-086] rejects with a reason alone', async () => {
    const { user, choose, inputOf } = await open({ reviewEnterpriseVerification: () => ({}) })
    await choose('Actions for Acme', 'Reject company')
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Reject company' }))
    expect(await dialog.findByText('Enter a value.')).toBeTruthy()
    expect(inputOf('reviewEnterpriseVerification')).toBeUndefined()
    await user.fill(dialog.getByRole('textbox', { name: /Reason/ }), 'The scan is blurred.')
    await user.click(dialog.getByRole('button', { name: 'Reject company' }))
    expect(await screen.findByText('Acme was rejected.')).toBeTruthy()
    const sent = { id: submission.id, approved: '0', reason: 'The scan is blurred.' }
    expect(inputOf('reviewEnterpriseVerification')).toEqual(sent)
  })

  it.each(['useradmin', 'pitchadmin', 'presenter', 'vc'])('[ROUTE-130] is closed to %s', async role => {
    const { made } = await open(signedInAs(role as 'vc'))
    await screen.findByText(/No permission/)
    expect(made.map(({ call }) => call)).not.toContain('getEnterpriseVerificationList')
  })

  it.each(['admin', 'useradmin', 'pitchadmin'])('is closed to %s by the sidebar', async role => {
    await open(signedInAs(role))
    expect(screen.queryByRole('link', { name: 'Enterprise verification' })).toBeNull()
  })
})

describe('a company', () => {
  const company = { ...testCompany, country: 'CN', state: '', zip: '' }
  const open = (answers: Answers = {}) =>
    renderAt(`/companies?verify=${company.id}`, {
      ...signedInAs('admin'),
      getCompanyList: () => ({ items: [company], total: 1 }),
      getCompany: () => company,
      getEnterpriseVerificationList: () => list(),
      ...answers,
    })

  it.each(verificationStates)(
    '[STATE-083, STATE-084, STATE-085, STATE-086, STATE-087] has a badge in the list: %s',
    async verification => {
      await renderAt('/companies', { getCompanyList: () => ({ items: [{ ...company, verification }], total: 1 }) })
      const words = {
        notVerified: 'Not verified',
        pendingReview: 'Pending review',
        approved: 'Approved',
        rejected: 'Rejected',
        noReviewNeeded: 'No review needed',
      }
      expect(await screen.findByRole('cell', { name: words[verification] })).toBeTruthy()
    },
  )

  it('[GAP-011, RULE-066] is submitted once its numbers have the right check digits', async () => {
    const { user, inputOf } = await open({ submitEnterpriseVerification: () => ({ id: submission.id }) })
    const drawer = within(await screen.findByRole('dialog', { name: 'Verify company: Acme' }))
    const licence = await drawer.findByRole('textbox', { name: /Business license number/ })
    await user.fill(licence, '9144030071526726XA')
    await user.fill(drawer.getByRole('textbox', { name: /ID card number/ }), '11010519491231002x')
    await user.click(drawer.getByRole('button', { name: 'Submit' }))
    expect(await drawer.findByText(/Check the license number/)).toBeTruthy()
    expect(inputOf('submitEnterpriseVerification')).toBeUndefined()
    await user.clear(licence)
    await user.fill(licence, '9144030071526726XG')
    await user.click(drawer.getByRole('button', { name: 'Submit' }))
    expect(await screen.findByText('Acme was submitted for review.')).toBeTruthy()
    await waitFor(() => expect(inputOf('submitEnterpriseVerification')).toMatchObject({ company_id: company.id }))
  })

  it('shows why it was rejected, and what was submitted', async () => {
    const rejected = { ...submission, state: 'rejected' as const, reason: 'The scan is blurred.' }
    await open({ getEnterpriseVerificationList: () => list(rejected) })
    const drawer = within(await screen.findByRole('dialog', { name: 'Verify company: Acme' }))
    expect(await drawer.findByText('The scan is blurred.')).toBeTruthy()
    expect(drawer.getByText('••••26XG')).toBeTruthy()
  })

  it('says what is missing before it can be submitted', async () => {
    await open({ getCompany: () => ({ ...company, legal_name: '' }) })
    const drawer = within(await screen.findByRole('dialog', { name: 'Verify company: Acme' }))
    expect(await drawer.findByText(/Add the company’s legal name and country first/)).toBeTruthy()
    expect(drawer.queryByRole('button', { name: 'Submit' })).toBeNull()
    const way = drawer.getByRole('link', { name: 'Edit company' })
    expect(new URL((way as HTMLAnchorElement).href).search).toBe(`?edit=${company.id}`)
  })
})
