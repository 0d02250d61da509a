import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { type Answers, renderAt, signedInAs } from '#web/testing/renderAt.tsx'
import { pitchDetail } from './testPitch.ts'

const acme = { id: '00000000-0000-4000-8000-000000000071', company_name: 'Acme' }
const address = `/pitches/companyinfo/${pitchDetail().uuid}`
const open = (more: Answers = {}, pitch = pitchDetail()) =>
  renderAt(address, {
    ...signedInAs('presenter'),
    getPitchDetail: () => pitch,
    getPitchCompanyDrift: () => ({ company: acme, differs: [] }),
    getPitchCompanyList: () => ({ items: [], total: 0 }),
    updateSgCompanyInfo: () => ({}),
    ...more,
  })

describe('the company information of a pitch', () => {
  it('[SCREEN-006] changes its texts, and who may know the company, at any time', async () => {
    const { user, inputOf } = await open({}, pitchDetail({ state: 'inProgress', status: 2 }))
    const about = await screen.findByRole('textbox', { name: 'About' })
    await user.clear(about)
    await user.fill(about, 'Quill reads contracts.')
    await user.click(screen.getByRole('radio', { name: 'Only people your team invited' }))
    await user.type(screen.getByRole('textbox', { name: 'Undisclosed name' }), 'Project Quay')
    await user.click(screen.getByRole('checkbox', { name: 'Show the documents to attendees' }))
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await screen.findByText('Company information saved.')
    expect(inputOf('updateSgCompanyInfo')).toEqual({
      uuid: pitchDetail().uuid,
      about: 'Quill reads contracts.',
      company_disclosure: 'invited',
      obfuscated_company_name: 'Project Quay',
      attach_pdfs_to_company_info_section: '0',
    })
  })

  it('shows the refusal of a text that names a company which is to stay undisclosed at its field', async () => {
    const updateSgCompanyInfo = () => {
      throw new CallFailed('CompanyNamed', { obfuscated_description: 'CompanyNamed' })
    }
    const { user } = await open({ updateSgCompanyInfo }, pitchDetail({ company_disclosure: 'team' }))
    const text = await screen.findByRole('textbox', { name: 'Undisclosed description' })
    await user.fill(text, 'Quill Co')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(text.getAttribute('aria-invalid')).toBe('true'))
    await screen.findByText(/This text names the company/)
  })

  it('says where the pitch and its company have drifted apart, and takes over what is chosen', async () => {
    let differs = [
      { field: 'about', pitch: 'Quill writes contracts.', company: 'Quill reads contracts.' },
      { field: 'highlights', pitch: 'Forty firms pay us.', company: 'Fifty firms pay us.' },
    ]
    const takeCompanyOver = () => {
      differs = differs.slice(1)
      return {}
    }
    const { user, inputOf } = await open({ getPitchCompanyDrift: () => ({ company: acme, differs }), takeCompanyOver })
    const group = within(await screen.findByRole('group', { name: 'What differs' }))
    group.getByText('Company: Quill reads contracts.')
    await user.click(group.getByRole('checkbox', { name: /^Highlights/ }))
    await user.click(screen.getByRole('button', { name: 'Update pitch' }))
    await screen.findByText('Updated from Acme.')
    expect(inputOf('takeCompanyOver')).toEqual({ uuid: pitchDetail().uuid, fields: '["about"]' })
    await waitFor(() => expect(screen.queryByText('Company: Quill reads contracts.')).toBeNull())
  })

  it('lets a pitch without a company take one over', async () => {
    const { user, inputOf } = await open({
      getPitchCompanyDrift: () => ({ company: null, differs: [] }),
      getPitchCompanyList: () => ({ items: [{ ...acme, legal_name: '', is_first: true }], total: 1 }),
      takeCompanyOver: () => ({}),
    })
    const field = await screen.findByRole('combobox', { name: 'Choose a company' })
    // there may be ten thousand, so the server searches
    await user.type(field, 'Ac')
    await waitFor(() => expect(inputOf('getPitchCompanyList')).toMatchObject({ name: 'Ac' }))
    await user.click(await screen.findByRole('option', { name: 'Acme' }))
    await user.click(screen.getByRole('button', { name: 'Update pitch' }))
    await screen.findByText('Updated from Acme.')
    expect(inputOf('takeCompanyOver')).toMatchObject({ company_id: acme.id })
  })

  it('is for the team alone, and says so to moderators', async () => {
    await open({}, pitchDetail({ part: 'moderator' }))
    await screen.findByText('Only the presenter, co-hosts, and admins can edit this pitch.')
    expect(screen.queryByRole('textbox')).toBeNull()
  })
})

describe('documents of a pitch', () => {
  const terms = { url: '/pitch-documents/x/dealterms/1', filename: 'Terms.pdf' }

  it('[ENT-007] adds a PDF beside a text and says so; a refusal is shown there', async () => {
    let refuse = true
    const updateSgCompanyInfo = () => {
      if (refuse) throw new CallFailed('DocumentTypeNotAllowed')
      return {}
    }
    const { user, made } = await open({ updateSgCompanyInfo })
    const choose = await screen.findByLabelText('PDF for “Deal terms”')
    const file = new File(['%PDF-1.7'], 'Terms.pdf', { type: 'application/pdf' })
    await user.upload(choose, file)
    await screen.findByText(/Only PDF files are supported\./)
    refuse = false
    await user.upload(choose, file)
    await screen.findByText('Document added to “Deal terms.”')
    expect(made.filter(({ call }) => call === 'updateSgCompanyInfo')).toHaveLength(2)
  })

  it('[ENT-007] shows the documents as links, and confirms before it removes one', async () => {
    const { user, inputOf } = await open({}, pitchDetail({ dealterms_file: terms }))
    const links = await screen.findAllByRole<HTMLAnchorElement>('link', { name: 'Terms.pdf' })
    expect(links.every(link => link.getAttribute('href') === terms.url)).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Remove the document from “Deal terms”' }))
    await user.click(await screen.findByRole('button', { name: 'Remove document' }))
    await waitFor(() => expect(inputOf('updateSgCompanyInfo')).toMatchObject({ document: 'dealterms' }))
  })
})
