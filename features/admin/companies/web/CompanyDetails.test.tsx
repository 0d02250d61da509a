import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { type Answers, renderAt } from '#web/testing/renderAt.tsx'
import { testCompany } from './testCompany.ts'

const link = {
  id: '00000000-0000-4000-8000-000000000091',
  company_id: testCompany.id,
  company_name: 'Acme',
  logo: '',
  user_id: '00000000-0000-4000-8000-000000000092',
  user_name: 'Paul Presenter',
  email: 'paul@quill.test',
  title: 'CEO',
  is_first: false,
}
const entry = {
  id: '1',
  action: 'company.update',
  user_name: 'Ada Admin',
  at: '2026-01-02T00:00:00Z',
  fields: ['city'],
}

const pitch = {
  id: 7,
  presentation_name: 'Seed round',
  presenter_name: 'Paul Presenter',
  start_date_raw: '2026-12-01T10:00:00Z',
  state: 'scheduled',
}
const series = {
  id: '00000000-0000-4000-8000-000000000093',
  spv_series_name: 'Acme I',
  spv_legal_name: 'Harbor SPV LLC',
  status: 'open',
}

async function open(answers: Answers = {}) {
  const seen = await renderAt(`/companies?company=${testCompany.id}`, {
    getCompanyList: () => ({ items: [testCompany], total: 1 }),
    getCompany: () => testCompany,
    getPresenterCompanyList: () => ({ items: [link], total: 1 }),
    getCompanyHistory: () => ({ items: [entry], total: 1 }),
    getCompanyPitchList: () => ({ items: [pitch], total: 1 }),
    getCompanySeriesList: () => ({ items: [series], total: 1 }),
    getAssigneeList: () => ({
      items: [{ user_id: link.user_id, name: 'Nora New', email: 'nora@quill.test' }],
      total: 1,
    }),
    ...answers,
  })
  return { ...seen, drawer: within(await screen.findByRole('dialog', { name: 'Acme' })) }
}

it('shows who changed what', async () => {
  const { drawer } = await open()
  expect(await drawer.findByText('Changed a company · Ada Admin')).toBeTruthy()
  expect(drawer.getByText('City')).toBeTruthy()
})

it('[CALL-153, CALL-156] shows the presenters and adds one', async () => {
  const { user, drawer, inputOf } = await open({ createPresenterCompany: () => ({ id: link.id }) })
  expect(await drawer.findByText(/Paul Presenter · CEO/)).toBeTruthy()
  await user.click(drawer.getByRole('combobox', { name: /Presenter/ }))
  await user.click(await screen.findByRole('option', { name: /Nora New/ }))
  await user.type(drawer.getByRole('textbox', { name: 'Job title' }), 'CFO')
  await user.click(drawer.getByRole('button', { name: 'Add presenter' }))
  expect(await screen.findByText('Nora New now represents Acme.')).toBeTruthy()
  expect(inputOf('createPresenterCompany')).toMatchObject({ user_id: link.user_id, title: 'CFO' })
})

it('[CALL-154] makes a company the first of a presenter', async () => {
  const { choose, inputOf } = await open({ updatePresenterCompany: () => ({}) })
  await choose('Actions for Paul Presenter', 'Make primary company')
  expect(await screen.findByText('This is now the primary company of Paul Presenter.')).toBeTruthy()
  expect(inputOf('updatePresenterCompany')).toEqual({ id: link.id, is_first: '1' })
})

it('[CALL-155] removes a presenter, and takes that back', async () => {
  const answers = { deletePresenterCompany: () => ({}), createPresenterCompany: () => ({ id: link.id }) }
  const { user, choose, inputOf } = await open(answers)
  await choose('Actions for Paul Presenter', 'Remove')
  expect(await screen.findByText('Paul Presenter no longer represents Acme.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(inputOf('createPresenterCompany')).toMatchObject({ user_id: link.user_id, title: 'CEO' }))
})

it('[STATE-085, ENT-056, ENT-057, ENT-058] says what is known of it, where its verification stands, and links to its pages', async () => {
  const { drawer } = await open({ getCompany: () => ({ ...testCompany, verification: 'approved' }) })
  const fact = (label: string) => drawer.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent
  await drawer.findByText('Verification')
  expect(fact('Verification')).toBe('Approved')
  expect(fact('Legal name')).toBe(testCompany.legal_name)
  expect(fact('Phone')).toBe('+12025550143')
  expect(fact('Address')).toBe('1 Main StSan Francisco CA 94105United States')
  const link = drawer.getByRole('link', { name: 'acme.com' })
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
    testCompany.website,
    'noopener noreferrer nofollow',
  ])
  expect(drawer.getByRole('link', { name: 'www.linkedin.com/company/acme' })).toBeTruthy()
  expect(drawer.queryByText('Facebook')).toBeNull()
})

it('[ENT-056] takes a logo', async () => {
  const { user, drawer, inputOf } = await open({ updateCompanyLogo: () => ({ logo: 'pictures/x.webp' }) })
  await drawer.findByText('No logo yet.')
  const input = document.querySelector('input[type=file][accept*=png]') as HTMLInputElement
  await user.upload(input, new File(['x'], 'logo.png', { type: 'image/png' }))
  expect(await screen.findByText('Logo updated.')).toBeTruthy()
  expect(inputOf('updateCompanyLogo')).toEqual({ id: testCompany.id, file: 'logo.png' })
})

it('[PROD-036] leads to its pitches and its series', async () => {
  const { drawer } = await open()
  const link = await drawer.findByRole('link', { name: 'Seed round' })
  expect(link.getAttribute('href')).toBe('/pitches/view/7')
  const leads = await drawer.findByRole('link', { name: 'Acme I' })
  expect(leads.getAttribute('href')).toBe(`/spv/series?edit=${series.id}`)
  expect(drawer.getByText('Open · Harbor SPV LLC')).toBeTruthy()
})

it('[ENT-059] takes a document beside a text, says why one is refused, and removes it', async () => {
  let refuse = true
  const updateCompanyDocument = () => {
    if (refuse) throw new CallFailed('DocumentTypeNotAllowed')
    return {}
  }
  const about_file = { url: '/company-documents/x/about/1', filename: 'About.pdf' }
  const { user, drawer, inputOf } = await open({
    getCompany: () => ({ ...testCompany, about_file }),
    updateCompanyDocument,
  })
  expect((await drawer.findByRole('link', { name: 'About.pdf' })).getAttribute('href')).toBe(about_file.url)
  const file = new File(['%PDF-1.7'], 'Highlights.pdf', { type: 'application/pdf' })
  const choose = document.querySelector<HTMLInputElement>('input[aria-label="Add PDF: Company highlights"]')
  await user.upload(choose as HTMLInputElement, file)
  expect(await drawer.findByText(/Only PDF files are supported\./)).toBeTruthy()
  refuse = false
  await user.upload(choose as HTMLInputElement, file)
  expect(await screen.findByText('Document updated.')).toBeTruthy()
  expect(inputOf('updateCompanyDocument')).toMatchObject({ document: 'highlights', file: 'Highlights.pdf' })
  await user.click(drawer.getByRole('button', { name: 'Remove document: About the company' }))
  expect(await screen.findByText('Document removed.')).toBeTruthy()
  expect(inputOf('updateCompanyDocument')).toEqual({ id: testCompany.id, document: 'about' })
})
